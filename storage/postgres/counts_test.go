package postgres_test

import (
	"sync"
	"testing"

	"nimatron/storage/postgres/postgrestest"
	"nimatron/storage/storagetest"
)

// Many change the ratings of many at once. All are counted all the time, and what is counted
// is summed up, so that it stays small.
func TestRatingCountsAreSummed(t *testing.T) {
	t.Parallel()
	address := postgrestest.Address(t)
	openStore(t, address)
	db := rawDB(t, address)
	const workers, rounds = 4, 4
	exec(t, db, `INSERT INTO players (key, id, name) SELECT n, 'local:' || n, 'Somebody' FROM generate_series(1, 2000) n`)
	exec(t, db, `INSERT INTO ratings (player, family, pace, value, deviation, volatility, games, wins, losses, draws, streak, updated)
		SELECT n, 'nim', 'long', 1500 + 10 * n, 80 + n % 60, 0.06, 1, 1, 0, 0, 1, 0 FROM generate_series(1, 2000) n`)
	var all sync.WaitGroup
	for worker := range workers {
		all.Go(func() {
			for round := range rounds {
				storagetest.Got(db.ExecContext(t.Context(), `UPDATE ratings SET value = value + 10 * (player % 7) - 35 WHERE player % $1 = $2`, workers, worker)).OK(t)
				if round == rounds/2 {
					storagetest.Got(db.ExecContext(t.Context(), `DELETE FROM ratings WHERE player % $1 = $2 AND player % 5 = 0`, workers, worker)).OK(t)
				}
			}
		})
	}
	all.Wait()
	storagetest.CheckDerived(t, db)
	exec(t, db, `UPDATE ratings SET value = value + 5000`) // nobody else is at it
	var buckets, parts int
	storagetest.WantErr(t, db.QueryRow(`SELECT (SELECT count(*) FROM rating_counts), (SELECT count(*) FROM rating_count_parts)`).Scan(&buckets, &parts), nil)
	if buckets < 500 || parts != buckets {
		t.Errorf("%d buckets in %d parts", buckets, parts)
	}
}
