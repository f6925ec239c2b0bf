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
// − 1, or no spoke is above h. Under normal play it is lost exactly if it is level and has an odd number of
// spokes, or it is not level and their nim-sum is 0 (docs/theory/boards.md, "The star" and "The low star").
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
	if !s.full() && slices.Max(s.spokes) > s.hub {
		return nil
	}
	return s
}

// full reports whether the hub is 2^k − 1.
func (s *star) full() bool { return s.hub&(s.hub+1) == 0 }

func (s *star) low() bool { return slices.Max(s.spokes) < s.hub }

// lacks returns the least power of two that is not in the hub.
func (s *star) lacks() uint64 { return ^s.hub & (s.hub + 1) }

// level reports whether all spokes are as high as the hub or, if it is not full, two are and the others are what it
// lacks. One alone is level if it is as high.
func (s *star) level() bool {
	high, others := 0, 0
	for _, n := range s.spokes {
		switch n {
		case s.hub:
			high++
		case s.lacks():
			others++
		}
	}
	if s.full() || len(s.spokes) == 1 {
		return high == len(s.spokes)
	}
	return high == 2 && high+others == len(s.spokes)
}

func (s *star) nimSum() uint64 {
	sum := uint64(0)
	for _, n := range s.spokes {
		sum ^= n
	}
	return sum
}

func (s *star) lost() bool {
	if s.level() {
		return len(s.spokes)%2 == 1
	}
	return s.nimSum() == 0
}

// winning returns the moves that leave a lost star: they clear a spoke, make it level, or make the nim-sum 0.
func (s *star) winning() (found []lowering) {
	for i, n := range s.spokes {
		for _, left := range [...]uint64{0, s.hub, s.lacks(), n ^ s.nimSum()} {
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
	uneven := !g.star.full() && g.Spokes > 1
	switch {
	case won && g.Level && uneven:
		return fmt.Sprintf("%s leaves two spokes as high as the hub %s, and an odd number (%d) of %ds, which loses.", r.Subject(), g.Hub, g.Spokes-2, g.star.lacks()) +
			g.then1s(won) + r.Rest()
	case g.Level && uneven:
		return fmt.Sprintf("two spokes are as high as the hub %s, and an odd number (%d) are %ds. Whatever you take, your opponent leaves "+
			"two and an odd number again, or even counts of "+theory.AllParts+".", g.Hub, g.Spokes-2, g.star.lacks()) + g.then1s(won)
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
	} else if !g.star.full() {
		why = "Spokes up to the hub " + g.Hub + " are played as Nim."
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
	if !g.star.full() {
		return []string{fmt.Sprintf("%sNone is higher than the hub %s. The player to move loses such a star if the nim-sum of the spokes is 0. "+
			"One kind is no Nim: two are as high as the hub, and all others are %d, the least power of 2 that it lacks. "+
			"The player loses that if the number of these others is odd.", closed, g.Hub, g.star.lacks()), sum}
	}
	return []string{
		fmt.Sprintf("%sThe hub %s has %d counters, which is one less than a power of 2.", closed, g.Hub, g.Height),
		"The player to move loses such a star in two cases: all spokes are as high as the hub and their number is odd, " +
			"or not all are that high and their nim-sum is 0.",
		sum,
	}
}
