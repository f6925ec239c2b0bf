package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"

	"nimatron/storage"
)

// OwnTables are those that every version has had, by which a database of this program is
// known.
var OwnTables = []string{"goose_db_version", "players", "challenges", "matches", "moves"}

// Migrate brings the tables to those of this program, by the files in the folder
// migrations. The error is storage.ErrNewer for tables that are already beyond them. Unless access
// is storage.Upgrade it changes nothing, and the error is storage.ErrOlder for those that are not there yet.
func Migrate(ctx context.Context, db *sql.DB, dialect goose.Dialect, migrations fs.FS, access storage.Access) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(dialect, db, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	if access != storage.Upgrade {
		sources := provider.ListSources()
		return checkVersion(ctx, db, sources[len(sources)-1].Version)
	}
	has, knows, err := provider.GetVersions(ctx)
	if err != nil {
		return err
	}
	if has > knows {
		return newer(has, knows)
	}
	_, err = provider.Up(ctx)
	return err
}

func newer(has, knows int64) error {
	return fmt.Errorf("%w: its version is %d, the program knows versions up to %d", storage.ErrNewer, has, knows)
}

// checkVersion returns an error unless the tables are of the version that the program knows. It
// only reads, as goose would make its table.
func checkVersion(ctx context.Context, db *sql.DB, knows int64) error {
	var has int64
	err := db.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version`).Scan(&has)
	switch {
	case err != nil:
		return err
	case has > knows:
		return newer(has, knows)
	case has < knows:
		return fmt.Errorf("%w: its version is %d, this program's is %d", storage.ErrOlder, has, knows)
	}
	return nil
}
