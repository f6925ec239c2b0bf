package commands_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nimatron/commands/view"
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

func TestLeaderboard(t *testing.T) {
	r := newRoom(t)
	for _, line := range []string{"/leaderboard ratings", "/leaderboard ratings game:end-nim scope:global"} {
		r.refuses("p1", line)
	}
	for _, line := range []string{
		"/leaderboard ratings scope:server",
		"/leaderboard ratings scope:world",
		"/leaderboard ratings game:chess",
		"/leaderboard ratings page:0",
		"/leaderboard ratings page:x",
		"/leaderboard ratings page:2",
		"/leaderboard ratings page:9999999999999",
		"/leaderboard ratings game:split-nim/2 page:two",
	} {
		r.refuses("p1", line)
	}

	// 12 players are established and 6 are not. Those with an even number have played on this
	// server.
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
	reply := r.refuses("q11", "/leaderboard ratings")
	reply = r.press("q18", reply, "Forward")
	if reply.To != (view.UpdateEphemeral{}) {
		t.Error("page 2 does not take the place of page 1")
	}
	r.refuses("p9", "/leaderboard ratings page:3")
	r.refuses("p9", "/leaderboard ratings game:nim/misere")
	r.refuses("p9", "/leaderboard ratings game:end-nim")

	r.server = "home"
	if home := r.refuses("q02", "/leaderboard ratings"); strings.Contains(text(home), "@q01") {
		t.Errorf("who has never played here is listed:\n%s", text(home))
	}
	r.refuses("q02", "/leaderboard ratings scope:GLOBAL")
	r.refuses("q01", "/leaderboard ratings scope:server")

	r.now = r.now.AddDate(0, 0, 500) // ratings are no longer certain
	r.refuses("q02", "/leaderboard ratings scope:global")
	r.refuses("q02", "/profile")
}
