package storagetest

import (
	"database/sql"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/match/rating"
	"nimatron/storage"
)

// Generated columns agree with package rating.
func TestGeneratedColumnsAgree(t *testing.T) {
	forEach(t, func(t *testing.T, s store) {
		database := s.empty(t)
		tested, db := s.open(t, database), s.raw(t, database)
		const limit = rating.ProvisionalDeviation
		for n, deviation := range []float64{rating.MinDeviation, limit, math.Nextafter(limit, limit+1), rating.MaxDeviation} {
			c := Rated(Ann, 1, 1)
			c.After.Family, c.After.Value, c.After.Deviation = fmt.Sprint("family ", n), 184.3, deviation
			Finish(t, tested, Match("c"), LeftWins, c)
			var r rating.Rating
			var score float64
			var provisional bool
			row := db.QueryRow(`SELECT value, deviation, volatility, score, provisional FROM ratings WHERE family = $1`, c.After.Family)
			WantErr(t, row.Scan(&r.Value, &r.Deviation, &r.Volatility, &score, &provisional), nil)
			if score != r.Score() || provisional != r.Provisional() {
				t.Errorf("%+v has the score %v, provisional %v in the database", r, score, provisional)
			}
		}
	})
}

// Stored counts equal the results of counting after any change.
func TestDerivedTablesAgree(t *testing.T) {
	forEach(t, func(t *testing.T, s store) {
		database := s.empty(t)
		derived(t, s.open(t, database), s.raw(t, database))
	})
}

func derived(t *testing.T, s storage.Store, db *sql.DB) {
	t.Helper()
	ctx := t.Context()
	r := rand.New(rand.NewPCG(5, 5))
	player := func() match.Player { return match.Player{ID: fmt.Sprint("local:", r.IntN(8)), Name: "Somebody"} }
	for n := range testlong.Times(60, 80, 300) {
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
			Got(s.Sweep(ctx, Noon, 9)).OK(t)
		case 2:
			WantErr(t, s.ReplaceRatings(ctx, func(match.Match) ([]match.RatingChange, error) { return nil, nil }), nil)
		case 3:
			_ = s.Forget(ctx, player().ID, Noon) // an unknown player is fine
		default:
			ratings := Got(s.Ratings(ctx, m.Sides[games.Left].ID)).OK(t)
			c := match.RatingChange{Player: m.Sides[games.Left].ID, Before: ratings[m.Sides[games.Left].ID][m.Ladder()], After: Rating(m.Family, 1), Points: 1}
			c.After.Pace = m.Pace
			c.After.Games = c.Before.Games + 1
			c.After.Value, c.After.Deviation = float64(r.IntN(300)), float64(80+r.IntN(60))
			Finish(t, s, m, result, c)
		}
		if n%20 == 19 {
			CheckDerived(t, db)
		}
		if t.Failed() {
			t.Fatalf("after %d steps", n+1)
		}
	}
}
