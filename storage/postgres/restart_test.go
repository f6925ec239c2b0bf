package postgres_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/storage/postgres/postgrestest"
	"nimatron/storage/storagetest"
)

// The server is stopped as if its power had failed, and started again, while steps are made
// through two stores. Each step that was acknowledged is there once, and no other.
func TestServerFailsDuringSteps(t *testing.T) {
	t.Parallel()
	server := postgrestest.New(t)
	address := postgrestest.Schema(t, server.Address())
	stores := []match.Store{openStore(t, address), openStore(t, address)}
	failures := testlong.Times(2, 3, 6)
	var over atomic.Bool
	var steps, unavailable, done atomic.Int64
	var all sync.WaitGroup
	var made [8]int
	for n := range made {
		m := storagetest.CreateMatch(t, stores[0], storagetest.Match(fmt.Sprint("channel ", n)))
		all.Go(func() {
			for !over.Load() && !t.Failed() {
				version := int64(1 + made[n])
				// Somebody taps, and taps again until there is an answer.
				for attempt := 0; ; attempt++ {
					ctx := match.WithRequest(t.Context(), fmt.Sprintf("step %d of %d", version, n))
					_, err := stores[attempt%2].Append(ctx, m.ID, version, storagetest.Turn(storagetest.Move(games.Left, int(version))))
					if errors.Is(err, match.ErrUnavailable) {
						unavailable.Add(1)
						time.Sleep(20 * time.Millisecond)
						continue
					}
					if errors.Is(err, match.ErrDone) {
						done.Add(1)
					} else if err != nil {
						t.Errorf("step %d of match %d, attempt %d: %v", version, n, attempt, err)
						return
					}
					break
				}
				made[n]++
				steps.Add(1)
			}
		})
	}
	for range failures {
		before := steps.Load()
		for steps.Load() < before+50 && !t.Failed() { // some are made, and some under way
			time.Sleep(5 * time.Millisecond)
		}
		storagetest.WantErr(t, server.Stop(), nil)
		if _, err := stores[0].LastMatch(t.Context(), "channel 0"); !errors.Is(err, match.ErrUnavailable) {
			t.Errorf("without a server the error is %v", err)
		}
		storagetest.WantErr(t, server.Start(), nil)
	}
	over.Store(true)
	all.Wait()
	t.Logf("%d steps, %d attempts while the server was away, %d had been done", steps.Load(), unavailable.Load(), done.Load())
	for n, made := range made {
		m := storagetest.Got(stores[n%2].LastMatch(t.Context(), fmt.Sprint("channel ", n))).OK(t)
		storagetest.WantEqual(t, []int{int(m.Version), len(m.Moves)}, []int{1 + made, made})
		for i, move := range m.Moves {
			storagetest.WantEqual(t, move.Text, storagetest.Move(games.Left, i+1).Text)
		}
	}
}
