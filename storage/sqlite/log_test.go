package sqlite

import (
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nimatron/internal/must"
	"nimatron/storage"
)

// killed copies a store's files as a killed process would leave them, without those with the lost
// suffixes.
func killed(t *testing.T, s *Store, lost ...string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "nimatron.db")
	for _, suffix := range []string{"", "-wal", "-shm", markSuffix} {
		content, err := os.ReadFile(s.db.file + suffix)
		if err == nil && !slices.Contains(lost, suffix) {
			err = os.WriteFile(path+suffix, content, 0o600)
		}
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	return path
}

// matchesIn returns how many matches are in a file.
func matchesIn(t *testing.T, path string) (n int) {
	t.Helper()
	db, err := sql.Open("sqlite", fileURI(path)+"?mode=ro&immutable=1")
	if err == nil {
		err = db.QueryRow(`SELECT count(*) FROM matches`).Scan(&n)
		db.Close()
	}
	must.OK(t, err)
	return n
}

// Writes reach the main file within a minute. A missing log that is still needed is detected.
func TestLogIsWrittenBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := openTemp(t)
		for n := range 3 {
			play(t, s, string(rune('a'+n)))
			if got := matchesIn(t, s.db.file); got != n {
				t.Errorf("the file has %d matches of %d at once: nothing is shown", got, n+1)
			}
			lost := killed(t, s, "-wal")
			_, err := Open(t.Context(), lost)
			if err == nil || !strings.Contains(err.Error(), "nimatron.db-wal beside it, which is gone") {
				t.Errorf("without the log: %v", err)
			}
			if _, err := Integrity(t.Context(), lost); err == nil {
				t.Error("it is said to be sound")
			}
			if err := Backup(t.Context(), lost, lost+".backup"); err == nil {
				t.Error("a backup is made of it")
			}
			for _, option := range []Option{For(storage.ReadOnly), For(storage.WithoutUpgrade)} {
				if _, err := Open(t.Context(), lost, option); err == nil {
					t.Error("it is opened")
				}
			}
			opened(t, killed(t, s))
			opened(t, killed(t, s, "-wal", markSuffix)) // as the user requested
			// If another program writes the log back, nothing is missing.
			other := killed(t, s)
			db, err := sql.Open("sqlite", fileURI(other))
			if err == nil {
				_, err = db.Exec(`SELECT count(*) FROM matches`)
				db.Close()
			}
			if _, gone := os.Stat(other + "-wal"); err != nil || !os.IsNotExist(gone) {
				t.Fatal(err, gone)
			}
			opened(t, other)

			time.Sleep(checkpointTime + 1)
			synctest.Wait()
			if got := matchesIn(t, s.db.file); got != n+1 {
				t.Errorf("after a minute the file has %d matches of %d", got, n+1)
			}
			opened(t, killed(t, s, "-wal"))
		}
	})
}

func opened(t *testing.T, path string) {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Error(err)
		return
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// A log with active readers is written back as soon as possible.
func TestReadLogIsWrittenBackLater(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := openTemp(t)
		tx, err := s.db.reader.BeginTx(t.Context(), nil)
		if err == nil {
			_, err = tx.Exec(`SELECT count(*) FROM matches`)
		}
		must.OK(t, err)
		play(t, s, "a")
		time.Sleep(checkpointTime + 1)
		synctest.Wait()
		if got := matchesIn(t, s.db.file); got != 0 {
			t.Fatalf("%d: nothing is shown", got)
		}
		must.OK(t, tx.Rollback())
		time.Sleep(checkpointTime + 1)
		synctest.Wait()
		if got := matchesIn(t, s.db.file); got != 1 {
			t.Errorf("the file has %d matches", got)
		}
	})
}

// A new database has its tables in the file itself.
func TestNewFileHasItsTables(t *testing.T) {
	t.Parallel()
	s := openTemp(t)
	if got := matchesIn(t, s.db.file); got != 0 {
		t.Error(got)
	}
}

// A cancelled query releases its connection in the background. Close waits for that: otherwise the
// last connection could not remove the log.
func TestCloseWaitsForReaders(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := openTemp(t)
		play(t, s, "a")
		tx := must.Get(s.db.reader.BeginTx(t.Context(), nil))(t)
		time.AfterFunc(time.Second, func() { _ = tx.Rollback() })
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		for _, suffix := range []string{"-wal", "-shm", markSuffix} {
			if _, err := os.Stat(s.db.file + suffix); !os.IsNotExist(err) {
				t.Errorf("after Close there is %s: %v", suffix, err)
			}
		}
	})
}

// A process that is killed while it restores loses nothing: the old database or the new one is in place, or the log is
// missed, and the next attempt succeeds. The old one is kept with all its changes.
func TestKilledWhileRestoring(t *testing.T) {
	t.Parallel()
	backup := filepath.Join(t.TempDir(), "backup.db")
	s := openTemp(t)
	must.OK(t, Backup(t.Context(), s.db.file, backup))
	play(t, s, "a")
	for done := range replacing("", "", "") {
		path := killed(t, s)
		old, fresh := path+beforePrefix+"1", path+".restoring"
		must.OK(t, os.WriteFile(fresh, must.Get(os.ReadFile(backup))(t), 0o600))
		for _, step := range replacing(path, fresh, old)[:done] {
			must.OK(t, step())
		}
		_, err := Integrity(t.Context(), path)
		if lost := done == 2 || done == 3; (err != nil) != lost || lost && !strings.Contains(err.Error(), "-wal beside it, which is gone") {
			t.Errorf("after %d steps: %v", done, err)
		}
		now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
		again := must.Get(Restore(t.Context(), backup, path, now))(t)
		opened(t, path)
		if done == 0 {
			old = again
		} else if done < 4 && again != old {
			t.Errorf("after %d steps the old database gets a second name", done)
		}
		opened(t, old)
		if got := matchesIn(t, old); got != 1 || matchesIn(t, path) != 0 {
			t.Errorf("after %d steps the old database has %d matches", done, got)
		}
	}
}
