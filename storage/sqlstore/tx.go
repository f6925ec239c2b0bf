package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"nimatron/match"
)

// A Tx is a transaction in which queries are spelled for the database. The methods without a
// context do nothing once one of them has failed; [Store.update] and [Store.view] return that
// error. What they return after a failure is zero.
type Tx struct {
	ctx      context.Context
	tx       *sql.Tx
	store    *Store
	prepared map[string]*sql.Stmt
	own      map[string]*sql.Stmt // prepared in this transaction, for one that repeats its queries; nil: none
	err      error                // the first
}

// update runs f in one transaction that may write, which is committed unless f fails. f may run
// again.
func (s *Store) update(ctx context.Context, f func(*Tx)) error {
	return s.write(ctx, sticky(f))
}

// view runs f on one snapshot of the database. f may run again.
func (s *Store) view(ctx context.Context, f func(*Tx)) error {
	return s.read(ctx, sticky(f))
}

func sticky(f func(*Tx)) func(context.Context, *Tx) error {
	return func(_ context.Context, tx *Tx) error {
		f(tx)
		return tx.err
	}
}

// fail ends the transaction with an error, unless it is nil or an earlier one has ended it.
func (tx *Tx) fail(err error) {
	if tx.err == nil {
		tx.err = err
	}
}

// exec carries out a statement and returns how many rows it changed. It skips a statement that the
// database has no need of, whose text is empty.
func (tx *Tx) exec(query string, args ...any) (rows int) {
	if tx.err != nil || tx.store.spell(query) == "" {
		return 0
	}
	rows, tx.err = affected(tx.ExecContext(tx.ctx, query, args...))
	return rows
}

// execOr is exec, and fails with none if no row was changed.
func (tx *Tx) execOr(none error, query string, args ...any) {
	if tx.exec(query, args...) == 0 {
		tx.fail(none)
	}
}

// scan reads the row that a query finds, and reports whether there is one.
func (tx *Tx) scan(query string, args []any, places ...any) (found bool) {
	if tx.err != nil {
		return false
	}
	err := tx.QueryRowContext(tx.ctx, query, args...).Scan(places...)
	if !errors.Is(err, sql.ErrNoRows) {
		tx.fail(err)
	}
	return err == nil
}

// get returns the one value that a query finds, zero if it finds no row.
func get[T any](tx *Tx, query string, args ...any) (value T) {
	tx.scan(query, args, &value)
	return value
}

// all returns the rows that a query for the columns finds.
func (c columns[T]) all(tx *Tx, query string, args ...any) (rows []T) {
	if tx.err == nil {
		rows, tx.err = c.scanAll(tx.QueryContext(tx.ctx, query, args...))
	}
	return rows
}

// first returns the first row that a query for the columns finds; found is false if there is none.
func (c columns[T]) first(tx *Tx, query string, args ...any) (row T, found bool) {
	found = tx.scan(query, args, c.places(&row)...)
	return row, found
}

// stmt returns the prepared query, nil if it is not prepared.
func (tx *Tx) stmt(ctx context.Context, query string, args []any) *sql.Stmt {
	if stmt := tx.prepared[query]; stmt != nil {
		return tx.tx.StmtContext(ctx, stmt)
	}
	if tx.own == nil || len(args) == 0 {
		return nil
	}
	stmt := tx.own[query]
	if stmt == nil {
		// A query that can't be prepared fails when it is carried out, with the reason.
		stmt, _ = tx.tx.PrepareContext(ctx, tx.store.spell(query))
		tx.own[query] = stmt
	}
	return stmt
}

// ExecContext is the method of sql.Tx, with the query spelled.
func (tx *Tx) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if stmt := tx.stmt(ctx, query, args); stmt != nil {
		return stmt.ExecContext(ctx, whole(args)...)
	}
	return tx.tx.ExecContext(ctx, tx.store.spell(query), whole(args)...)
}

// QueryRowContext is the method of sql.Tx, with the query spelled.
func (tx *Tx) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if stmt := tx.stmt(ctx, query, args); stmt != nil {
		return stmt.QueryRowContext(ctx, whole(args)...)
	}
	return tx.tx.QueryRowContext(ctx, tx.store.spell(query), whole(args)...)
}

// QueryContext is the method of sql.Tx, with the query spelled.
func (tx *Tx) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if stmt := tx.stmt(ctx, query, args); stmt != nil {
		return stmt.QueryContext(ctx, whole(args)...)
	}
	return tx.tx.QueryContext(ctx, tx.store.spell(query), whole(args)...)
}

// whole makes 1 of true and 0 of false: flags are whole numbers in the tables.
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

// transact runs f in one transaction.
func (s *Store) transact(ctx context.Context, f func(context.Context, *Tx) error) error {
	err := s.db.CheckPresent()
	if err == nil {
		err = s.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
			return f(ctx, &Tx{ctx: ctx, tx: tx, store: s, prepared: s.prepared})
		})
	}
	s.failing.record(err)
	return err
}

// transactLong is transact for what may take long and repeats its queries.
func (s *Store) transactLong(ctx context.Context, f func(context.Context, *Tx) error) error {
	if err := s.db.CheckPresent(); err != nil {
		return err
	}
	return s.db.WriteLong(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return f(ctx, &Tx{ctx: ctx, tx: tx, store: s, prepared: s.prepared, own: make(map[string]*sql.Stmt)})
	})
}

// read runs f on one snapshot of the database.
func (s *Store) read(ctx context.Context, f func(context.Context, *Tx) error) error {
	if err := s.db.CheckPresent(); err != nil {
		return err
	}
	return s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return f(ctx, &Tx{ctx: ctx, tx: tx, store: s, prepared: s.reads})
	})
}

// on runs f in a transaction of a connection from NewConnection.
func (s *Store) on(ctx context.Context, conn *sql.DB, opts *sql.TxOptions, f func(*Tx)) error {
	if err := s.db.CheckPresent(); err != nil {
		return err
	}
	return s.db.Classify(ctx, InTx(ctx, conn, opts, func(ctx context.Context, tx *sql.Tx) error {
		t := &Tx{ctx: ctx, tx: tx, store: s, own: make(map[string]*sql.Stmt)}
		f(t)
		return t.err
	}))
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

// affected returns how many rows the statement that gave r and err has changed.
func affected(r sql.Result, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	n, err := r.RowsAffected()
	return int(n), err
}

// wrap says what failed, if something did: it is deferred, with the result that a method
// names err.
func wrap(err *error, format string, args ...any) {
	if *err != nil {
		*err = fmt.Errorf(format+": %w", append(args, *err)...)
	}
}

// The functions below are for statements one by one, with an error each.

// changed returns none unless the statement that gave r and err has changed a row.
func changed(r sql.Result, err error, none error) error {
	n, err := affected(r, err)
	if err == nil && n == 0 {
		return none
	}
	return err
}

func (tx *Tx) lock(_ context.Context, statement string, args ...any) error {
	tx.exec(statement, args...)
	return tx.err
}

func savePlayer(_ context.Context, tx *Tx, p match.Player) (int64, error) {
	key := tx.savePlayer(p)
	return key, tx.err
}

func insertNewMatch(_ context.Context, tx *Tx, m *match.Match) error {
	tx.createMatch(m)
	return tx.err
}

func addNotice(_ context.Context, tx *Tx, n match.Notice) error {
	tx.notify(n)
	return tx.err
}
