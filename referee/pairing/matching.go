package pairing

import (
	"cmp"
	"math"
	"slices"

	"github.com/gnutterts/chesspairing/algorithm/blossom"
)

// nearest pairs as many of a field as it can, in such a way that the sum of the distances is
// least. Two for whom distance says false are never paired. Whoever has no partner is paired
// with nobody, the zero Player.
func nearest(field []Player, distance func(a, b Player) (int64, bool)) [][2]Player {
	type edge struct {
		i, j int
		d    int64
	}
	var edges []edge
	longest := int64(math.MinInt64)
	for i := range field {
		for j := range i {
			if d, ok := distance(field[i], field[j]); ok {
				edges = append(edges, edge{i, j, d})
				longest = max(longest, d)
			}
		}
	}
	weighted := make([]blossom.BlossomEdge, len(edges))
	for k, e := range edges {
		weighted[k] = blossom.BlossomEdge{I: e.i, J: e.j, Weight: longest + 1 - e.d}
	}
	mates := blossom.MaxWeightMatching(weighted, true)
	var pairs [][2]Player
	for i, p := range field {
		mate := -1
		if i < len(mates) { // which ends with the last one who has an edge
			mate = mates[i]
		}
		switch {
		case mate < 0 && p.ID != "":
			pairs = append(pairs, [2]Player{p, {}})
		case mate > i:
			pairs = append(pairs, [2]Player{p, field[mate]})
		}
	}
	return pairs
}

// turns counts for each player the pairings with the first turn less those without, and knows
// who had it last.
type turns map[string]struct{ surplus, last int }

// firstTurns counts them over all rounds.
func firstTurns(rounds [][]Pairing) turns {
	t := turns{}
	for _, round := range rounds {
		for _, m := range round {
			if m.Bye() {
				continue
			}
			a, b := t[m.First], t[m.Second]
			a.surplus, a.last = a.surplus+1, 1
			b.surplus, b.last = b.surplus-1, -1
			t[m.First], t[m.Second] = a, b
		}
	}
	return t
}

// pairing lets the one begin who has begun less often or, where that is equal, not last time. A
// player whose partner is nobody has a bye.
func (t turns) meeting(a, b string) Pairing {
	switch {
	case a == "":
		return Pairing{First: b}
	case b == "":
		return Pairing{First: a}
	case cmp.Or(cmp.Compare(t[a].surplus, t[b].surplus), cmp.Compare(t[a].last, t[b].last), cmp.Compare(a, b)) > 0:
		a, b = b, a
	}
	return Pairing{First: a, Second: b}
}

// Waiting is somebody in an arena who is free to play.
type Waiting struct {
	ID    string
	Score float64
	// Last are those met last, the latest first.
	Last []string
	// Rounds is how many pairings were made while this player waited.
	Rounds int
}

// recent is how many of the last opponents somebody is kept from, where others are there.
const recent = 3

// waited is the distance that a round of waiting outweighs: more than there is between players.
const waited = 1 << 20

// Arena pairs those who are free, near in score and not with whom they have just met. Whoever
// has waited longest has the least to fear a distant opponent. Two who met last time are paired
// only if nobody else is in the field. Who is left over waits on: with an odd number one does.
func Arena(free []Waiting, forbidden Forbidden) []Pairing {
	by := map[string]Waiting{}
	var field []Player
	for _, w := range free {
		by[w.ID] = w
		field = append(field, Player{ID: w.ID, Rating: w.Score})
	}
	slices.SortFunc(field, bySeed)
	distance := func(a, b Player) (int64, bool) {
		x, y := by[a.ID], by[b.ID]
		gap := int64(10 * (x.Score - y.Score))
		d := gap * gap
		for _, pair := range [][2]Waiting{{x, y}, {y, x}} {
			i := slices.Index(pair[0].Last[:min(recent, len(pair[0].Last))], pair[1].ID)
			switch {
			case i == 0 && len(field) > 2:
				return 0, false
			case i >= 0:
				d += 10_000 >> i
			}
		}
		// Of an odd number one waits on: not somebody who waits already.
		return d - waited*int64(x.Rounds+y.Rounds), !forbidden[ordered(a.ID, b.ID)]
	}
	var made []Pairing
	for _, pair := range nearest(field, distance) {
		if pair[1].ID != "" {
			made = append(made, Pairing{First: pair[0].ID, Second: pair[1].ID})
		}
	}
	return made
}
