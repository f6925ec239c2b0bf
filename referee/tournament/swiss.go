package tournament

import (
	"slices"
)

// The cost of a pair in a Swiss. Each part outweighs all later parts of a whole round: to meet again,
// then the squared difference in half points, then the squared distance in the table.
const (
	costOfPoints   = 1 << 21
	costOfMeetings = 1 << 45
)

// Swiss pairs the next round at the least cost. As far as possible nobody meets an opponent twice or
// has two byes. Then those with like points meet, then neighbours in the table. A pair that is kept
// apart never meets. The bye of an odd field counts as an opponent below all others.
//
// A round of match.MaxEntrants players takes some hundredths of a second.
func PairSwiss(t *Tournament) []Pairing {
	place, halves := map[string]int{"": len(t.Entrants)}, map[string]int{}
	for i, s := range Table(t) {
		place[s.ID], halves[s.ID] = i, int(2*s.Points)
	}
	met, apart := map[couple]int{}, keptApart(t)
	for _, m := range t.Pairings {
		if !m.Forfeit { // a pair of which one did not come may meet again
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
		field = append(field, "") // a bye, with 0 points
	}
	var made []Pairing
	firsts := firstTurns(t)
	for _, p := range nearest(field, distance) {
		made = append(made, firsts.pairing(p[0], p[1]))
	}
	return made
}

// seeded returns the players who have not left, by rating.
func seeded(t *Tournament) (ids []string) {
	list := slices.DeleteFunc(slices.Clone(t.Entrants), func(e Entrant) bool { return e.Gone() })
	slices.SortFunc(list, bySeed)
	for _, e := range list {
		ids = append(ids, e.ID)
	}
	return ids
}
