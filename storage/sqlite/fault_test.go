package sqlite

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"nimatron/games"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/storage"
)

// play starts a match in a channel.
func play(t *testing.T, s *Store, channel string) match.Match {
	t.Helper()
	m := must.Get(s.CreateMatch(t.Context(), match.Match{
		Channel: channel, Variant: "nim", Family: "nim", Start: "9", Sides: match.Between(match.Player{ID: "local:ann", Name: "Ann"}, match.Bot),
		Created: now, AbandonAt: now.AddDate(0, 1, 0),
	}))(t)
	return m
}

var now = storage.Stored(match.Match{}.Created.AddDate(2024, 0, 0))

// A disk fault affects only the call that it hits: nothing of that call is stored, reads continue,
// and the store recovers with the disk.
func TestFaultsPass(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]struct{ break_, heal, says string }{
		"a full disk":          {`PRAGMA max_page_count = 1`, `PRAGMA max_page_count = 4294967294`, "the disk is full"},
		"a read-only database": {`PRAGMA query_only = 1`, `PRAGMA query_only = 0`, "may not write"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openTemp(t)
			m := play(t, s, "c")
			set := func(pragma string) {
				t.Helper()
				must.Get(s.db.writer.Exec(pragma))(t)
			}
			move := match.Change{Moves: []match.Move{{Actor: games.Left, Text: strings.Repeat("1", 900_000), At: now}}, Now: now} // more than the free pages
			set(fault.break_)
			for range 3 {
				_, err := s.Append(t.Context(), m.ID, 1, move)
				if !errors.Is(err, match.ErrUnavailable) || !strings.Contains(explain("file", err).Error(), fault.says) {
					t.Fatalf("the error is %v", err)
				}
			}
			if s.WritesFailSince().IsZero() {
				t.Error("writes do not fail")
			}
			got, err := s.LastMatch(t.Context(), "c")
			if err != nil || got.Version != 1 || len(got.Moves) != 0 {
				t.Errorf("the match has become %+v, %v", got, err)
			}
			set(fault.heal)
			if _, err := s.Append(t.Context(), m.ID, 1, move); err != nil || !s.WritesFailSince().IsZero() {
				t.Error(err, s.WritesFailSince())
			}
		})
	}
}

// While another program locks the database, all writes fail and reads succeed. A cancelled call
// says so. Once the lock is released writes succeed again.
func TestLocked(t *testing.T) {
	t.Parallel()
	s, other := openTemp(t), openTemp(t)
	m := play(t, s, "c")
	move := match.Change{Moves: []match.Move{{Actor: games.Left, Text: "1", At: now}}, Now: now}
	for _, statement := range []string{`ATTACH DATABASE '` + s.db.file + `' AS locked`, `BEGIN IMMEDIATE; UPDATE locked.players SET name = name`} {
		must.Get(other.db.writer.Exec(statement))(t)
	}
	if _, err := s.db.writer.Exec(`PRAGMA busy_timeout = 50`); err != nil { // SQLite waits in real time
		t.Fatal(err)
	}
	soon, cancel := context.WithCancel(t.Context())
	defer cancel()
	s.Watch(func(text string, _ bool) {
		if strings.HasPrefix(text, "BEGIN") {
			cancel() // while SQLite waits for the lock
		}
	})
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			ctx, late := t.Context(), n == 0
			if late {
				ctx = soon
			}
			_, err := s.Append(ctx, m.ID, 1, move)
			if late != errors.Is(err, context.Canceled) || !late && !errors.Is(err, match.ErrUnavailable) {
				t.Errorf("the error is %v", err)
			}
		})
	}
	all.Wait()
	if got, err := s.LastMatch(t.Context(), "c"); err != nil || got.Version != 1 {
		t.Errorf("%+v, %v", got, err)
	}
	must.Get(other.db.writer.Exec(`ROLLBACK`))(t)
	if _, err := s.Append(t.Context(), m.ID, 1, move); err != nil {
		t.Error(err)
	}
}

// A file that is removed or replaced under a running program is noticed at once, because writes to
// it would be lost. When it is put back, the store continues.
func TestFileIsGone(t *testing.T) {
	t.Parallel()
	s := openTemp(t)
	file, away := s.db.file, s.db.file+".away"
	m := play(t, s, "c")
	move := match.Change{Moves: []match.Move{{Actor: games.Left, Text: "1", At: now}}, Now: now}
	refuses := func(says string) {
		t.Helper()
		_, read := s.MatchByID(t.Context(), m.ID)
		_, list := s.Running(t.Context(), "local:ann", 9)
		_, count := s.Load(t.Context(), "", now)
		_, write := s.Append(t.Context(), m.ID, 1, move)
		_, imported := s.Import(t.Context(), func(yield func(match.Match, error) bool) {
			yield(match.Match{State: match.Finished, Result: match.Result{Termination: match.Played}}, nil)
		})
		rebuild := s.ReplaceRatings(t.Context(), func(match.Match) ([]match.RatingChange, error) { return nil, nil })
		for what, err := range map[string]error{"read": read, "list": list, "count": count, "write": write, "import": imported, "rebuild": rebuild} {
			if !errors.Is(err, match.ErrUnavailable) || !strings.Contains(err.Error(), says) {
				t.Errorf("%s: %v", what, err)
			}
		}
		if s.WritesFailSince().IsZero() {
			t.Error("writes do not fail")
		}
	}
	rename := func(from, to string) {
		t.Helper()
		must.OK(t, os.Rename(from, to))
	}
	rename(file, away)
	refuses("was removed while it was in use")
	if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file is there again: %v", err)
	}
	must.OK(t, os.WriteFile(file, nil, 0o600))
	refuses("another file was put in the place")
	rename(away, file)
	if a, err := s.Append(t.Context(), m.ID, 1, move); err != nil || a.Version != 2 {
		t.Errorf("%+v, %v", a, err)
	}
	if since := s.WritesFailSince(); !since.IsZero() {
		t.Errorf("writes fail since %v", since)
	}
}

// A database can't be used without the tables of this version, though its matches can be read.
func TestLoadNeedsTheTablesOfThisVersion(t *testing.T) {
	t.Parallel()
	for _, change := range []string{
		`DROP TABLE votes`, `DELETE FROM goose_db_version WHERE version_id > 100`,
		`INSERT INTO goose_db_version (version_id, is_applied) VALUES (199, 1)`,
	} {
		s := openTemp(t)
		must.Get(s.Load(t.Context(), "", now))(t)
		must.Get(s.db.writer.Exec(change))(t)
		if l, err := s.Load(t.Context(), "", now); err == nil {
			t.Errorf("after %s: %+v", change, l)
		}
	}
}

// A file with damage beyond its first page can be opened, since opening does not read all of it. A
// call that reaches the damage fails and says so.
func TestDamage(t *testing.T) {
	t.Parallel()
	s := openTemp(t)
	m := play(t, s, "c")
	var page int64
	must.OK(t, s.db.writer.QueryRow(`SELECT rootpage FROM sqlite_schema WHERE name = 'moves'`).Scan(&page))
	must.OK(t, s.Close())
	f := must.Get(os.OpenFile(s.db.file, os.O_RDWR, 0))(t)
	must.Get(f.WriteAt([]byte(strings.Repeat("damage!!", 512)), (page-1)*4096))(t)
	f.Close()
	s = must.Get(Open(t.Context(), s.db.file))(t)
	defer s.Close()
	_, err := s.LastMatch(t.Context(), "c")
	if !errors.Is(err, match.ErrUnavailable) {
		t.Errorf("reading: %v", err)
	}
	_, err = s.Append(t.Context(), m.ID, 1, match.Change{Moves: []match.Move{{Actor: games.Left, Text: "1", At: now}}, Now: now})
	if !errors.Is(err, match.ErrUnavailable) {
		t.Errorf("writing: %v", err)
	}
}

// sqliteError is an error of SQLite by its code.
type sqliteError int

func (e sqliteError) Code() int { return int(e) }

func (e sqliteError) Error() string { return "an error of SQLite's" }

func TestExplain(t *testing.T) {
	t.Parallel()
	abs := filepath.FromSlash("/var/lib/nimatron.db")
	for err, want := range map[error]string{
		&os.PathError{Op: "open", Path: abs, Err: syscall.EACCES}: "may not write",
		&os.PathError{Op: "open", Path: abs, Err: syscall.EROFS}:  "may not write",
		&os.PathError{Op: "open", Path: abs, Err: syscall.ENOSPC}: "the disk is full",
		sqliteError(4874): "the disk is full",
		sqliteError(10):   "the disk fails",
		storage.ErrNewer:  "newer than this program",
	} {
		got := explain(abs, err)
		if !errors.Is(got, err) || !strings.Contains(got.Error(), want) {
			t.Errorf("%v: %v", err, got)
		}
	}
}
