package sqlite

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"

	"nimatron/internal/must"
)

// The settings must hold on every connection of a pool, not only on the first.
func TestEveryConnectionIsSetUp(t *testing.T) {
	t.Parallel()
	s := openTemp(t)
	for name, pool := range map[string]struct {
		db          *sql.DB
		connections int
		settings    map[string]string
	}{
		"writer": {s.db.writer, 1, map[string]string{
			"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "5000",
			"cache_size": "-65536", "secure_delete": "2"}},
		"reader": {s.db.reader, readers, map[string]string{
			"journal_mode": "wal", "foreign_keys": "1", "busy_timeout": "5000", "cache_size": "-16384"}},
	} {
		if got := pool.db.Stats().MaxOpenConnections; got != pool.connections {
			t.Errorf("the %s has %d connections, want %d", name, got, pool.connections)
		}
		for range pool.connections {
			conn := must.Get(pool.db.Conn(t.Context()))(t) // and keeps it, so that the next one is different
			defer conn.Close()
			for setting, want := range pool.settings {
				var got string
				if err := conn.QueryRowContext(t.Context(), "PRAGMA "+setting).Scan(&got); err != nil || got != want {
					t.Errorf("%s: %s is %s, want %s (%v)", name, setting, got, want, err)
				}
			}
		}
	}
}

// Connections that are opened later must not look for the file in a new working directory. Not
// parallel, because the process has one working directory.
func TestRelativePathIsThatOfTheOpening(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	s := must.Get(Open(t.Context(), "nimatron.db"))(t)
	defer s.Close()
	if _, err := os.Stat(filepath.Join(dir, "nimatron.db")); err != nil {
		t.Error(err)
	}
	t.Chdir(t.TempDir())
	for range readers {
		conn := must.Get(s.db.reader.Conn(t.Context()))(t)
		defer conn.Close()
		if _, err := conn.ExecContext(t.Context(), `SELECT count(*) FROM players`); err != nil {
			t.Error(err)
		}
	}
}

func TestReaderCannotWrite(t *testing.T) {
	t.Parallel()
	s := openTemp(t)
	if _, err := s.db.reader.ExecContext(t.Context(), `INSERT INTO players (id, name) VALUES ('x', 'x')`); err == nil {
		t.Error("a reader has written")
	}
}

func openTemp(t *testing.T) *Store {
	t.Helper()
	s := must.Get(Open(t.Context(), filepath.Join(t.TempDir(), "nimatron.db")))(t)
	t.Cleanup(func() { s.Close() })
	return s
}
