package sqlite_test

import (
	"database/sql"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"nimatron/games/gamestest"
	"nimatron/match"
	"nimatron/rating"
	"nimatron/storage/storagetest"
)

// What is counted beforehand is what counting would give, whatever happens.
func TestDerivedTablesAgree(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	ctx := t.Context()
	r := rand.New(rand.NewPCG(5, 5))
	db := rawDB(t, path)
	player := func() match.Player { return match.Player{ID: fmt.Sprint("local:", r.IntN(8)), Name: "Somebody"} }
	steps := 300
	if gamestest.RaceEnabled {
		steps = 80
	}
	for n := range steps {
		m := storagetest.Between(player(), player())
		m.Channel, m.Server, m.Rated = fmt.Sprint("channel ", n), []string{"", "den", "pub"}[r.IntN(3)], r.IntN(2) == 0
		m.Family = []string{"nim", "end-nim"}[r.IntN(2)]
		m.Pace = []match.Pace{match.Live, match.Long}[r.IntN(2)]
		result := []match.Result{storagetest.LeftWins, storagetest.RightWins, storagetest.NobodyWon}[r.IntN(3)]
		switch r.IntN(10) {
		case 0:
			m.State, m.Winner, m.Termination = match.Finished, result.Winner, result.Termination
			storagetest.CreateMatch(t, s, m)
		case 1:
			m.AbandonAt = storagetest.Noon.Add(-time.Second)
			storagetest.CreateMatch(t, s, m)
			_, err := s.Abandon(ctx, storagetest.Noon, 9)
			storagetest.WantErr(t, err, nil)
		case 2:
			storagetest.WantErr(t, s.ReplaceRatings(ctx, func(match.Match) ([]match.RatingChange, error) { return nil, nil }), nil)
		case 3:
			_ = s.Forget(ctx, player().ID, storagetest.Noon) // who may not exist
		default:
			ratings, err := s.Ratings(ctx, m.Left.ID)
			storagetest.WantErr(t, err, nil)
			c := match.RatingChange{Player: m.Left.ID, Before: ratings[m.Left.ID][m.Ladder()], After: storagetest.Rating(m.Family, 1), Points: 1}
			c.After.Pace = m.Pace
			c.After.Games = c.Before.Games + 1
			c.After.Value, c.After.Deviation = float64(r.IntN(300)), float64(80+r.IntN(60))
			storagetest.Finish(t, s, m, result, c)
		}
		if n%10 == 0 {
			checkDerived(t, db)
		}
		if t.Failed() {
			t.Fatalf("after %d steps", n+1)
		}
	}
}

func checkDerived(t *testing.T, db *sql.DB) {
	t.Helper()
	for name, c := range map[string]struct{ kept, counted string }{
		"tallies": {`SELECT player, family, wins, losses, draws, unrated FROM tallies`, `
			SELECT player, family, sum(winner = side), sum(winner NOT IN ('', side)), sum(winner = ''), sum(rated = 0) FROM (
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
			var rows int
			storagetest.WantErr(t, db.QueryRow(`SELECT count(*) FROM (`+q+`)`).Scan(&rows), nil)
			if rows > 0 {
				t.Errorf("%s: %d rows are wrong", name, rows)
			}
		}
	}
}

// The columns that the database works out by itself, which a migration that was applied
// long ago says, are what package rating says today.
func TestGeneratedColumnsAgree(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	const limit = rating.ProvisionalDeviation
	for n, deviation := range []float64{rating.MinDeviation, limit, math.Nextafter(limit, limit+1), rating.MaxDeviation} {
		c := storagetest.Rated(storagetest.Ann, 1, 1)
		c.After.Family, c.After.Value, c.After.Deviation = fmt.Sprint("family ", n), 1234.5, deviation
		storagetest.Finish(t, s, storagetest.Match("c"), storagetest.LeftWins, c)
	}
	rows, err := rawDB(t, path).Query(`SELECT value, deviation, volatility, score, provisional FROM ratings`)
	storagetest.WantErr(t, err, nil)
	defer rows.Close()
	seen := 0
	for rows.Next() {
		var r rating.Rating
		var score float64
		var provisional bool
		storagetest.WantErr(t, rows.Scan(&r.Value, &r.Deviation, &r.Volatility, &score, &provisional), nil)
		if score != r.Score() || provisional != r.Provisional() {
			t.Errorf("%+v has the score %v, provisional %v in the database: want %v, %v", r, score, provisional, r.Score(), r.Provisional())
		}
		seen++
	}
	storagetest.WantErr(t, rows.Err(), nil)
	storagetest.WantEqual(t, seen, 4)
}
