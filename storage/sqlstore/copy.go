package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

type table struct {
	name    string
	key     []string
	derived []string // columns that the database computes
	people  []string // columns that refer to players
}

// tables are the present tables in the order of their making: each comes after those that it refers to.
var tables = func() []table {
	all := tablesSQL
	for _, s := range later {
		all += s.sql + s.then
	}
	return tablesOf(all)
}()

// copied leaves out tables about current processes and browsers.
var copied = slices.DeleteFunc(slices.Clone(tables), func(t table) bool { return t.name == "leases" || t.name == "live_sessions" })

var tableChange = regexp.MustCompile(`(?s)CREATE TABLE (\w+) \((.*?)\n\)|ALTER TABLE (\w+) (ADD COLUMN|RENAME TO) (\w+)(.*?);|DROP TABLE (\w+);`)

// tablesOf returns the tables that SQL leaves.
func tablesOf(sql string) (all []table) {
	find := func(name string) int { return slices.IndexFunc(all, func(t table) bool { return t.name == name }) }
	for _, found := range tableChange.FindAllStringSubmatch(sql, -1) {
		switch {
		case found[1] != "":
			t := table{name: found[1]}
			for line := range strings.Lines(found[2]) {
				t.add(strings.TrimSpace(line))
			}
			all = append(all, t)
		case found[7] != "":
			all = slices.Delete(all, find(found[7]), find(found[7])+1)
		case found[4] == "RENAME TO":
			all[find(found[3])].name = found[5]
		default:
			all[find(found[3])].add(found[5] + found[6])
		}
	}
	return all
}

// add adds a line of a table's text.
func (t *table) add(line string) {
	column, is, _ := strings.Cut(line, " ")
	switch {
	case column == "PRIMARY":
		t.key = strings.Split(strings.Trim(is, "KEY (),"), ", ")
	case strings.Contains(is, "PRIMARY KEY"):
		t.key = []string{column}
	}
	if strings.Contains(is, "GENERATED ALWAYS") {
		t.derived = append(t.derived, column)
	}
	if strings.Contains(is, "REFERENCES players") {
		t.people = append(t.people, column)
	}
}

func tableNamed(name string) table {
	return tables[slices.IndexFunc(tables, func(t table) bool { return t.name == name })]
}

// Tables returns the names of the tables that Copy copies.
func Tables() (names []string) {
	for _, t := range copied {
		names = append(names, t.name)
	}
	return names
}

// unfinishedCopy is an entry in the inbox of a database while it is the target of a copy.
const unfinishedCopy = "copy: not finished"

const copyPage = 2000

// Errors of Copy.
var (
	errNotEmpty = errors.New("it is not empty, and has no unfinished copy: name an empty one")
	errDiffers  = errors.New("the copy differs")
)

// Unfinished reports whether the store is the target of an unfinished copy. Nothing else may use it
// then.
func Unfinished(ctx context.Context, s *Store) (bool, error) {
	answer, err := s.Answered(ctx, unfinishedCopy)
	return answer != "", err
}

// Copy copies everything from one store into another, and then compares them row by row. The target
// is empty or has an interrupted copy, which is resumed. Nothing else may use either store
// meanwhile. Copy calls progress with the number of rows done; each counts once when copied and
// once when compared.
func Copy(ctx context.Context, to, from *Store, progress func(done, total int)) (rows int, err error) {
	c := copying{to: to, from: from}
	for _, t := range copied {
		n, err := from.count(ctx, t)
		if err != nil {
			return 0, err
		}
		rows += n
	}
	c.tell = func(done int) {
		c.done += done
		progress(min(c.done, 2*rows), 2*rows)
	}
	if err := c.begin(ctx); err != nil {
		return 0, err
	}
	for _, t := range copied {
		if err := c.table(ctx, t); err != nil {
			return 0, fmt.Errorf("copy the table %s: %w", t.name, err)
		}
	}
	for _, t := range copied {
		if err := c.compare(ctx, t); err != nil {
			return 0, fmt.Errorf("compare the table %s: %w", t.name, err)
		}
	}
	err = to.transact(ctx, func(tx *Tx) {
		tx.exec(`DELETE FROM inbox WHERE id = $1`, unfinishedCopy)
		tx.exec(`{copied}`)
	})
	if err == nil {
		to.db.Analyze(ctx)
	}
	return rows, err
}

type copying struct {
	to, from *Store
	done     int
	tell     func(done int)
}

func (c *copying) begin(ctx context.Context) error {
	unfinished, err := Unfinished(ctx, c.from)
	if err != nil {
		return err
	}
	if unfinished {
		return errors.New("the source is itself an unfinished copy")
	}
	if unfinished, err = Unfinished(ctx, c.to); err != nil || unfinished {
		return err
	}
	for _, t := range copied {
		switch n, err := c.to.count(ctx, t); {
		case err != nil:
			return err
		case n > 0:
			return errNotEmpty
		}
	}
	return c.to.transact(ctx, func(tx *Tx) { tx.exec(recordAnswer, unfinishedCopy, millis(time.Now()), "done") })
}

func (s *Store) count(ctx context.Context, t table) (n int, err error) {
	err = s.ask(ctx, func(tx *Tx) { n = get[int](tx, `SELECT count(*) FROM `+t.name) })
	return n, err
}

func (c *copying) table(ctx context.Context, t table) error {
	names, err := c.from.columnsOf(ctx, t)
	if err != nil {
		return err
	}
	if t.name == "tallies" || t.name == "server_players" { // triggers have written them for the copied matches
		if err := c.to.transact(ctx, func(tx *Tx) { tx.exec(`DELETE FROM ` + t.name) }); err != nil {
			return err
		}
	}
	there, err := c.to.count(ctx, t)
	if err != nil {
		return err
	}
	c.tell(there)
	last, err := c.to.lastKey(ctx, t)
	for err == nil {
		var rows [][]any
		if rows, err = c.from.page(ctx, t, names, last); len(rows) == 0 {
			break
		}
		err = c.to.transactLong(ctx, func(tx *Tx) {
			if tx.insertRows(t.name, names, rows); tx.err != nil {
				tx.err = fmt.Errorf("rows from %v on: %w", t.keyOf(rows[0]), tx.err)
			}
		})
		last = t.keyOf(rows[len(rows)-1])
		c.tell(len(rows))
	}
	return err
}

func (s *Store) columnsOf(ctx context.Context, t table) (names []string, err error) {
	err = s.ask(ctx, func(tx *Tx) { names, _ = tx.values(`SELECT * FROM ` + t.name + ` WHERE false`) })
	return append(slices.Clone(t.key), slices.DeleteFunc(names, func(name string) bool {
		return slices.Contains(t.derived, name) || slices.Contains(t.key, name)
	})...), err
}

func (t *table) keyOf(row []any) []any { return row[:len(t.key)] }

func (s *Store) lastKey(ctx context.Context, t table) (key []any, err error) {
	query := `SELECT ` + strings.Join(t.key, ", ") + ` FROM ` + t.name + t.unmarked(` WHERE `) +
		` ORDER BY ` + strings.Join(t.key, " DESC, ") + ` DESC LIMIT 1`
	err = s.ask(ctx, func(tx *Tx) {
		if _, rows := tx.values(query); len(rows) > 0 {
			key = rows[0]
		}
	})
	return key, err
}

// unmarked returns the condition that leaves out the mark of a copy, after WHERE or AND.
func (t *table) unmarked(word string) string {
	if t.name != "inbox" {
		return ""
	}
	return word + `id <> ` + quote(unfinishedCopy)
}

func (s *Store) page(ctx context.Context, t table, names []string, after []any) (rows [][]any, err error) {
	where := t.unmarked(` WHERE `)
	if after != nil {
		where = ` WHERE (` + strings.Join(t.key, ", ") + `) > (` + placeholders(1, len(t.key)) + `)` + t.unmarked(` AND `)
	}
	query := `SELECT ` + strings.Join(names, ", ") + ` FROM ` + t.name + where +
		` ORDER BY ` + strings.Join(t.key, ", ") + fmt.Sprintf(` LIMIT %d`, copyPage)
	err = s.ask(ctx, func(tx *Tx) { _, rows = tx.values(query, slices.Clone(after)...) })
	return rows, err
}

// values returns the names of a query's columns, and its rows as int64, float64, string and nil.
func (tx *Tx) values(query string, args ...any) (names []string, all [][]any) {
	names = tx.eachRow(query, args, func(_ []string, row []any) bool {
		all = append(all, slices.Clone(row))
		return true
	})
	return names, all
}

// eachRow calls f with each row until f returns false. The row is reused.
func (tx *Tx) eachRow(query string, args []any, f func(names []string, row []any) bool) (names []string) {
	tx.query(query, args, func(rows *sql.Rows) {
		var err error
		names, err = rows.Columns()
		tx.fail(err)
		row, places := make([]any, len(names)), make([]any, len(names))
		for i := range row {
			places[i] = &row[i]
		}
		for tx.err == nil && rows.Next() {
			if tx.fail(rows.Scan(places...)); tx.err != nil || !f(names, row) {
				return
			}
		}
	})
	return names
}

func (c *copying) compare(ctx context.Context, t table) error {
	names, err := c.from.columnsOf(ctx, t)
	if err != nil {
		return err
	}
	var last []any
	for {
		theirs, err := c.from.page(ctx, t, names, last)
		if err != nil {
			return err
		}
		ours, err := c.to.page(ctx, t, names, last)
		if err != nil {
			return err
		}
		for i := range max(len(theirs), len(ours)) {
			switch {
			case i >= len(ours):
				return fmt.Errorf("%w: the row %v is missing", errDiffers, t.keyOf(theirs[i]))
			case i >= len(theirs):
				return fmt.Errorf("%w: the row %v is in the copy alone", errDiffers, t.keyOf(ours[i]))
			case !slices.Equal(theirs[i], ours[i]):
				return fmt.Errorf("%w: the row %v became %v; has somebody written to either of them meanwhile?", errDiffers, theirs[i], ours[i])
			}
		}
		if len(theirs) == 0 {
			return nil
		}
		last = t.keyOf(theirs[len(theirs)-1])
		c.tell(len(theirs))
	}
}
