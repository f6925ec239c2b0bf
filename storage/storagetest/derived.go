package storagetest

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/internal/testlong"
	"nimatron/match"
)

// RunDerived tests that what is counted beforehand is what counting would give, whatever
// happens.
// Count returns how many rows a query finds behind the store's back.
func RunDerived(t *testing.T, s match.Store, count func(query string) (int, error)) {
	t.Helper()
	ctx := t.Context()
	r := rand.New(rand.NewPCG(5, 5))
	player := func() match.Player { return match.Player{ID: fmt.Sprint("local:", r.IntN(8)), Name: "Somebody"} }
	for n := range testlong.Times(80, 120, 300) {
		m := Between(player(), player())
		m.Channel, m.Server, m.Rated = fmt.Sprint("channel ", n), []string{"", "den", "pub"}[r.IntN(3)], r.IntN(2) == 0
		m.Family = []string{"nim", "end-nim"}[r.IntN(2)]
		m.Pace = []match.Pace{match.Live, match.Long}[r.IntN(2)]
		result := []match.Result{LeftWins, RightWins, NobodyWon}[r.IntN(3)]
		switch r.IntN(10) {
		case 0:
			m.State, m.Winner, m.Termination = match.Finished, result.Winner, result.Termination
			CreateMatch(t, s, m)
		case 1:
			m.AbandonAt = Noon.Add(-time.Second)
			CreateMatch(t, s, m)
			_, err := s.Abandon(ctx, Noon, 9)
			WantErr(t, err, nil)
		case 2:
			WantErr(t, s.ReplaceRatings(ctx, func(match.Match) ([]match.RatingChange, error) { return nil, nil }), nil)
		case 3:
			_ = s.Forget(ctx, player().ID, Noon) // who may not exist
		default:
			ratings, err := s.Ratings(ctx, m.Sides[games.Left].ID)
			WantErr(t, err, nil)
			c := match.RatingChange{Player: m.Sides[games.Left].ID, Before: ratings[m.Sides[games.Left].ID][m.Ladder()], After: Rating(m.Family, 1), Points: 1}
			c.After.Pace = m.Pace
			c.After.Games = c.Before.Games + 1
			c.After.Value, c.After.Deviation = float64(r.IntN(300)), float64(80+r.IntN(60))
			Finish(t, s, m, result, c)
		}
		if n%10 == 0 {
			CheckDerived(t, count)
		}
		if t.Failed() {
			t.Fatalf("after %d steps", n+1)
		}
	}
}

// CheckDerived tests that what is counted beforehand is what counting would give now.
func CheckDerived(t *testing.T, count func(query string) (int, error)) {
	t.Helper()
	for name, c := range map[string]struct{ kept, counted string }{
		"tallies": {`SELECT player, family, wins, losses, draws, unrated FROM tallies`, `
			SELECT player, family, sum(CASE WHEN winner = side THEN 1 ELSE 0 END),
				sum(CASE WHEN winner NOT IN ('', side) THEN 1 ELSE 0 END), sum(CASE WHEN winner = '' THEN 1 ELSE 0 END),
				sum(CASE WHEN rated = 0 THEN 1 ELSE 0 END) FROM (
				SELECT left_player AS player, 'left' AS side, * FROM matches
				UNION ALL
				SELECT right_player, 'right', * FROM matches) m
			JOIN players p ON p.key = player WHERE state = 'finished' AND p.id NOT LIKE 'deleted:%'
			GROUP BY player, family`},
		"server_players": {`SELECT server, player FROM server_players`, `
			SELECT DISTINCT server, key FROM matches JOIN players ON key IN (left_player, right_player)
			WHERE state = 'finished' AND server <> '' AND players.id NOT LIKE 'deleted:%'`},
		"rating_counts": {`SELECT family, pace, provisional, bucket, players FROM rating_counts WHERE players > 0`, `
			SELECT family, pace, provisional, bucket, count(*) FROM ratings GROUP BY 1, 2, 3, 4`},
	} {
		for _, q := range []string{c.kept + ` EXCEPT ` + c.counted, c.counted + ` EXCEPT ` + c.kept} {
			rows, err := count(q)
			WantErr(t, err, nil)
			if rows > 0 {
				t.Errorf("%s: %d rows are wrong", name, rows)
			}
		}
	}
}
