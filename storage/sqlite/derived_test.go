package sqlite_test

import (
	"fmt"
	"math"
	"testing"

	"nimatron/rating"
	"nimatron/storage/storagetest"
)

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
	rows := storagetest.Got(rawDB(t, path).Query(`SELECT value, deviation, volatility, score, provisional FROM ratings`)).OK(t)
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
