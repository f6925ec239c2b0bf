package postgres_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/storage/postgres"
	"nimatron/storage/postgres/postgrestest"
	"nimatron/storage/storagetest"
)

// Many people play while the server gives five connections and another process uses one of them.
// All are served, and the log warns once.
func TestServerWithFewConnections(t *testing.T) {
	t.Parallel()
	server := postgrestest.Address(t)
	db := rawDB(t, server)
	few := fmt.Sprintf("few_%d", os.Getpid())
	exec(t, db, `CREATE ROLE `+few+` LOGIN CONNECTION LIMIT 5`)
	exec(t, db, `CREATE SCHEMA AUTHORIZATION `+few)
	t.Cleanup(func() {
		storagetest.Got(db.Exec(`DROP OWNED BY ` + few)).OK(t)
		storagetest.Got(db.Exec(`DROP ROLE ` + few)).OK(t)
	})
	u := storagetest.Got(url.Parse(postgrestest.With(server, "search_path", few))).OK(t)
	u.User = url.User(few)
	address := u.String()
	s := openStore(t, address)
	var log bytes.Buffer
	s.LogTo(slog.New(slog.NewTextHandler(&log, nil)))
	others := storagetest.Got(rawDB(t, address).Conn(t.Context())).OK(t)
	players, moves := testlong.Times(12, 12, 100), 2
	var all sync.WaitGroup
	for n := range players {
		all.Go(func() {
			channel := fmt.Sprint("channel ", n)
			m, err := s.CreateMatch(t.Context(), storagetest.Match(channel))
			for i := 0; i < moves && err == nil; i++ {
				if m, err = s.MatchByID(t.Context(), m.ID); err == nil {
					_, err = s.Append(t.Context(), m.ID, m.Version, storagetest.Turn(i, storagetest.Move(games.Left, i+1)))
				}
			}
			storagetest.WantErr(t, err, nil)
		})
	}
	all.Wait()
	if said := log.String(); strings.Count(said, "\n") != 1 || !strings.Contains(said, "max_connections") {
		t.Errorf("the log says\n%s", said)
	}
	storagetest.WantErr(t, others.Close(), nil)
}

// hold keeps that many connections of the pool in use at once, while a match is being played.
func hold(t *testing.T, s *postgres.Store, many int) {
	t.Helper()
	var held, all sync.WaitGroup
	held.Add(many)
	for range many {
		all.Go(func() {
			first := sync.OnceFunc(func() {
				held.Done()
				held.Wait()
			})
			err := s.ForEachMatch(t.Context(), match.Playing, func(match.Match) error { first(); return nil })
			first() // at the one that failed
			storagetest.WantErr(t, err, nil)
		})
	}
	all.Wait()
}

// A request that has waited in vain for a connection waits less for each further query.
func TestRequestsWaitOnceForConnections(t *testing.T) {
	t.Parallel()
	s := openStore(t, postgrestest.With(postgrestest.Address(t), "pool_max_conns", "2"))
	storagetest.Got(s.CreateMatch(t.Context(), storagetest.Match("channel"))).OK(t)
	ctx := match.Request{ID: "request", Delivery: 1, Began: time.Now().Add(-time.Hour)}.In(t.Context())
	err := s.ForEachMatch(t.Context(), match.Playing, func(match.Match) error {
		return s.ForEachMatch(t.Context(), match.Playing, func(match.Match) error {
			for _, err := range []error{
				func() error { _, err := s.LastMatch(ctx, "channel"); return err }(),
				func() error { _, err := s.CreateMatch(ctx, storagetest.Match("another")); return err }(),
			} {
				if !errors.Is(err, match.ErrUnavailable) || !strings.Contains(err.Error(), "no connection to the database in 1s") {
					t.Errorf("got %v", err)
				}
			}
			return nil
		})
	})
	storagetest.WantErr(t, err, nil)
}

// endSessions ends the store's connections with this application name.
func endSessions(t *testing.T, db *sql.DB, name string) {
	t.Helper()
	// Ended sessions stay listed for a moment.
	for left := 1; left > 0; {
		must.OK(t, db.QueryRowContext(t.Context(), `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
			WHERE application_name = $1 AND datname = current_database()`, name).Scan(&left))
	}
}

// The server has ended all idle connections of the pool: the next statements use new ones.
func TestAllConnectionsEnded(t *testing.T) {
	t.Parallel()
	address := postgrestest.Address(t)
	_, network := newLine(t, address)
	db := rawDB(t, address)
	m := storagetest.CreateMatch(t, openStore(t, address), storagetest.Match("c"))
	for name, do := range map[string]func(*postgres.Store) error{
		"one statement": func(s *postgres.Store) error { _, err := s.LastMatch(t.Context(), "c"); return err },
		"a snapshot":    func(s *postgres.Store) error { _, err := s.Record(t.Context(), storagetest.Ann.ID); return err },
		"a step": func(s *postgres.Store) error {
			_, err := s.Append(t.Context(), m.ID, m.Version, storagetest.Turn(0, storagetest.Move(games.Left, 1)))
			return err
		},
		"a count": func(s *postgres.Store) error { _, err := s.Load(t.Context(), "", storagetest.Noon); return err },
	} {
		s := openStore(t, postgrestest.With(network, "application_name", "ended"))
		hold(t, s, 4)
		hold(t, s, 4) // a connection isn't checked again within a second of its last use
		endSessions(t, db, "ended")
		if err := do(s); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The connection breaks at each statement of a move, before it arrives or before its answer does.
// The move is made once.
func TestBrokenAnywhere(t *testing.T) {
	t.Parallel()
	l, address := newLine(t, postgrestest.Address(t))
	s := openStore(t, address)
	storagetest.CreateMatch(t, s, storagetest.Match("c"))
	made := 0
	for name, lose := range map[string]*atomic.Bool{"question": &l.loseAsked, "answer": &l.loseReply} {
		for at := int64(1); l.after.Load() <= 0 && !t.Failed(); at++ {
			nowhere := "\x00 nowhere"
			l.at.Store(&nowhere)
			l.after.Store(at)
			lose.Store(true)
			ctx := match.WithRequest(t.Context(), fmt.Sprint("step ", made))
			m, err := s.LastMatch(ctx, "c")
			if err == nil {
				_, err = s.Ratings(ctx, storagetest.Ann.ID, storagetest.Bob.ID)
			}
			if err == nil {
				_, err = s.Append(ctx, m.ID, m.Version, storagetest.Turn(made, storagetest.Move(games.Left, made+1)))
			}
			made++
			if err != nil || m.Version != int64(made) {
				t.Errorf("%s %d: version %d, want %d, and the error is %v", name, at, m.Version, made, err)
			}
		}
		t.Logf("%d steps", made)
		l.after.Store(0)
		lose.Store(false)
	}
}

// The connection breaks while a snapshot is read. Another connection reads it again.
func TestBrokenWhileReading(t *testing.T) {
	t.Parallel()
	l, address := newLine(t, postgrestest.Address(t))
	s := openStore(t, address)
	storagetest.Finish(t, s, storagetest.Match("c"), storagetest.LeftWins)
	for name, read := range map[string]struct {
		at  string
		all func() (int, error)
	}{
		"one statement": {"matches", func() (int, error) {
			m, err := s.LastMatch(t.Context(), "c")
			return int(m.ID), err
		}},
		"a page": {"rating_changes", func() (int, error) {
			page, _, err := s.History(t.Context(), storagetest.Ann.ID, 9, 0)
			return len(page), err
		}},
		"its end": {"commit\x00", func() (int, error) {
			r, err := s.Record(t.Context(), storagetest.Ann.ID)
			return len(r.Form), err
		}},
	} {
		l.at.Store(&read.at)
		l.loseAsked.Store(true)
		n := storagetest.Got(read.all()).OK(t)
		if n != 1 {
			t.Errorf("%s: %d, want 1", name, n)
		}
		if l.loseAsked.Load() {
			t.Errorf("%s: nothing broke", name)
		}
	}
	// No match is returned twice.
	told := 0
	storagetest.WantErr(t, s.ForEachMatch(t.Context(), match.Finished, func(match.Match) error {
		told++
		end := "commit\x00"
		l.at.Store(&end)
		l.loseAsked.Store(true)
		return nil
	}), nil)
	storagetest.WantEqual(t, told, 1)
}
