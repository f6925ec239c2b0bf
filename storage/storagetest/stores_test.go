package storagetest

import (
	"database/sql"
	"errors"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"nimatron/storage"
	"nimatron/storage/postgres"
	"nimatron/storage/postgres/postgrestest"
	storesqlite "nimatron/storage/sqlite"
	"nimatron/storage/sqlstore"
)

// A store is a package that implements storage.Store.
type store struct {
	name string // the package's
	// new returns the address of a database without tables. empty returns one with empty tables, if
	// that is quicker.
	new, empty func(testing.TB) string
	// open opens the store on a database and closes it when the test ends.
	open func(t testing.TB, address string) storage.Store
	// driver and source are the arguments of sql.Open, for tests that bypass the store.
	driver string
	source func(address string) string
	// refused reports whether an error of the database is a violated constraint.
	refused func(error) bool
	schema  func() sqlstore.Schema
}

func newFile(t testing.TB) string { return filepath.Join(t.TempDir(), "nimatron.db") }

// stores must all pass the tests of this package.
var stores = []store{
	{
		name: "sqlite", new: newFile, empty: newFile,
		open:   OpenFile,
		driver: "sqlite",
		source: func(path string) string {
			return "file:" + (&url.URL{Path: path}).EscapedPath() + "?_busy_timeout=5000&_foreign_keys=1"
		},
		refused: func(err error) bool {
			var refused *sqlite.Error
			return errors.As(err, &refused) && refused.Code()&0xff == sqlite3.SQLITE_CONSTRAINT
		},
		schema: storesqlite.Schema,
	},
	{
		name: "postgres", new: postgrestest.Empty, empty: postgrestest.Address,
		open:   func(t testing.TB, address string) storage.Store { return postgrestest.Open(t, address) },
		driver: "pgx",
		source: func(address string) string { return address },
		refused: func(err error) bool {
			var refused *pgconn.PgError
			return errors.As(err, &refused) && (strings.HasPrefix(refused.Code, "23") || refused.Code == "22P02") // text instead of a number
		},
		schema: postgres.Schema,
	},
}

// forEach runs a test on each store.
func forEach(t *testing.T, test func(*testing.T, store)) {
	t.Helper()
	for _, s := range stores {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			test(t, s)
		})
	}
}

// raw opens a database without the store, as a faulty program would.
func (s store) raw(t testing.TB, address string) *sql.DB {
	t.Helper()
	db := Got(sql.Open(s.driver, s.source(address))).OK(t)
	t.Cleanup(func() { db.Close() })
	return db
}
