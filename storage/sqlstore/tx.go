package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"nimatron/match"
)

// A Tx is a transaction whose queries are spelled for the database. Once a method has failed, later
// ones do nothing and return zero; the transaction ends with that error.
type Tx struct {
	ctx   context.Context
	by    Connection
	store *Store
	err   error // the first
}

// transact runs f in one transaction, which is committed unless f fails. f may run again.
func (s *Store) transact(ctx context.Context, f func(*Tx)) error {
	err := s.run(ctx, s.db.Write, f)
	switch {
	case err == nil:
		s.failing.Store(nil)
	case errors.Is(err, match.ErrUnavailable):
		now := time.Now()
		s.failing.CompareAndSwap(nil, &now)
	}
	return err
}

func (s *Store) run(ctx context.Context, by func(context.Context, func(context.Context, *sql.Tx) error) error, f func(*Tx)) error {
	return by(ctx, func(ctx context.Context, by *sql.Tx) error {
		tx := &Tx{ctx: ctx, by: by, store: s}
		f(tx)
		return tx.err
	})
}

func (s *Store) transactLong(ctx context.Context, f func(*Tx)) error {
	return s.run(ctx, s.db.WriteLong, f)
}

// view runs f on one snapshot of the database. f may run again.
func (s *Store) view(ctx context.Context, f func(*Tx)) error {
	return s.run(ctx, s.db.Read, f)
}

// ask runs f, which reads by a single statement and needs no transaction. f may run again.
func (s *Store) ask(ctx context.Context, f func(*Tx)) error {
	return s.db.ReadOne(ctx, func(ctx context.Context, by Connection) error {
		tx := &Tx{ctx: ctx, by: by, store: s}
		f(tx)
		return tx.err
	})
}

// InTx runs f in a transaction, which is committed if f returns nil.
func InTx(ctx context.Context, db interface {
	BeginTx(context.Context, *sql.TxOptions) (*sql.Tx, error)
}, opts *sql.TxOptions, f func(context.Context, *sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, opts)
	if err != nil {
		return err
	}
	defer tx.Rollback() // without effect after the commit
	if err := f(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

// WithCause adds to an error that ctx has ended, unless it says so.
func WithCause(ctx context.Context, err error) error {
	if cause := ctx.Err(); err != nil && cause != nil && !errors.Is(err, cause) {
		return fmt.Errorf("%w: %w", cause, err)
	}
	return err
}

func (tx *Tx) fail(err error) {
	if tx.err == nil {
		tx.err = err
	}
}

// exec executes a statement and returns the number of changed rows. It skips an empty statement,
// which the database doesn't need.
func (tx *Tx) exec(query string, args ...any) (rows int) {
	text := tx.store.spell(query)
	if tx.err != nil || text == "" {
		return 0
	}
	result, err := tx.by.ExecContext(tx.ctx, text, whole(args)...)
	changed := int64(0)
	if err == nil {
		changed, err = result.RowsAffected()
	}
	tx.failIn(text, err)
	return int(changed)
}

// execOr is exec, and fails with none if no row was changed.
func (tx *Tx) execOr(none error, query string, args ...any) {
	if tx.exec(query, args...) == 0 {
		tx.failIn(query, none)
	}
}

func (tx *Tx) failIn(statement string, err error) {
	if err != nil {
		tx.fail(fmt.Errorf("%.160s: %w", strings.Join(strings.Fields(statement), " "), err))
	}
}

func (tx *Tx) query(query string, args []any, f func(*sql.Rows)) {
	if tx.err != nil {
		return
	}
	rows, err := tx.by.QueryContext(tx.ctx, tx.store.spell(query), whole(args)...)
	if err != nil {
		tx.failIn(query, err)
		return
	}
	defer rows.Close()
	f(rows)
	tx.failIn(query, rows.Err())
}

func (tx *Tx) scan(query string, args []any, places ...any) (found bool) {
	tx.query(query, args, func(rows *sql.Rows) {
		if rows.Next() {
			tx.failIn(query, rows.Scan(places...))
			found = tx.err == nil
		}
	})
	return found
}

func get[T any](tx *Tx, query string, args ...any) (value T) {
	tx.scan(query, args, &value)
	return value
}

func (c columns[T]) all(tx *Tx, query string, args ...any) (rows []T) {
	var t, zero T
	places := c.places(&t)
	tx.query(query, args, func(found *sql.Rows) {
		for tx.err == nil && found.Next() {
			t = zero
			tx.failIn(query, found.Scan(places...))
			rows = append(rows, t)
		}
	})
	if tx.err != nil {
		return nil
	}
	return rows
}

// first returns the first row that a query for the columns finds; found is false if there is none.
func (c columns[T]) first(tx *Tx, query string, args ...any) (row T, found bool) {
	found = tx.scan(query, args, c.places(&row)...)
	return row, found
}

// one is first, and fails with match.ErrNotFound if there is no row.
func (c columns[T]) one(tx *Tx, query string, args ...any) T {
	row, found := c.first(tx, query, args...)
	if !found {
		tx.failIn(query, match.ErrNotFound)
	}
	return row
}

func find[T any](ctx context.Context, s *Store, c columns[T], query string, args ...any) (row T, err error) {
	err = s.ask(ctx, func(tx *Tx) { row = c.one(tx, query, args...) })
	return row, err
}

func list[T any](ctx context.Context, s *Store, c columns[T], query string, args ...any) (rows []T, err error) {
	err = s.ask(ctx, func(tx *Tx) { rows = c.all(tx, query, args...) })
	return rows, err
}

// whole converts true to 1 and false to 0: flags are integers in the tables.
func whole(args []any) []any {
	for i, arg := range args {
		if yes, ok := arg.(bool); ok {
			args[i] = int64(0)
			if yes {
				args[i] = int64(1)
			}
		}
	}
	return args
}

func (tx *Tx) insertRows(table string, names []string, rows [][]any) {
	into := `INSERT INTO ` + table + ` (` + strings.Join(names, ", ") + `) VALUES `
	for some := range slices.Chunk(rows, max(tx.store.dialect.Parameters/len(names), 1)) {
		values := make([]string, len(some))
		for i := range some {
			values[i] = `(` + placeholders(len(names)*i+1, len(names)) + `)`
		}
		tx.exec(into+strings.Join(values, ", "), slices.Concat(some...)...)
	}
}
