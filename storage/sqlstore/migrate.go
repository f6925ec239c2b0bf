package sqlstore

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"

	"github.com/pressly/goose/v3"

	"nimatron/storage"
)

// TablesSQL creates the tables and indexes of both databases, in the dialect of SQLite.
//
//go:embed tables.sql
var TablesSQL string

// Baseline is the number of the first version of the tables. Versions before the first release had
// lower numbers.
const Baseline = 100

// OwnTables are in every version, and identify a database of this program.
var OwnTables = []string{"goose_db_version", "players", "challenges", "matches", "moves"}

func Migrate(ctx context.Context, db *sql.DB, dialect goose.Dialect, versions []string, access storage.Access, arguments ...any) error {
	knows := int64(Baseline + len(versions) - 1)
	has, err := version(ctx, db)
	switch {
	case err != nil && access != storage.Upgrade:
		return err
	case err != nil: // there are no tables, or goose reports below what is wrong with them
	case has > knows:
		return fmt.Errorf("%w: its version is %d, the program knows versions up to %d", storage.ErrNewer, has, knows)
	case 0 < has && has < Baseline:
		return fmt.Errorf("%w: its version is %d, the first is %d", storage.ErrPrerelease, has, Baseline)
	case has == knows:
		return nil
	case access != storage.Upgrade:
		return older(has, knows)
	}
	migrations := make([]*goose.Migration, len(versions))
	for i, text := range versions {
		up := func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, text, arguments...)
			return err
		}
		migrations[i] = goose.NewGoMigration(Baseline+int64(i), &goose.GoFunc{RunTx: up}, nil)
	}
	provider, err := goose.NewProvider(dialect, db, nil, goose.WithGoMigrations(migrations...), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

func version(ctx context.Context, db *sql.DB) (has int64, err error) {
	err = db.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version`).Scan(&has)
	return has, err
}

func older(has, knows int64) error {
	return fmt.Errorf("%w: its version is %d, this program's is %d", storage.ErrOlder, has, knows)
}
