package postgres

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/pressly/goose/v3"

	"nimatron/storage"
	"nimatron/storage/sqlstore"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the tables to those of this program, and leaves alone what is already
// beyond, or is not this program's. One process does so at a time; others wait for a
// minute.
func (d *database) migrate(ctx context.Context) error {
	db, err := d.Alone(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	err = d.checkSession(ctx, conn)
	if err == nil {
		err = checkSchema(ctx, conn)
	}
	if err != nil {
		return errors.Join(err, conn.Close())
	}
	// It is held until the connection ends.
	_, err = conn.ExecContext(ctx, `SELECT pg_advisory_lock(hashtextextended('nimatron opens', current_schema()::regnamespace::oid::bigint))`)
	if err != nil {
		return errors.Join(err, conn.Close())
	}
	err = checkOwner(ctx, conn)
	if err := errors.Join(err, conn.Close()); err != nil { // gives it back to db, which has no other
		return err
	}
	if err := sqlstore.Migrate(ctx, db, goose.DialectPostgres, migrations); err != nil {
		return err
	}
	// This writes nothing, but asks to.
	_, err = db.ExecContext(ctx, `UPDATE players SET name = name WHERE false`)
	return err
}

// errPooled is the error where a connection is not one of the server all the time.
var errPooled = errors.New("a pooler in between lends its connections for a transaction each: " +
	"let it lend them for a session (pool_mode = session), or name the server itself")

// checkSession returns an error if it sees that two connections are the same one of the
// server. It sees that as long as nobody else uses the pooler.
func (d *database) checkSession(ctx context.Context, conn *sql.Conn) error {
	// What is prepared in such a connection would be in the way of the other.
	const ask, plainly = `SELECT pg_backend_pid()`, pgx.QueryExecModeSimpleProtocol
	var one, other int64
	err := conn.QueryRowContext(ctx, ask, plainly).Scan(&one)
	if err == nil {
		err = d.db.QueryRowContext(ctx, ask, plainly).Scan(&other)
	}
	if err == nil && one == other {
		err = errPooled
	}
	return err
}

// errNoSchema is the error where search_path names nothing that is there.
var errNoSchema = errors.New("there is no such schema in the database: make it, or name another in search_path")

func checkSchema(ctx context.Context, conn *sql.Conn) error {
	var schema sql.NullString
	err := conn.QueryRowContext(ctx, `SELECT current_schema()::text`).Scan(&schema)
	if err == nil && !schema.Valid {
		err = errNoSchema
	}
	return err
}

// checkOwner returns storage.ErrForeign if the tables in the schema are another program's.
func checkOwner(ctx context.Context, conn *sql.Conn) error {
	tables, err := sqlstore.Texts(conn.QueryContext(ctx, `SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()`))
	if err != nil {
		return err
	}
	for _, table := range sqlstore.OwnTables {
		// goose makes its own table first, so one that was interrupted has nothing else.
		if len(tables) > 1 && !slices.Contains(tables, table) {
			return storage.ErrForeign
		}
	}
	return nil
}
