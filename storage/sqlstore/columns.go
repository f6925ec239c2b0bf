package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"time"

	"nimatron/games"
	"nimatron/match"
)

// A column pairs a column, or an expression, with the place of its value in a T: where
// it is read to or, in a statement that inserts, what is written. So the two can't
// drift apart.
type column[T any] struct {
	name string
	of   func(*T) any
}

type columns[T any] []column[T]

// list returns the names of the columns.
func (c columns[T]) list() []string {
	names := make([]string, len(c))
	for i := range c {
		names[i] = c[i].name
	}
	return names
}

// names lists the columns for a statement.
func (c columns[T]) names() string { return strings.Join(c.list(), ", ") }

// of returns what the columns are in t, in their order.
func (c columns[T]) of(t *T) []any {
	values := make([]any, len(c))
	for i := range c {
		values[i] = c[i].of(t)
	}
	return values
}

// insert returns the statement that writes the columns into a table.
func (c columns[T]) insert(table string) string {
	return `INSERT INTO ` + table + ` (` + c.names() + `) VALUES (` + placeholders(1, len(c)) + `)`
}

// placeholders returns those of n arguments from a first one on.
func placeholders(first, n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = "$" + strconv.Itoa(first+i)
	}
	return strings.Join(all, ", ")
}

// within returns columns of U for the T that it is a part of.
func within[T, U any](c columns[U], part func(*T) *U) columns[T] {
	all := make(columns[T], len(c))
	for i := range c {
		of := c[i].of
		all[i] = column[T]{c[i].name, func(t *T) any { return of(part(t)) }}
	}
	return all
}

// scanRow reads the row that a query for the columns has found.
func (c columns[T]) scanRow(row *sql.Row) (t T, err error) {
	err = row.Scan(c.of(&t)...)
	return t, err
}

// scanAll reads all rows that a query for the columns has found.
func (c columns[T]) scanAll(rows *sql.Rows, err error) (all []T, _ error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var t, zero T
	places := c.of(&t)
	for rows.Next() {
		t = zero
		if err := rows.Scan(places...); err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, rows.Err()
}

// readTime bounds a read that is one statement.
const readTime = 20 * time.Second

// readOne reads the row that a query finds by arg, outside of a transaction.
func readOne[T any](ctx context.Context, s *Store, c columns[T], query string, arg any) (t T, err error) {
	limited, cancel := context.WithTimeout(ctx, readTime)
	defer cancel()
	err = s.db.ReadOne(ctx, func() error {
		var row *sql.Row
		if stmt := s.reads[query]; stmt != nil {
			row = stmt.QueryRowContext(limited, arg)
		} else {
			row = s.db.Reader().QueryRowContext(limited, query, arg)
		}
		t, err = c.scanRow(row)
		return err
	})
	return t, err
}

// Texts reads all rows of a query for one column of text.
func Texts(rows *sql.Rows, err error) ([]string, error) {
	return columns[string]{{"", func(text *string) any { return text }}}.scanAll(rows, err)
}

// query returns the rows that a query for the columns finds.
func (c columns[T]) query(ctx context.Context, tx *Tx, query string, args ...any) ([]T, error) {
	return c.scanAll(tx.QueryContext(ctx, query, args...))
}

// The types below read what Go has no column for, each into the value that it stands
// for.
type (
	sideColumn     games.Side
	seatColumn     match.Seat
	timeColumn     time.Time     // milliseconds since 1970, NULL for the zero time
	durationColumn time.Duration // milliseconds
	seedColumn     uint64        // 64 bits, read as two's complement
	countColumn    int
	legColumn      match.Leg
	realColumn     float64  // NULL is 0
	wordsColumn    []string // apart by spaces, nil for ""
)

// Scan reads a side.
func (c *sideColumn) Scan(v any) error {
	side, err := match.ParseSide(text(v))
	*c = sideColumn(side)
	return err
}

// Scan reads a seat.
func (c *seatColumn) Scan(v any) error {
	seat, err := match.ParseSeat(text(v))
	*c = seatColumn(seat)
	return err
}

func text(v any) string {
	s, _ := v.(string)
	return s
}

// Scan reads a time.
func (c *timeColumn) Scan(v any) error {
	if v == nil {
		*c = timeColumn{}
		return nil
	}
	ms, err := integer(v)
	*c = timeColumn(time.UnixMilli(ms).UTC())
	return err
}

// Scan reads a duration.
func (c *durationColumn) Scan(v any) error {
	ms, err := integer(v)
	*c = durationColumn(time.Duration(ms) * time.Millisecond)
	return err
}

// Scan reads a seed.
func (c *seedColumn) Scan(v any) error {
	n, err := integer(v)
	*c = seedColumn(n)
	return err
}

// Scan reads a number of something.
func (c *countColumn) Scan(v any) error {
	n, err := integer(v)
	*c = countColumn(n)
	return err
}

// Scan reads a leg.
func (c *legColumn) Scan(v any) error {
	n, err := integer(v)
	*c = legColumn(n)
	return err
}

// Scan reads words.
func (c *wordsColumn) Scan(v any) error {
	*c = nil
	if words := text(v); words != "" {
		*c = strings.Split(words, " ")
	}
	return nil
}

func integer(v any) (int64, error) {
	n, ok := v.(int64)
	if !ok {
		return 0, fmt.Errorf("%v is no whole number", v)
	}
	return n, nil
}

// Scan reads a number that may be missing.
func (c *realColumn) Scan(v any) error {
	if v == nil {
		*c = 0
		return nil
	}
	x, ok := v.(float64)
	if !ok {
		return fmt.Errorf("%v is no number", v)
	}
	*c = realColumn(x)
	return nil
}

// millis returns t in milliseconds since 1970, and NULL for the zero time.
func millis(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

// optional returns a number that is not 0, else NULL.
func optional(n int64) any {
	if n == 0 {
		return nil
	}
	return n
}
