package postgres

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/pressly/goose/v3"

	"nimatron/storage"
	"nimatron/storage/sqlstore"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Fingerprint tells the tables of this program from those of another version of it.
func Fingerprint() string {
	sum := crc32.NewIEEE()
	files, _ := fs.Glob(migrations, "migrations/*") // which is a good pattern
	for _, name := range files {
		text, _ := migrations.ReadFile(name) // which is in memory
		sum.Write(text)
	}
	return fmt.Sprintf("%08x", sum.Sum32())
}

// migrate brings the tables to those of this program, and leaves alone what is already
// beyond, or is not this program's. One process does so at a time; others wait for a
// minute. Unless access is storage.Upgrade, it only looks whether they are.
func (d *database) migrate(ctx context.Context, access storage.Access) error {
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
	err = sqlstore.Migrate(ctx, db, goose.DialectPostgres, migrations, access)
	if code(err) == undefinedTable && access != storage.Upgrade {
		err = storage.ErrEmpty
	}
	if err != nil || access == storage.Look {
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
	// Statements prepared on such a connection would get in the way of another's.
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

// things are the relations, functions and types of the schema that belong neither to an
// extension nor, as the sequence of a column, to another of them.
const things = `
	SELECT name::text FROM (
		SELECT tableoid AS catalog, oid, relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind NOT IN ('i', 'I')
		UNION ALL SELECT tableoid, oid, proname FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
		UNION ALL SELECT tableoid, oid, typname FROM pg_type WHERE typnamespace = current_schema()::regnamespace) thing
	WHERE NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = catalog AND objid = thing.oid AND objsubid = 0 AND deptype IN ('a', 'e', 'i'))`

// checkOwner returns storage.ErrForeign unless there is nothing in the schema, or the tables
// of this program are.
func checkOwner(ctx context.Context, conn *sql.Conn) error {
	names, err := sqlstore.Texts(conn.QueryContext(ctx, things))
	if err != nil || len(names) == 0 {
		return err
	}
	missing := slices.DeleteFunc(slices.Clone(sqlstore.OwnTables), func(table string) bool { return slices.Contains(names, table) })
	switch {
	case len(missing) == 0:
		return nil
	case !slices.Equal(names, []string{"goose_db_version"}):
		return storage.ErrForeign
	}
	// goose makes its own table first, so one that was interrupted has nothing else, and no
	// migration in it.
	var migrations int
	err = conn.QueryRowContext(ctx, `SELECT count(*) FROM goose_db_version WHERE version_id > 0`).Scan(&migrations)
	if migrations > 0 || code(err) == undefinedColumn {
		return storage.ErrForeign
	}
	return err
}
