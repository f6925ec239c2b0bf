package postgres_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/storage/postgres/postgrestest"
	"nimatron/storage/storagetest"
)

// Steps a second: workers play matches of their own, each of which begins, has eighteen
// turns of two moves and ends, and each step of them is a request.
//
//	NIMATRON_MEASURE=1 go test -v -run '^TestSteps$' ./storage/postgres
func TestSteps(t *testing.T) {
	if os.Getenv("NIMATRON_MEASURE") == "" {
		t.Skip("a measurement: set NIMATRON_MEASURE")
	}
	const lasts = 5 * time.Second
	for _, workers := range []int{1, 8, 32} {
		for name, open := range map[string]func() match.Store{
			"SQLite":     func() match.Store { return storagetest.OpenFile(t, filepath.Join(t.TempDir(), "nimatron.db")) },
			"PostgreSQL": func() match.Store { return openStore(t, with(t, postgrestest.Address(t), "pool_max_conns", "32")) },
		} {
			s := open()
			var steps atomic.Int64
			var all sync.WaitGroup
			began := time.Now()
			for n := range workers {
				all.Go(func() {
					for time.Since(began) < lasts {
						if err := playQuickly(t.Context(), s, n, &steps); err != nil {
							t.Error(err)
							return
						}
					}
				})
			}
			all.Wait()
			t.Logf("%2d workers, %-10s %6.0f steps a second", workers, name, float64(steps.Load())/time.Since(began).Seconds())
		}
	}
}

// playQuickly plays a match between two who play no other, and counts its steps.
func playQuickly(ctx context.Context, s match.Store, worker int, steps *atomic.Int64) error {
	request := func() context.Context {
		return match.WithRequest(ctx, fmt.Sprintf("step %d of %d", steps.Add(1), worker))
	}
	m := storagetest.Between(match.Player{ID: fmt.Sprint("left ", worker), Name: "Ann"}, match.Player{ID: fmt.Sprint("right ", worker), Name: "Bob"})
	m, err := s.CreateMatch(request(), m)
	for version := m.Version; err == nil && version <= 19; version++ {
		c := storagetest.Turn(storagetest.Move(games.Left, 1), storagetest.Move(games.Right, 2))
		c.Deadline, c.Remind, c.AbandonAt = m.Deadline, m.Remind, m.AbandonAt
		if version == 19 {
			c.End = &match.Result{Winner: match.LeftSeat, Termination: match.Played}
		}
		_, err = s.Append(request(), m.ID, version, c)
	}
	return err
}
