package sqlite

import (
	"context"
	"database/sql"
	_ "embed"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/pressly/goose/v3"

	"nimatron/storage"
	"nimatron/storage/sqlstore"
)

//go:embed triggers.sql
var triggers string

// Schema is what the tables of a file are made by. SQLite keeps the text of each statement.
var Schema = sync.OnceValue(func() sqlstore.Schema {
	return sqlstore.Schema{
		Dialect:  goose.DialectSQLite3,
		Versions: sqlstore.Versions(func(text string) string { return text }, triggers, "ee2de676eec07616", "edbd0db0f297d5b5", "bee9f18195a11afa", "c3ddb672644d79eb", "409910f2b017231b", "38a68a5b7a0be7c9", "1f236a216b28e3ff", "792ed96210a20449", "9d2207733a0630b5"),
		Look:     `SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL`,
	}
})

const applicationID = 0x4e696d4d

// checkOwner returns storage.ErrForeign if another program made the database. It changes nothing,
// except that it rolls back the transaction of a killed process, without which the file can't be
// read.
func checkOwner(ctx context.Context, file string) error {
	err := checkOwnerBy(ctx, file, "ro")
	if code(err) == sqliteReadOnly {
		err = checkOwnerBy(ctx, file, "rw")
	}
	return err
}

func checkOwnerBy(ctx context.Context, file, mode string) error {
	db, err := sql.Open("sqlite", fileURI(file)+"?mode="+mode+"&"+commonSettings)
	if err != nil {
		return err
	}
	defer db.Close()
	var id int
	if err := db.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id); err != nil || id == applicationID {
		return err
	}
	tables, err := sqlstore.Texts(db.QueryContext(ctx, `SELECT name FROM sqlite_schema WHERE type = 'table'`))
	if err != nil {
		return err
	}
	foreign := id != 0
	for _, table := range sqlstore.OwnTables {
		foreign = foreign || len(tables) > 0 && !slices.Contains(tables, table)
	}
	if foreign {
		return storage.ErrForeign
	}
	return nil
}

func sign(ctx context.Context, db *sql.DB) error {
	var id int
	if err := db.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id); err != nil || id == applicationID {
		return err
	}
	_, err := db.ExecContext(ctx, fmt.Sprintf(`PRAGMA application_id = %d; PRAGMA user_version = %d`, applicationID, rand.Int32()))
	return err
}

// checkVersion returns an error unless the tables belong to this version of the program. The error is
// storage.ErrEmpty if there are none: a process may have been killed before it created them.
func checkVersion(ctx context.Context, file string, access storage.Access) error {
	db, err := sql.Open("sqlite", fileURI(file)+"?"+readerSettings)
	if err != nil {
		return err
	}
	defer db.Close()
	var tables int
	err = db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables)
	switch {
	case err != nil:
		return err
	case tables == 0:
		return storage.ErrEmpty
	}
	return Schema().Migrate(ctx, db, access)
}
