package commands_test

import (
	"fmt"
	"time"

	"nimatron/games"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/match/rating"
)

// past stores a finished match of p1, a day after the previous one.
func (r *room) past(change func(*match.Match)) match.Match {
	r.Helper()
	r.now = r.now.Add(24 * time.Hour)
	m := match.Match{
		Channel: "lobby", Server: "home", Variant: "nim", Family: "nim", Start: "1", First: games.Left,
		Sides: match.Between(match.Player{ID: "p1", Name: "p1"}, match.Player{ID: "p2", Name: "p2"}),
		State: match.Finished, Result: match.Result{Winner: match.LeftSeat, Termination: match.Played}, Created: r.now,
		Moves: []match.Move{{Actor: games.Left, Text: "1-1", At: r.now}},
	}
	if change != nil {
		change(&m)
	}
	m = must.Get(r.store.CreateMatch(r.Context(), m))(r)
	return m
}

// rate gives a player a rating through a match.
func (r *room) rate(m match.Match, player string, value, deviation, points float64) {
	r.Helper()
	var all []match.RatingChange
	for _, family := range []string{match.Overall, m.Family} {
		in := match.Ladder{Family: family, Pace: m.Pace}
		before := match.Rating{Ladder: in, Rating: rating.New()}
		after := match.Rating{
			Ladder: in, Rating: rating.Rating{Value: value, Deviation: deviation, Volatility: rating.StartVolatility},
			Games: 4, Wins: 3, Losses: 1, Streak: 3, Updated: r.now,
		}
		all = append(all, match.RatingChange{MatchID: m.ID, Player: player, Before: before, After: after, Points: points, At: r.now})
	}
	r.changes = append(r.changes, all...)
	must.OK(r, r.store.ReplaceRatings(r.Context(), func(m match.Match) (of []match.RatingChange, _ error) {
		for _, c := range r.changes {
			c.After.Updated = r.now // so that all have aged alike
			if c.MatchID == m.ID {
				of = append(of, c)
			}
		}
		return of, nil
	}))
}

// ratings gives 18 people ratings: 12 are established and 6 are not. Those with an even number have played at home.
func (r *room) ratings() {
	for i := 1; i <= 18; i++ {
		id, deviation := fmt.Sprintf("q%02d", i), 70.0
		if i > 12 {
			deviation = 200
		}
		m := r.past(func(m *match.Match) {
			m.Sides[games.Left].Player = match.Player{ID: id, Name: id}
			if i%2 == 1 {
				m.Server = "away"
			}
		})
		r.rate(m, id, 2000-float64(i), deviation, 1)
	}
}
