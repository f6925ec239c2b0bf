package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"strings"

	"modernc.org/sqlite"

	"nimatron/storage/sqlstore"
)

// A pool is the connector of a pool. Preparing a statement takes longer than executing it, so
// each connection keeps its statements.
type pool struct {
	driver.Connector
	begin string
	watch *sqlstore.Watcher
}

const maxKept = 160

func (d *database) openPool(name, begin string) (*sql.DB, error) {
	c, err := sqlite.NewConnector(name)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(pool{c, begin, &d.watch}), nil
}

func (p pool) Connect(ctx context.Context) (driver.Conn, error) {
	made, err := p.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &conn{made.(connection), p, make(map[string]statement)}, nil
}

type (
	connection interface {
		driver.Conn
		driver.ConnPrepareContext
		driver.Pinger
		driver.SessionResetter
		driver.Validator
	}
	statement interface {
		driver.Stmt
		driver.StmtExecContext
		driver.StmtQueryContext
	}
)

type conn struct {
	connection
	pool pool
	kept map[string]statement // by text, without those in use
}

// take returns a prepared statement. The caller returns it with keep.
func (c *conn) take(ctx context.Context, text string) (statement, error) {
	s := c.kept[text]
	delete(c.kept, text)
	c.pool.watch.Seen(text, false)
	if s != nil {
		return s, nil
	}
	c.pool.watch.Seen(text, true)
	prepared, err := c.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	return prepared.(statement), nil
}

// keep keeps a statement for the next use, replacing another one if there are too many. A PRAGMA
// takes effect when it is prepared, and so can't be kept.
func (c *conn) keep(text string, s statement) {
	if c.kept[text] != nil || strings.HasPrefix(text, "PRAGMA") {
		_ = s.Close()
		return
	}
	if len(c.kept) == maxKept {
		for text, other := range c.kept {
			_ = other.Close()
			delete(c.kept, text)
			break
		}
	}
	c.kept[text] = s
}

func (c *conn) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	s, err := c.take(ctx, text)
	if err != nil {
		return nil, err
	}
	defer c.keep(text, s)
	return s.ExecContext(ctx, args)
}

func (c *conn) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	s, err := c.take(ctx, text)
	if err != nil {
		return nil, err
	}
	found, err := s.QueryContext(ctx, args)
	if err != nil {
		c.keep(text, s)
		return nil, err
	}
	return &rows{found, func() { c.keep(text, s) }}, nil
}

type rows struct {
	driver.Rows
	done func()
}

func (r *rows) Close() error {
	defer r.done()
	return r.Rows.Close()
}

func (c *conn) BeginTx(ctx context.Context, options driver.TxOptions) (driver.Tx, error) {
	begin := c.pool.begin
	if options.ReadOnly {
		begin = "BEGIN"
	}
	if _, err := c.ExecContext(ctx, begin, nil); err != nil {
		_ = c.Rollback() // if ctx has ended, the transaction may have begun nevertheless
		return nil, err
	}
	return c, nil
}

// Commit rolls back after an error, because SQLite may keep the transaction open.
func (c *conn) Commit() error {
	_, err := c.ExecContext(context.Background(), "COMMIT", nil)
	if err != nil {
		_ = c.Rollback()
	}
	return err
}

func (c *conn) Rollback() error {
	_, err := c.ExecContext(context.Background(), "ROLLBACK", nil)
	return err
}

func (c *conn) Close() error {
	for _, s := range c.kept {
		_ = s.Close()
	}
	return c.connection.Close()
}
