package tournament

import (
	"cmp"
	"slices"
)

type Standing struct {
	Entrant
	Place  int
	Points float64
	// Won and Lost are games, including forfeits.
	Won, Lost int
	InARow    int // the pairings that an arena's player has won in a row
	balance   int // Won minus Lost, which breaks ties except in a Swiss
	// Absent is true for players who left before they played. They stand behind all others, even if a bye
	// gave them points.
	Absent bool
	// These break ties in a Swiss and are 0 in other formats. Buchholz is the sum of the opponents' points; a
	// round without an opponent counts the player's own points. Direct counts games won against players with
	// equal points, Played games won without forfeits.
	Buchholz       float64
	Direct, Played int
}

const (
	StreakPairs = 3
	StreakBonus = 1

	pointsOfBye    = 1.5
	pointsOfMissed = 0.5
)

// Table returns the standings of a tournament, without the leader of a Simul.
func Table(t *Tournament) []Standing {
	rows := make([]Standing, len(t.Entrants))
	at := map[string]*Standing{}
	for i, e := range t.Entrants {
		rows[i].Entrant, at[e.ID] = e, &rows[i]
	}
	for _, m := range t.Pairings {
		if m.Over && !m.Bye() {
			at[m.First].add(m.Won[0], m.Won[1])
			at[m.Second].add(m.Won[1], m.Won[0])
		}
	}
	if score := t.Format.Kind().score; score != nil {
		score(t, at)
	}
	rows = slices.DeleteFunc(rows, func(s Standing) bool { return t.Leads(s.ID) || t.Round == 0 && s.Gone() })
	for i := range rows {
		rows[i].Absent = rows[i].Gone() && !t.played(rows[i].ID)
	}
	slices.SortFunc(rows, func(a, b Standing) int {
		return cmp.Or(behind(a.Absent, b.Absent), cmp.Compare(b.Points, a.Points), cmp.Compare(b.Buchholz, a.Buchholz), cmp.Compare(b.Direct, a.Direct),
			cmp.Compare(b.Played, a.Played), cmp.Compare(b.balance, a.balance), bySeed(a.Entrant, b.Entrant))
	})
	for i := range rows {
		rows[i].Place = i + 1
	}
	return rows
}

func (t *Tournament) played(id string) bool {
	return slices.ContainsFunc(t.Pairings, func(m Pairing) bool {
		return !m.Bye() && !m.Forfeit && (m.First == id || m.Second == id)
	})
}

func behind(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

func bySeed(a, b Entrant) int {
	return cmp.Or(cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.ID, b.ID))
}

func (s *Standing) add(won, lost int) {
	s.Won, s.Lost, s.balance = s.Won+won, s.Lost+lost, s.balance+won-lost
	s.Points += float64(won)
	if won <= lost {
		s.InARow = 0
		return
	}
	if s.InARow++; s.InARow >= StreakPairs {
		s.Points += StreakBonus
	}
}

func countSwiss(t *Tournament, at map[string]*Standing) {
	unplayed := map[string]int{}
	for id, s := range at {
		s.balance = 0
		s.Points, unplayed[id] = pointsOfMissed*float64(min(max(0, s.Joined-1), t.Round)), t.Round
	}
	for _, m := range t.Pairings {
		if m.Bye() {
			at[m.First].Points += pointsOfBye
			continue
		}
		for seat, id := range []string{m.First, m.Second} {
			s := at[id]
			if s.Points += float64(m.Won[seat]); !m.Forfeit {
				s.Played += m.Won[seat]
				unplayed[id]--
			}
		}
	}
	for id, s := range at {
		s.Buchholz = float64(unplayed[id]) * s.Points
	}
	for _, m := range t.Pairings {
		if m.Bye() || m.Forfeit {
			continue
		}
		first, second := at[m.First], at[m.Second]
		first.Buchholz += second.Points
		second.Buchholz += first.Points
		if first.Points == second.Points {
			first.Direct += m.Won[0]
			second.Direct += m.Won[1]
		}
	}
}

// countKnockout scores each player of a knockout by the round reached, minus half a point for those
// who are out.
func countKnockout(t *Tournament, at map[string]*Standing) {
	out := map[string]bool{}
	for _, s := range at {
		s.Points = 0
	}
	for i := range t.Pairings {
		m := &t.Pairings[i]
		players := []string{m.First, m.Second}[:2]
		if m.Bye() {
			players = players[:1]
		}
		for _, id := range players {
			at[id].Points = float64(m.Round)
		}
		if winner := t.Winner(m); winner >= 0 && !m.Bye() {
			out[players[1-winner]] = true
		}
	}
	for id := range out {
		at[id].Points -= 0.5
	}
}
