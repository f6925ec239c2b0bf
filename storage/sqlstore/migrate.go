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
// migrations. The error is storage.ErrNewer for tables that are already beyond them.
func Migrate(ctx context.Context, db *sql.DB, dialect goose.Dialect, migrations fs.FS) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(dialect, db, files, goose.WithDisableGlobalRegistry(true))
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
