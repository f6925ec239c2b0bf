package postgres_test

import (
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

// Steps a second, each a request with two moves, in matches of their own:
//
//	NIMATRON_MEASURE=1 go test -v -run Steps ./storage/postgres
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
			matches := make([]match.Match, workers)
			for n := range matches {
				matches[n] = storagetest.CreateMatch(t, s, storagetest.Match(fmt.Sprint("channel ", n)))
			}
			began := time.Now()
			for n, m := range matches {
				all.Go(func() {
					change := storagetest.Turn(storagetest.Move(games.Left, 1), storagetest.Move(games.Right, 2))
					change.Deadline, change.Remind, change.AbandonAt = m.Deadline, m.Remind, m.AbandonAt
					for version := m.Version; time.Since(began) < lasts; version++ {
						ctx := match.WithRequest(t.Context(), fmt.Sprintf("step %d of %d", version, n))
						if _, err := s.Append(ctx, m.ID, version, change); err != nil {
							t.Error(err)
							return
						}
						steps.Add(1)
					}
				})
			}
			all.Wait()
			t.Logf("%2d workers, %-10s %6.0f steps a second", workers, name, float64(steps.Load())/time.Since(began).Seconds())
		}
	}
}
