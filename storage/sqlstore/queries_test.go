package sqlstore_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nimatron/internal/must"
	"nimatron/storage/postgres/postgrestest"
	"nimatron/storage/sqlite"
	"nimatron/storage/sqlstore"
	"nimatron/storage/storagetest"
)

// Frequent queries need no sort, except for those named here. That none scans a table is checked wherever a test
// opens a store.
func TestSQLiteNeedsNoSort(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "nimatron.db")
	s := storagetest.OpenFile(t, path).(*sqlite.Store)
	db := storagetest.Got(sql.Open("sqlite", path)).Must(t)
	defer db.Close()
	sorts := map[string]int{
		"globalPage": 2, "runningRated": 1, "blockedIn": 1, "dueKept": 1,
		// The newest of both sides are merged.
		"matchHistory": 2, "lostMatches": 2, "recentForm": 2, "allMatchesOf": 2,
		"allChangesOf": 1, "allSeasonsOf": 1, "pastMatches": 3, // these want all rows
		"openSeason": 6, "openServer": 6, // for one month
		"serverPage":     2,                                   // sorts the players of one server by score
		"guestsOf":       1,                                   // at most 200
		"seatsOfBrowser": 1,                                   // at most a few rows
		"bestWins":       2,                                   // sorts one player's wins by the opponents' rating
		"puzzleFinders":  3,                                   // the rows of one channel
		"puzzleEfforts":  1, "setEfforts": 1, "winEfforts": 1, // of a class
	}
	// How the standings of a month find their rows: without a look at each puzzle, and a server's not among other servers'.
	begins := map[string][]string{"openSeason": {"SEARCH z USING COVERING INDEX puzzles_solved_by_day (puzzle>? AND puzzle<?)"},
		"openServer": {"SEARCH m USING INDEX matches_rated_on_server (server=? AND ended>? AND ended<?)",
			"SEARCH z USING PRIMARY KEY (player=? AND puzzle>? AND puzzle<?)"}}
	parameters := make([]any, 65) // at least as many as any query has; the plan doesn't depend on their values
	for name, query := range s.Questions() {
		if strings.Contains(query, "subjects") && strings.Contains(query, "kind = $") {
			t.Errorf("%s is prepared at each execution: SQLite compares the kind with the conditions of indexes\n%s", name, query)
		}
		rows := must.Get(db.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query, parameters...))(t)
		for rows.Next() {
			var id, parent, unused int
			var detail string
			must.OK(t, rows.Scan(&id, &parent, &unused, &detail))
			begins[name] = slices.DeleteFunc(begins[name], func(want string) bool { return want == detail })
			if strings.Contains(detail, "TEMP B-TREE") {
				if sorts[name]--; sorts[name] < 0 {
					t.Errorf("%s: %s\n%s", name, detail, query)
				}
			}
		}
		must.OK(t, rows.Err())
		if len(begins[name]) > 0 {
			t.Errorf("%s: the plan lacks %q", name, begins[name])
		}
	}
}

// Every frequent query can be answered from an index, without scanning a table.
func TestPostgresUsesIndexes(t *testing.T) {
	t.Parallel()
	address := postgrestest.Address(t)
	s := postgrestest.Open(t, address)
	db := storagetest.Got(sql.Open("pgx", address)).Must(t)
	defer db.Close()
	db.SetMaxOpenConns(1)
	exec(t, db, `SET enable_seqscan = off`) // so small tables use their indexes too
	for name, query := range s.Questions() {
		if plan := planOf(t, db, query); strings.Contains(plan, "Seq Scan") {
			t.Errorf("%s: %s\n%s", name, query, plan)
		}
	}
}

// planOf returns the plan of a query.
func planOf(t *testing.T, db *sql.DB, query string) string {
	t.Helper()
	exec(t, db, `SET plan_cache_mode = force_generic_plan`)
	exec(t, db, `PREPARE question AS `+query)
	defer exec(t, db, `DEALLOCATE question`)
	parameters := 0
	for strings.Contains(query, fmt.Sprintf("$%d", parameters+1)) {
		parameters++
	}
	nulls := strings.TrimSuffix(strings.Repeat("NULL, ", parameters), ", ")
	lines := storagetest.Got(sqlstore.Texts(db.QueryContext(t.Context(), `EXPLAIN EXECUTE question(`+nulls+`)`))).OK(t)
	return strings.Join(lines, "\n")
}

// Queries that run every few seconds find their few matches among many others without a scan.
func TestClocksFindTheFew(t *testing.T) {
	t.Parallel()
	address := postgrestest.Address(t)
	s := postgrestest.Open(t, address)
	storagetest.WantErr(t, storagetest.Community{Matches: 600, Players: 60, Servers: 4}.Fill(t.Context(), s), nil)
	db := storagetest.Got(sql.Open("pgx", address)).Must(t)
	defer db.Close()
	db.SetMaxOpenConns(1)
	exec(t, db, `ANALYZE matches, subjects`)
	questions := s.Questions()
	for _, name := range []string{"matchesToRemind", "overdueMatches", "matchesToAbandon", "laggingBoards"} {
		if plan := planOf(t, db, questions[name]); strings.Contains(plan, "matches_pkey") || strings.Contains(plan, "Seq Scan on matches") {
			t.Errorf("%s: %s\n%s", name, questions[name], plan)
		}
	}
}

func exec(t *testing.T, db *sql.DB, statement string) {
	t.Helper()
	storagetest.Got(db.ExecContext(t.Context(), statement)).OK(t)
}
