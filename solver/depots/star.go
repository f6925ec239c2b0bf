package depots

import (
	"fmt"
	"slices"
	"strings"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/solver/theory"
)

// star is a tree of a hub of h counters with two or more spokes of one stack each. Either h is 2^k
// − 1, or all spokes are lower than h. Under normal play it is lost exactly if all spokes are h and
// their number is odd, or not all are h and their nim-sum is 0 (docs/theory/boards.md, "The star"
// and "The low star").
type star struct {
	hub     uint64
	at      int
	spokes  []uint64
	indexes []int
}

func (g group) star() *star {
	if len(g.vertices) < 3 || g.Board().Rule() != depotnim.Leaves {
		return nil
	}
	s := &star{}
	for _, v := range g.vertices {
		switch n := g.Counters()[v]; len(g.near[v]) {
		case len(g.vertices) - 1:
			s.hub, s.at = n, v
		case 1:
			s.spokes, s.indexes = append(s.spokes, n), append(s.indexes, v)
		default:
			return nil
		}
	}
	if s.hub&(s.hub+1) != 0 && !s.low() {
		return nil
	}
	return s
}

func (s *star) low() bool { return slices.Max(s.spokes) < s.hub }

func (s *star) full() bool {
	return !slices.ContainsFunc(s.spokes, func(n uint64) bool { return n != s.hub })
}

func (s *star) nimSum() uint64 {
	sum := uint64(0)
	for _, n := range s.spokes {
		sum ^= n
	}
	return sum
}

func (s *star) lost() bool {
	if s.full() {
		return len(s.spokes)%2 == 1
	}
	return s.nimSum() == 0
}

// winning returns the moves that leave a lost star: they clear a spoke, lower it to the hub, or
// make the nim-sum 0.
func (s *star) winning() (found []lowering) {
	for i, n := range s.spokes {
		for _, left := range [...]uint64{0, s.hub, n ^ s.nimSum()} {
			l := lowering{s.indexes[i], left}
			if left < n && s.lowered(i, left).lost() && !slices.Contains(found, l) {
				found = append(found, l)
			}
		}
	}
	return found
}

func (s *star) lowered(spoke int, left uint64) *star {
	after := &star{hub: s.hub, spokes: slices.Clone(s.spokes)}
	if after.spokes[spoke] = left; left == 0 {
		after.spokes = slices.Delete(after.spokes, spoke, spoke+1)
	}
	return after
}

func (s *star) after(move games.Move) *star {
	if i := slices.Index(s.indexes, int(move.Index)); i >= 0 && move.Where != "" {
		return s.lowered(i, s.spokes[i]-move.Count)
	}
	return s
}

func (g *Justification) shortStar(r *theory.Reason) string {
	won := r.Claim == theory.CanWin
	switch {
	case won && g.Level:
		return fmt.Sprintf("%s leaves only spokes as high as the hub %s, an odd number (%d), which loses.", r.Subject(), g.Hub, g.Spokes) +
			g.then1s(won) + r.Rest()
	case g.Level:
		text := fmt.Sprintf("all %d spokes are as high as the hub %s. Whatever you take, your opponent leaves an odd "+
			"number of such spokes again, or makes their counts of "+theory.AllParts+" all even.", g.Spokes, g.Hub)
		return text + g.then1s(won)
	}
	why := "On a hub of 1, 3, 7, 15 or the like the spokes are played as Nim."
	if g.Low {
		why = "Spokes lower than the hub " + g.Hub + " are played as Nim."
	}
	text := "the counts of " + theory.AllParts + " in the spokes are all even."
	if won {
		text = r.Subject() + " makes the counts of " + theory.AllParts + " in the spokes all even."
	}
	if g.Misere {
		why = strings.TrimSpace(g.then1s(won))
	}
	if !g.Low { // even counts in spokes as high as the hub lose
		why += again(r)
	}
	return text + " " + why
}

func (g *Justification) fullStar() []string {
	sum := fmt.Sprintf("Written in binary one below the other, the columns of the spokes with an odd number of 1s "+
		"make %d (the nim-sum).", g.NimSum)
	closed := "Until one spoke is left only the spokes can be taken from. "
	if g.Low {
		return []string{closed + "All are lower than the hub " + g.Hub + ". The player to move loses such a star if the " +
			"nim-sum of the spokes is 0, and wins it otherwise.", sum}
	}
	return []string{
		fmt.Sprintf("%sThe hub %s has %d counters, which is one less than a power of 2.", closed, g.Hub, g.Height),
		"The player to move loses such a star in two cases: all spokes are as high as the hub and their number is odd, " +
			"or not all are that high and their nim-sum is 0.",
		sum,
	}
}
