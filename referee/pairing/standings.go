package pairing

import (
	"cmp"
	"context"
	"slices"

	"github.com/gnutterts/chesspairing"
	"github.com/gnutterts/chesspairing/tiebreaker"
)

// Standing is how a player stands.
type Standing struct {
	ID string
	// Points are the games won, a bye counting 1.5 and a round missed before joining 0.5.
	Points float64
	// Buchholz is the sum of the opponents' points; for a round without an opponent the own ones.
	Buchholz float64
	// Direct is what was won against those with the same points.
	Direct float64
	// Wins are the games won by playing.
	Wins int
}

// Standings orders the players of a Swiss by points, then by Buchholz, then by direct
// encounter, then by games won and rating.
func Standings(players []Player, rounds [][]Meeting) []Standing {
	at := map[string]int{}
	list := make([]Standing, len(players))
	for i, p := range players {
		at[p.ID], list[i].ID = i, p.ID
		list[i].Points = pointsOfMissed * float64(min(max(0, p.Joined-1), len(rounds)))
	}
	for _, round := range rounds {
		for _, m := range round {
			first := &list[at[m.First]]
			if m.Bye() {
				first.Points += pointsOfBye
				continue
			}
			second := &list[at[m.Second]]
			first.Points += float64(m.Won[0])
			second.Points += float64(m.Won[1])
			if !m.Forfeit {
				first.Wins += m.Won[0]
				second.Wins += m.Won[1]
			}
		}
	}
	tournament := state(players, rounds)
	scores := make([]chesspairing.PlayerScore, len(list))
	for i, s := range list {
		scores[i] = chesspairing.PlayerScore{PlayerID: s.ID, Score: s.Points}
	}
	breaks := func(id string) []float64 {
		values := make([]float64, len(list))
		tie, err := tiebreaker.Get(id)
		if err != nil {
			panic(err) // it is one of the library's
		}
		found, err := tie.Compute(context.Background(), tournament, scores)
		if err != nil {
			return values
		}
		for _, v := range found {
			values[at[v.PlayerID]] = v.Value
		}
		return values
	}
	for i, b := range breaks("buchholz") {
		list[i].Buchholz = b
	}
	for i, d := range breaks("direct-encounter") {
		list[i].Direct = d
	}
	slices.SortStableFunc(list, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(b.Buchholz, a.Buchholz),
			cmp.Compare(b.Direct, a.Direct), cmp.Compare(b.Wins, a.Wins),
			bySeed(players[at[a.ID]], players[at[b.ID]]))
	})
	return list
}
