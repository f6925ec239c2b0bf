package tournament

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/gnutterts/chesspairing/algorithm/blossom"

	"nimatron/internal/words"
)

// The cost of a pair in a Swiss. Each part outweighs all later parts of a whole round: a repeated meeting,
// the squared difference in half points, the squared distance in the table.
const (
	costOfPoints   = 1 << 21
	costOfMeetings = 1 << 45
)

// PairSwiss pairs the next round at the least cost. As far as possible nobody meets an opponent
// twice or has two byes. Then players with equal points meet, then neighbours in the table. Pairs
// that blocks keep apart never meet. The bye of an odd field counts as an opponent below all others.
//
// A round of MaxEntrants players takes some hundredths of a second.
func PairSwiss(t *Tournament) []Pairing {
	place, halves := map[string]int{"": len(t.Entrants)}, map[string]int{}
	for i, s := range Table(t) {
		place[s.ID], halves[s.ID] = i, int(2*s.Points)
	}
	met, apart := map[couple]int{}, keptApart(t)
	for _, m := range t.Pairings {
		if !m.Forfeit { // after a forfeit the pair may meet again
			met[coupleOf(m.First, m.Second)]++
		}
	}
	distance := func(a, b string) (int64, bool) {
		p := coupleOf(a, b)
		points, places := int64(halves[a]-halves[b]), int64(place[a]-place[b])
		return points*points*costOfPoints + places*places + int64(met[p])*costOfMeetings, !apart[p]
	}
	field := seeded(t)
	if len(field)%2 == 1 {
		field = append(field, "")
	}
	firsts := firstTurns(t)
	return words.Each(nearest(field, distance), func(p [2]string) Pairing { return firsts.pairing(p[0], p[1]) })
}

func seeded(t *Tournament) []string {
	list := slices.DeleteFunc(slices.Clone(t.Entrants), func(e Entrant) bool { return e.Gone() })
	slices.SortFunc(list, bySeed)
	return words.Each(list, func(e Entrant) string { return e.ID })
}

const (
	lately = 3 // the last opponents, whom a player meets again only if nobody else is free
	// costOfWaiting exceeds any distance between two players.
	costOfWaiting = 1 << 20
)

// PairArena pairs free players with similar points. In an odd number one waits, but nobody waits
// twice while others can. If others play, nobody meets the last opponent again, and two people meet
// at most MaxMeetings times, so that arranged results can't win.
func PairArena(t *Tournament) (made []Pairing) {
	busy, last, paired, firsts := map[string]bool{}, map[string][]string{}, map[string]int{}, map[string]int{}
	met, apart := map[couple]int{}, keptApart(t)
	alone := t.Playing() == 2
	for _, m := range t.Pairings {
		p := coupleOf(m.First, m.Second)
		if met[p]++; met[p] >= MaxMeetings && !alone {
			apart[p] = true
		}
		firsts[m.First]++
		for _, p := range [][2]string{{m.First, m.Second}, {m.Second, m.First}} {
			busy[p[0]] = busy[p[0]] || !m.Over
			last[p[0]] = slices.Insert(last[p[0]], 0, p[1])
			paired[p[0]] = m.Round
		}
	}
	var free []string
	points := map[string]float64{}
	for _, s := range Table(t) {
		if !busy[s.ID] && !s.Gone() && !s.Paused {
			free, points[s.ID] = append(free, s.ID), s.Points
		}
	}
	distance := func(a, b string) (int64, bool) {
		gap := int64(10 * (points[a] - points[b]))
		d := gap*gap - costOfWaiting*int64(2*t.Round-paired[a]-paired[b])
		for _, p := range [][2]string{{a, b}, {b, a}} {
			switch i := slices.Index(last[p[0]][:min(lately, len(last[p[0]]))], p[1]); {
			case i == 0 && !alone:
				return 0, false
			case i >= 0:
				d += 10_000 >> i
			}
		}
		return d, !apart[coupleOf(a, b)]
	}
	for _, p := range nearest(free, distance) {
		if p[1] == "" {
			continue
		}
		if firsts[p[0]] > firsts[p[1]] {
			p[0], p[1] = p[1], p[0]
		}
		made = append(made, Pairing{First: p[0], Second: p[1]})
	}
	return made
}

// PairKnockout pairs the next round of a bracket, nil after the final. In the first round the best
// rated player meets the worst, the second best the second worst, and so on. The best two can only
// meet in the final. If the number of players is not a power of 2, the best have byes.
func PairKnockout(t *Tournament) (made []Pairing) {
	if t.Round > 0 {
		left := remaining(t)
		firsts := firstTurns(t)
		for len(left) > 1 {
			made, left = append(made, firsts.pairing(left[0], left[1])), left[2:]
		}
		if len(made) > 0 && len(left) > 0 {
			made = append(made, Pairing{First: left[0]})
		}
		return made
	}
	field := seeded(t)
	size := 1 << bits.Len(uint(len(field)-1))
	for i := range size / 2 {
		high := seed(i, size/2)
		m := Pairing{First: field[high]}
		if low := size - 1 - high; low < len(field) {
			m.Second = field[low]
		}
		made = append(made, m)
	}
	return made
}

func pairSimul(t *Tournament) (made []Pairing) {
	for _, e := range t.Entrants {
		apart := slices.ContainsFunc(t.Blocked, func(p [2]string) bool { return coupleOf(p[0], p[1]) == coupleOf(e.ID, t.Leader.ID) })
		if t.Round == 0 && !e.Gone() && !t.Leads(e.ID) && !apart {
			made = append(made, Pairing{First: e.ID, Second: t.Leader.ID})
		}
	}
	return made
}

// seed returns the seed that plays on board i of a first round of n: each half of the bracket has one of the
// best two, each quarter one of the best four, and so on.
func seed(i, n int) int {
	if n == 1 {
		return 0
	}
	s := seed(i/2, n/2)
	if i%2 == 1 {
		return n - 1 - s
	}
	return s
}

// remaining returns the players who advance from the last round, by board. If a winner has left,
// the opponent advances.
func remaining(t *Tournament) (ids []string) {
	last := map[int]*Pairing{}
	for i := range t.Pairings {
		if m := &t.Pairings[i]; m.Round == t.Round && (last[m.Board] == nil || m.Game > last[m.Board].Game) {
			last[m.Board] = m
		}
	}
	for board := 1; board <= len(last); board++ {
		players := []string{last[board].First, last[board].Second}
		if t.Winner(last[board]) == 1 {
			slices.Reverse(players)
		}
		if i := slices.IndexFunc(players, func(id string) bool { e := t.Find(id); return e != nil && !e.Gone() }); i >= 0 {
			ids = append(ids, players[i])
		}
	}
	return ids
}

type couple [2]string

func coupleOf(a, b string) couple { return couple{min(a, b), max(a, b)} }

// keptApart returns the pairs that never meet. The oldest blocks of a player count, but not all: nobody
// can choose their opponents by blocking the others.
func keptApart(t *Tournament) map[couple]bool {
	apart := map[couple]bool{}
	blocks := map[string]int{}
	for _, p := range t.Blocked {
		if blocks[p[0]]++; blocks[p[0]] <= MaxApartOf {
			apart[coupleOf(p[0], p[1])] = true
		}
	}
	return apart
}

// nearest pairs as many players as possible at the least sum of distances, but never two whose distance is
// false. A player without a partner is paired with "".
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
		if i < len(mates) { // mates ends at the last player with an edge
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

// turns has each player's boards with the first turn minus those without. last is 1 for a player
// who had the first turn last time, and -1 for one who did not.
type turns map[string]struct{ surplus, last int }

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

// pairing gives the first turn to the player who had it less often, or else to the one who did not
// have it last time. A player whose partner is "" has a bye.
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
