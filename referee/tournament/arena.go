package tournament

import (
	"cmp"
	"slices"
)

// Waiting is a player of an arena who is free to play.
type Waiting struct {
	ID     string
	Points float64
	Last   []string // opponents, the latest first
	Rounds int      // that were paired since their last one
}

const (
	// recent is how many of the last opponents a player is kept from while others are free.
	recent = 3
	// costOfWaiting is larger than any distance between two players.
	costOfWaiting = 1 << 20
)

// Arena pairs players who are free and near in points, and not with those whom they have just met. Of
// an odd number one waits on, but nobody waits twice if others can. Two who met last time are paired
// only if nobody else is in the field.
func PairArena(free []Waiting, apart map[couple]bool) []Pairing {
	by := map[string]Waiting{}
	field := slices.Clone(free)
	slices.SortFunc(field, func(a, b Waiting) int { return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(a.ID, b.ID)) })
	var ids []string
	for _, w := range field {
		by[w.ID] = w
		ids = append(ids, w.ID)
	}
	distance := func(a, b string) (int64, bool) {
		x, y := by[a], by[b]
		gap := int64(10 * (x.Points - y.Points))
		d := gap*gap - costOfWaiting*int64(x.Rounds+y.Rounds)
		for _, p := range [][2]Waiting{{x, y}, {y, x}} {
			switch i := slices.Index(p[0].Last[:min(recent, len(p[0].Last))], p[1].ID); {
			case i == 0 && len(free) > 2:
				return 0, false
			case i >= 0:
				d += 10_000 >> i
			}
		}
		return d, !apart[coupleOf(a, b)]
	}
	var made []Pairing
	for _, p := range nearest(ids, distance) {
		if p[1] != "" {
			made = append(made, Pairing{First: p[0], Second: p[1]})
		}
	}
	return made
}

// arenaRound pairs the players of an arena who are free. If others play, two meet at most MaxMeetings
// times, so that two who agree on results don't win it with them.
func arenaRound(t *Tournament) []Pairing {
	busy, last, paired, firsts := map[string]bool{}, map[string][]string{}, map[string]int{}, map[string]int{}
	met, apart := map[couple]int{}, keptApart(t)
	for _, m := range t.Pairings {
		p := coupleOf(m.First, m.Second)
		if met[p]++; met[p] >= MaxMeetings && t.Playing() > 2 {
			apart[p] = true
		}
		firsts[m.First]++
		for _, p := range [][2]string{{m.First, m.Second}, {m.Second, m.First}} {
			busy[p[0]] = busy[p[0]] || !m.Over
			last[p[0]] = slices.Insert(last[p[0]], 0, p[1])
			paired[p[0]] = m.Round
		}
	}
	var free []Waiting
	for _, s := range Table(t) {
		if !busy[s.ID] && !s.Gone() && !s.Paused {
			free = append(free, Waiting{ID: s.ID, Points: s.Points, Last: last[s.ID], Rounds: t.Round - paired[s.ID]})
		}
	}
	// Two who have just met wait for somebody else, if others play.
	justMet := func(a, b Waiting) bool { return len(a.Last) > 0 && a.Last[0] == b.ID }
	if len(free) == 2 && t.Playing() > 2 && (justMet(free[0], free[1]) || justMet(free[1], free[0])) {
		return nil
	}
	made := PairArena(free, apart)
	for i := range made {
		if m := &made[i]; firsts[m.First] > firsts[m.Second] {
			m.First, m.Second = m.Second, m.First
		}
	}
	return made
}
