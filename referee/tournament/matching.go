package tournament

import (
	"cmp"
	"math"

	"github.com/gnutterts/chesspairing/algorithm/blossom"
)

// A couple is two IDs in alphabetical order, "" for a bye.
type couple [2]string

func coupleOf(a, b string) couple { return couple{min(a, b), max(a, b)} }

// keptApart returns the pairs that may not meet.
func keptApart(t *Tournament) map[couple]bool {
	apart := map[couple]bool{}
	for _, p := range t.Apart {
		apart[coupleOf(p[0].ID, p[1].ID)] = true
	}
	return apart
}

// nearest pairs as many of a field as it can, so that the sum of the distances is least. Two for
// whom distance says false are never paired. A player without a partner is paired with "".
func nearest(field []string, distance func(a, b string) (int64, bool)) (pairs [][2]string) {
	var edges []blossom.BlossomEdge
	longest := int64(math.MinInt64)
	for i, a := range field {
		for j, b := range field[:i] {
			if d, ok := distance(a, b); ok {
				edges = append(edges, blossom.BlossomEdge{I: i, J: j, Weight: d})
				longest = max(longest, d)
			}
		}
	}
	for i := range edges {
		edges[i].Weight = longest + 1 - edges[i].Weight
	}
	mates := blossom.MaxWeightMatching(edges, true)
	for i, id := range field {
		mate := -1
		if i < len(mates) { // it ends with the last player who has an edge
			mate = mates[i]
		}
		switch {
		case mate < 0 && id != "":
			pairs = append(pairs, [2]string{id, ""})
		case mate > i:
			pairs = append(pairs, [2]string{id, field[mate]})
		}
	}
	return pairs
}

// turns counts for each player the boards with the first turn less those without. last is 1 for a
// player who had the first turn last time, -1 for one who had not.
type turns map[string]struct{ surplus, last int }

// firstTurns counts them over all rounds.
func firstTurns(t *Tournament) turns {
	counts := turns{}
	for _, m := range t.Pairings {
		if m.Bye() || m.Game > 1 {
			continue
		}
		a, b := counts[m.First], counts[m.Second]
		a.surplus, a.last = a.surplus+1, 1
		b.surplus, b.last = b.surplus-1, -1
		counts[m.First], counts[m.Second] = a, b
	}
	return counts
}

// pairing gives the first turn to the player who had it less often, or else not last time. A player
// whose partner is "" has a bye.
func (t turns) pairing(a, b string) Pairing {
	switch {
	case a == "":
		a, b = b, a
	case b == "":
	case cmp.Or(cmp.Compare(t[a].surplus, t[b].surplus), cmp.Compare(t[a].last, t[b].last), cmp.Compare(a, b)) > 0:
		a, b = b, a
	}
	return Pairing{First: a, Second: b}
}
