package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"slices"

	"github.com/pressly/goose/v3"

	"nimatron/storage"
	"nimatron/storage/sqlstore"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migrate brings the database to the schema of this program, and leaves alone
// one that is already beyond it.
func migrate(ctx context.Context, db *sql.DB) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	has, knows, err := provider.GetVersions(ctx)
	if err != nil {
		return err
	}
	if has > knows {
		return fmt.Errorf("%w: its version is %d, the program knows versions up to %d", storage.ErrNewer, has, knows)
	}
	_, err = provider.Up(ctx)
	return err
}

// applicationID marks a database as one of this program, in the place that SQLite has
// for that: "NimM".
const applicationID = 0x4e696d4d

// ownTables are those that every version has had, by which a database is known that is
// older than the mark.
var ownTables = []string{"goose_db_version", "players", "challenges", "matches", "moves"}

// checkOwner returns storage.ErrForeign if another program made the database. It
// changes nothing in it, but takes back what somebody was about to change who was killed:
// until then nobody can read it.
func checkOwner(ctx context.Context, file string) error {
	err := checkOwnerBy(ctx, file, "ro")
	if code(err) == sqliteReadOnly { // there is such a change
		err = checkOwnerBy(ctx, file, "rw")
	}
	return err
}

// checkOwnerBy is checkOwner by a connection of that mode.
func checkOwnerBy(ctx context.Context, file, mode string) error {
	db, err := sql.Open("sqlite", fileURI(file)+"?mode="+mode+"&"+commonSettings)
	if err != nil {
		return err
	}
	defer db.Close()
	var id int
	if err := db.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id); err != nil {
		return err
	}
	tables, err := sqlstore.Texts(db.QueryContext(ctx, `SELECT name FROM sqlite_schema WHERE type = 'table'`))
	if err != nil || id == applicationID {
		return err
	}
	foreign := id != 0
	for _, table := range ownTables {
		foreign = foreign || len(tables) > 0 && !slices.Contains(tables, table)
	}
	if foreign {
		return storage.ErrForeign
	}
	return nil
}

// sign marks the database as one of this program.
func sign(ctx context.Context, db *sql.DB) error {
	var id int
	if err := db.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id); err != nil || id == applicationID {
		return err
	}
	_, err := db.ExecContext(ctx, fmt.Sprintf(`PRAGMA application_id = %d`, applicationID))
	return err
}
