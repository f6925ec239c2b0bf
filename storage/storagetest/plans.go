package storagetest

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	sqlite3 "modernc.org/sqlite"

	"nimatron/storage/sqlite"
)

// few are indexes with few rows however large the tables are: of what is going on or waits. matches_honour is empty: nothing writes what it is about any more.
var few = strings.Fields(`matches_running_left matches_running_right matches_honour
	shut_out_unsettled`)

// mayScan are parts of statements that may read a whole table, with the reason.
var mayScan = map[string]string{
	"WHERE false":                                      "reads the names of the columns",
	"EXISTS (SELECT 1 FROM players) ":                  "stops at the first row",
	"WHERE end_number IS NOT NULL ORDER BY end_number": "export, check and rebuild-ratings want every match",
	"SELECT room AS server FROM server_settings WHERE left_at IS NULL UNION ": "a new session compares the servers that the bot is in",
	"FROM server_settings WHERE puzzle_channel <> '' AND left_at IS NULL":     "as a month closes, each server with a channel for puzzles gets a notice",
}

// plans explains the statements of all stores that the tests of a process open, each once. Its connection
// belongs to no pool, so that bubbles can share it.
var plans struct {
	sync.Mutex
	conn driver.Conn
	seen map[string]bool
}

// checkPlan fails if a statement of a store on SQLite scans a table that grows.
func checkPlan(t testing.TB, text string) {
	plans.Lock()
	defer plans.Unlock()
	if plans.seen[text] || !hasPlan.MatchString(text) {
		return
	}
	scanned, err := scans(text)
	if err != nil {
		t.Errorf("explain %s: %v", text, err)
		return
	}
	plans.seen[text] = true
	for part := range mayScan {
		if strings.Contains(text, part) {
			return
		}
	}
	for _, step := range scanned {
		t.Errorf("this statement scans a table that grows (%s):\n%s", step, text)
	}
}

// scans returns the steps of a statement's plan that read a whole table.
func scans(text string) (steps []string, err error) {
	if plans.conn == nil {
		if plans.conn, err = emptyConn(); err != nil {
			return nil, err
		}
		plans.seen = map[string]bool{}
	}
	var args []driver.NamedValue // at least as many as the statement has; the plan doesn't depend on them
	for n := range 1000 {
		args = append(args, driver.NamedValue{Ordinal: n + 1})
	}
	rows, err := plans.conn.(driver.QueryerContext).QueryContext(context.Background(), "EXPLAIN QUERY PLAN "+text, args)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	row := make([]driver.Value, len(rows.Columns()))
	for err = rows.Next(row); err == nil; err = rows.Next(row) {
		if step := row[3].(string); wholeTable(text, step) {
			steps = append(steps, step)
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return steps, err
}

// emptyConn connects to an empty database in memory.
func emptyConn() (driver.Conn, error) {
	connector, err := sqlite3.NewConnector(":memory:")
	if err != nil {
		return nil, err
	}
	conn, err := connector.Connect(context.Background())
	if err != nil {
		return nil, err
	}
	texts := []string{`CREATE TABLE goose_db_version (version_id INTEGER)`} // goose's own
	for _, version := range sqlite.Schema().Versions {
		texts = append(texts, version.SQL, version.Then)
	}
	for _, text := range texts {
		if _, err := conn.(driver.ExecerContext).ExecContext(context.Background(), text, nil); err != nil {
			return nil, err
		}
	}
	return conn, nil
}

var (
	hasPlan    = regexp.MustCompile(`^(SELECT|WITH|INSERT|UPDATE|DELETE)\s`)
	scanStep   = regexp.MustCompile(`^(?:SCAN|SEARCH) (\w+)(?: USING (?:COVERING )?INDEX (\w+)| USING (AUTOMATIC))?`)
	schemaName = regexp.MustCompile(`CREATE TABLE (\w+)`)
)

// allTables returns the texts of all versions.
var allTables = sync.OnceValue(func() (all string) {
	for _, v := range sqlite.Schema().Versions {
		all += v.SQL + v.Then
	}
	return all
})

// wholeTable reports whether a step of a plan scans a table, not a subquery or the few rows of an index. An automatic
// index is made from the whole table.
func wholeTable(text, step string) bool {
	found := scanStep.FindStringSubmatch(step)
	if found == nil || slices.Contains(few, found[2]) || strings.HasPrefix(step, "SEARCH") && found[3] == "" {
		return false
	}
	name := found[1]
	aliased := regexp.MustCompile(`\b(\w+) (?:AS )?` + name + `\b`)
	for _, table := range schemaName.FindAllStringSubmatch(allTables(), -1) {
		isAlias := slices.ContainsFunc(aliased.FindAllStringSubmatch(text, -1), func(of []string) bool { return of[1] == table[1] })
		if table[1] == name || isAlias {
			return true
		}
	}
	return false
}
