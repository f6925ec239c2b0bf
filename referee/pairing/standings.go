package pairing

import (
	"cmp"
	"slices"
)

// Standing is how a player stands.
type Standing struct {
	ID string
	// Points are the games won, a bye counting 1.5 and a round missed before joining 0.5.
	Points float64
	// Buchholz is the sum of the opponents' points. Each round without an opponent, by a bye, a
	// forfeit, joining late or leaving, counts the player's own points instead.
	Buchholz float64
	// Direct is how many games were won against players with the same points.
	Direct float64
	// Wins are the games won by playing.
	Wins int
}

// Standings orders the players of a Swiss by points, then by Buchholz, then by direct
// encounter, then by games won and rating.
func Standings(players []Player, rounds [][]Pairing) []Standing {
	at := map[string]int{}
	list := make([]Standing, len(players))
	for i, p := range players {
		at[p.ID], list[i].ID = i, p.ID
		list[i].Points = pointsOfMissed * float64(min(max(0, p.Joined-1), len(rounds)))
	}
	unplayed := make([]int, len(players)) // rounds
	for i := range unplayed {
		unplayed[i] = len(rounds)
	}
	// eachSide calls do for both players of each pairing that was played.
	eachSide := func(do func(s, opponent *Standing, won int)) {
		for _, round := range rounds {
			for _, m := range round {
				if !m.Bye() && !m.Forfeit {
					first, second := &list[at[m.First]], &list[at[m.Second]]
					do(first, second, m.Won[0])
					do(second, first, m.Won[1])
				}
			}
		}
	}
	eachSide(func(s, _ *Standing, won int) {
		s.Points += float64(won)
		s.Wins += won
		unplayed[at[s.ID]]--
	})
	for _, round := range rounds {
		for _, m := range round {
			switch first := &list[at[m.First]]; {
			case m.Bye():
				first.Points += pointsOfBye
			case m.Forfeit:
				first.Points += float64(m.Won[0])
				list[at[m.Second]].Points += float64(m.Won[1])
			}
		}
	}
	for i := range list {
		list[i].Buchholz = float64(unplayed[i]) * list[i].Points
	}
	eachSide(func(s, opponent *Standing, won int) {
		s.Buchholz += opponent.Points
		if s.Points == opponent.Points {
			s.Direct += float64(won)
		}
	})
	slices.SortStableFunc(list, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Buchholz, a.Buchholz),
			cmp.Compare(b.Direct, a.Direct), cmp.Compare(b.Wins, a.Wins),
			bySeed(players[at[a.ID]], players[at[b.ID]]))
	})
	return list
}
