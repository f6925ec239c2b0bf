package sqlite

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The settings must hold on every connection of a pool, not only on its first.
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
			conn, err := pool.db.Conn(t.Context()) // and keeps it, so that the next is another
			if err != nil {
				t.Fatal(err)
			}
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

// Connections that are opened later must not look for the file in what is then
// the working directory. Not parallel: there is one working directory.
func TestRelativePathIsThatOfTheOpening(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	s, err := Open(t.Context(), "nimatron.db")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := os.Stat(filepath.Join(dir, "nimatron.db")); err != nil {
		t.Error(err)
	}
	t.Chdir(t.TempDir())
	for range readers {
		conn, err := s.db.reader.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
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

// Every question that people may ask often is answered from an index and, but for
// what is named here, in order: none reads a whole table.
func TestQueriesUseIndexes(t *testing.T) {
	t.Parallel()
	s := openTemp(t)
	// What a subquery has found, which is no more than the answer has, may be read
	// and put in order.
	ready := map[string]bool{"past": true, "top": true, "best": true, "made": true, "running": true, "as_left_player": true, "as_right_player": true,
		"scoped": true, "placings": true, "awards": true, "met": true, "parts": true, "placed": true, "month": true, // what counts in one month
		"playing": true, "closed": true, "posts": true, "tables": true, "taught": true, "played": true, "f": true, "k": true, "lagging": true, "free": true, "due": true, "CONSTANT ROW": true,
		"t USING INDEX tournaments_open":     true, // it has nothing but those that go on
		"matches USING INDEX matches_honour": true, // it has nothing but the wall, in order
		"(subquery-3)":                       true, // the players of one server, to count them
	}
	sorts := map[string]int{
		"globalPage": 1, "wallOfHonour": 1, "runningRated": 1,
		// The newest of both sides are merged.
		"matchHistory": 2, "lostMatches": 2, "recentForm": 2, "allMatchesOf": 2,
		"oftenMet":         2,                                      // pairs of one tournament
		"allTournamentsOf": 2,                                      // and all that somebody was in or led
		"allChangesOf":     1, "allSeasonsOf": 1, "pastMatches": 3, // all of it is wanted
		"openSeasonPage": 6,                     // the same, of one month
		"serverPage":     2,                     // and by score the players of one server
		"bestWins":       2,                     // and by the opponents' rating the wins of one player
		"puzzleFinders":  3,                     // those of one room
		"entrantsOf":     1, "tournamentsOf": 1, // at most 128 players, and the tournaments of a server
		"membersOf": 1, "puzzleEfforts": 1, "setEfforts": 1, "winEfforts": 1, // of a class
	}
	parameters := make([]any, 64) // as many as the longest has; the plan doesn't depend on them
	for name, query := range s.Questions() {
		rows, err := s.db.writer.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query, parameters...)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var id, parent, unused int
			var detail string
			if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
				t.Fatal(err)
			}
			scan, ok := strings.CutPrefix(detail, "SCAN ")
			if ok && !ready[scan] && !(strings.HasPrefix(name, "openSeason") && strings.HasPrefix(scan, "(subquery-")) {
				t.Errorf("%s: %s\n%s", name, detail, query)
			}
			if strings.Contains(detail, "TEMP B-TREE") {
				if sorts[name]--; sorts[name] < 0 {
					t.Errorf("%s: %s\n%s", name, detail, query)
				}
			}
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
}

func openTemp(t *testing.T) *Store {
	t.Helper()
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "nimatron.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}
