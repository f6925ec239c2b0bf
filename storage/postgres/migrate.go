package postgres

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"slices"

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
	if err := checkSchema(ctx, conn); err != nil {
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
