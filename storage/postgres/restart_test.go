package postgres_test

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/storage"
	"nimatron/storage/postgres/postgrestest"
	"nimatron/storage/storagetest"
)

// These tests need their own server, because they restart it or change its access rules.
func TestOwnServer(t *testing.T) {
	t.Parallel()
	server := postgrestest.New(t)
	for name, test := range map[string]func(*testing.T, *postgrestest.Server){
		"wrong password": wrongPassword, "lost commit": lostCommit, "failure during steps": failureDuringSteps,
	} {
		t.Run(name, func(t *testing.T) { test(t, server) })
	}
}

// The server loses power and restarts while steps are made through two stores. Each acknowledged
// step is stored once, and no other is.
func failureDuringSteps(t *testing.T, server *postgrestest.Server) {
	address := postgrestest.Schema(t, server.Address())
	stores := []storage.Store{openStore(t, address), openStore(t, address)}
	failures := testlong.Times(1, 1, 6)
	var over atomic.Bool
	var steps, unavailable, done atomic.Int64
	var all sync.WaitGroup
	var made [8]int
	for n := range made {
		m := storagetest.CreateMatch(t, stores[0], storagetest.Match(fmt.Sprint("channel ", n)))
		all.Go(func() {
			for !over.Load() && !t.Failed() {
				version := int64(1 + made[n])
				// A user taps until there is an answer.
				for attempt := 0; ; attempt++ {
					ctx := match.WithRequest(t.Context(), fmt.Sprintf("step %d of %d", version, n))
					_, err := stores[attempt%2].Append(ctx, m.ID, version, storagetest.Turn(int(version-1), storagetest.Move(games.Left, int(version))))
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
		for steps.Load() < before+30 && !t.Failed() { // some steps are done, others under way
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

// After a crash the server reuses the number of an unfinished transaction, so that the number
// proves nothing.
func lostCommit(t *testing.T, server *postgrestest.Server) {
	l, address := newLine(t, postgrestest.Schema(t, server.Address()))
	s := openStore(t, address)
	m := storagetest.CreateMatch(t, s, storagetest.Match("c"))
	l.broken = func() {
		storagetest.WantErr(t, errors.Join(server.Stop(), server.Start()), nil)
		other := openStore(t, postgrestest.Schema(t, server.Address()))
		for range 10 { // one of them gets the old number
			_, _, err := other.TakeLease(t.Context(), "sweeps", "one", time.Now(), time.Now())
			storagetest.WantErr(t, err, nil)
		}
	}
	l.loseAsked.Store(true)
	storagetest.Got(s.Append(t.Context(), m.ID, 1, storagetest.Turn(0, storagetest.Move(games.Left, 1)))).Fails(t, match.ErrUnavailable)
	got := storagetest.Got(s.MatchByID(t.Context(), m.ID)).OK(t)
	storagetest.WantEqual(t, got.Version, 1)
}

func wrongPassword(t *testing.T, server *postgrestest.Server) {
	u := storagetest.Got(url.Parse(server.Address())).OK(t)
	db := rawDB(t, server.Address())
	exec(t, db, `CREATE ROLE ann LOGIN PASSWORD 'the right one'`)
	exec(t, db, `CREATE SCHEMA ann AUTHORIZATION ann`)
	// The access rules are in the data folder.
	rules := filepath.Join(u.Query().Get("host"), "data", "pg_hba.conf")
	before := storagetest.Got(os.ReadFile(rules)).OK(t)
	storagetest.WantErr(t, os.WriteFile(rules, append([]byte("local all ann scram-sha-256\nlocal all eve reject\n"), before...), 0o600), nil)
	exec(t, db, `SELECT pg_reload_conf()`)

	u.User = url.UserPassword("ann", "the right one")
	openStore(t, u.String())
	u.User = url.UserPassword("ann", "very-secret")
	wantRefused(t, u.String(), "the user or the password is wrong", nil)
	u.User = url.UserPassword("eve", "very-secret")
	wantRefused(t, u.String(), "refuses this user", nil)
}
