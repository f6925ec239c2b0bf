package sqlite_test

import (
	"database/sql"
	"net/url"
	"path/filepath"
	"testing"

	"nimatron/storage"
	"nimatron/storage/storagetest"
)

// newStore returns a store on a new file, and the file's name.
func newStore(t testing.TB) (storage.Store, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "nimatron.db")
	return storagetest.OpenFile(t, path), path
}

// rawDB opens the file without the store, as a faulty program would.
func rawDB(t testing.TB, path string) *sql.DB {
	t.Helper()
	db := storagetest.Got(sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?_busy_timeout=5000&_foreign_keys=1")).Must(t)
	t.Cleanup(func() { db.Close() })
	return db
}
