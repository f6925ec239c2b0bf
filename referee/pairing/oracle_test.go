package pairing_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nimatron/internal/testlong"
	"nimatron/referee/pairing"
)

// An oracle pairs a Swiss by the definitions of C.04.5 alone, as slowly as it likes. It knows
// nothing of how package pairing goes about it, and shares nothing with it but its types.
type oracle struct {
	points    map[string]float64
	opponents map[string][]string // as they were met, round by round
	unplayed  map[string]int      // rounds without a meeting
	firsts    map[string]string   // F or S for each round that was played
	bye       map[string]bool
	rank      map[string]int // by rating, then by name, from 1
}

// newOracle adds up what was played. A game won is a point, a bye one and a half (3.4). What
// somebody did not come to counts as not met (0), but its points stay.
func newOracle(players []pairing.Player, rounds [][]pairing.Meeting) *oracle {
	o := &oracle{map[string]float64{}, map[string][]string{}, map[string]int{}, map[string]string{}, map[string]bool{}, map[string]int{}}
	ranked := slices.Clone(players)
	slices.SortFunc(ranked, func(a, b pairing.Player) int {
		return cmp.Or(cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.ID, b.ID))
	})
	for i, p := range ranked {
		o.rank[p.ID] = i + 1
	}
	for _, round := range rounds {
		for _, m := range round {
			if m.Second == "" {
				o.points[m.First] += 1.5
				o.bye[m.First] = true
				o.unplayed[m.First]++
				continue
			}
			o.points[m.First] += float64(m.Won[0])
			o.points[m.Second] += float64(m.Won[1])
			if m.Forfeit {
				o.unplayed[m.First]++
				o.unplayed[m.Second]++
				continue
			}
			o.opponents[m.First] = append(o.opponents[m.First], m.Second)
			o.opponents[m.Second] = append(o.opponents[m.Second], m.First)
			o.firsts[m.First] += "F"
			o.firsts[m.Second] += "S"
		}
	}
	return o
}

// before orders players as they are paired (1.2): by score, then by rank.
func (o *oracle) before(a, b string) int {
	return cmp.Or(cmp.Compare(o.points[b], o.points[a]), cmp.Compare(o.rank[a], o.rank[b]))
}

// may reports whether two can be paired: they have not met, and one of them can take the first
// turn without anybody's having the same three times in a row, which the last round allows.
func (o *oracle) may(a, b string, last bool) bool {
	if slices.Contains(o.opponents[a], b) {
		return false
	}
	twice := func(id string) string { return o.firsts[id][max(0, len(o.firsts[id])-2):] }
	return last || twice(a) != twice(b) || twice(a) != "FF" && twice(a) != "SS"
}

// pairs returns the first complete pairing of a bracket in lexicographic order, nil for none: the
// highest player meets the highest one possible, and so on.
func (o *oracle) pairs(bracket []string, last bool) (made [][2]string, ok bool) {
	if len(bracket) == 0 {
		return nil, true
	}
	for i := 1; i < len(bracket); i++ {
		if !o.may(bracket[0], bracket[i], last) {
			continue
		}
		rest := slices.Concat(bracket[1:i], bracket[i+1:])
		if made, ok := o.pairs(rest, last); ok {
			return append([][2]string{{bracket[0], bracket[i]}}, made...), true
		}
	}
	return nil, false
}

// round pairs everybody: ok is false where a bracket can't be paired by itself.
func (o *oracle) round(last bool) (made [][2]string, bye string, ok bool) {
	left := make([]string, 0, len(o.rank))
	for id := range o.rank {
		left = append(left, id)
	}
	slices.SortFunc(left, o.before)
	if len(left)%2 == 1 { // the lowest who had none (3.4)
		for i, id := range slices.Backward(left) {
			if !o.bye[id] {
				left, bye = slices.Delete(left, i, i+1), id
				break
			}
		}
	}
	for len(left) > 0 {
		n := 1
		for n < len(left) && o.points[left[n]] == o.points[left[0]] {
			n++
		}
		bracket, rest := slices.Clone(left[:n]), slices.Clone(left[n:])
		if n%2 == 1 { // the lowest of the next scoregroup floats up whom somebody can meet (3.5)
			floats := -1
			for i, id := range rest {
				if floats >= 0 && o.points[id] < o.points[rest[floats]] {
					break // of the highest scoregroup in which there is one
				}
				if slices.ContainsFunc(bracket, func(other string) bool { return o.may(id, other, true) }) {
					floats = i
				}
			}
			if floats < 0 {
				return nil, "", false
			}
			bracket, rest = append(bracket, rest[floats]), slices.Delete(rest, floats, floats+1)
		}
		pairs, ok := o.pairs(bracket, last)
		if !ok {
			return nil, "", false
		}
		made, left = append(made, pairs...), rest
	}
	return made, bye, true
}

// buchholz is the sum of the points of all whom somebody has met (C.07, 8.1); a round without a
// meeting counts as one against somebody with as many points as oneself (16.4).
func (o *oracle) buchholz(id string) float64 {
	sum := float64(o.unplayed[id]) * o.points[id]
	for _, other := range o.opponents[id] {
		sum += o.points[other]
	}
	return sum
}

// TestSwissIsTheOracles plays tournaments of 32 people and 5 rounds, and of 31. Each round is
// compared with the oracle's, pair by pair, and the Buchholz numbers with its sums.
func TestSwissIsTheOracles(t *testing.T) {
	const total = 5
	same, rounds := 0, 0
	for seed := range uint64(testlong.Times(10, 40, 2000)) {
		r := rand.New(rand.NewPCG(seed, 45))
		players := field(r, 32-int(seed%2))
		var played [][]pairing.Meeting
		for number := 1; number <= total; number++ {
			o := newOracle(players, played)
			got := pairing.Swiss(players, played, total, nil)
			rounds++
			if want, bye, ok := o.round(number == total); ok {
				same++
				if bye != "" {
					want = append(want, [2]string{bye, ""})
				}
				if g, w := pairsOf(got), pairTexts(want); !slices.Equal(g, w) {
					t.Fatalf("seed %d, round %d: got %v\nwant %v", seed, number, g, w)
				}
			}
			play(r, got)
			played = append(played, got)
		}
		if meetings, byes := again(played); meetings+byes > 0 {
			t.Errorf("seed %d: %d meet again, %d have a second bye", seed, meetings, byes)
		}
		o := newOracle(players, played)
		before := pairing.Standing{Points: 99}
		for _, s := range pairing.Standings(players, played) {
			if s.Points > before.Points || s.Points == before.Points && s.Buchholz > before.Buchholz {
				t.Errorf("seed %d: %+v stands behind %+v", seed, s, before)
			}
			before = s
			if s.Points != o.points[s.ID] || s.Buchholz != o.buchholz(s.ID) {
				t.Errorf("seed %d: %+v, want %v points, Buchholz %v", seed, s, o.points[s.ID], o.buchholz(s.ID))
			}
		}
	}
	if same < rounds*3/4 {
		t.Errorf("only %d of %d rounds are compared", same, rounds)
	}
	t.Logf("%d of %d rounds are as the oracle pairs them; of the others a bracket can't be paired by itself", same, rounds)
}

// pairsOf lists who meets whom, in alphabetical order.
func pairsOf(round []pairing.Meeting) []string {
	var pairs [][2]string
	for _, m := range round {
		pairs = append(pairs, [2]string{m.First, m.Second})
	}
	return pairTexts(pairs)
}

func pairTexts(pairs [][2]string) (texts []string) {
	for _, p := range pairs {
		texts = append(texts, fmt.Sprint(min(p[0], p[1]), "–", max(p[0], p[1])))
	}
	slices.Sort(texts)
	return texts
}
