package postgres_test

import (
	"database/sql"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nimatron/storage/postgres/postgrestest"
	"nimatron/storage/sqlite"
	"nimatron/storage/sqlstore"
	"nimatron/storage/storagetest"
)

// The tables and columns equal SQLite's at the same version.

func TestSchemaIsThatOfSQLite(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "nimatron.db")
	s := storagetest.Got(sqlite.Open(t.Context(), path)).OK(t)
	defer s.Close()
	lite := storagetest.Got(sql.Open("sqlite", path)).OK(t)
	defer lite.Close()
	address := postgrestest.Address(t)
	openStore(t, address)
	post := rawDB(t, address)

	columns := func(db *sql.DB, query string) map[string]bool {
		all := storagetest.Got(sqlstore.Texts(db.QueryContext(t.Context(), query))).OK(t)
		set := make(map[string]bool)
		for _, name := range all {
			set[name] = true
		}
		return set
	}
	want := columns(lite, `SELECT t.name || '.' || c.name FROM sqlite_schema t CROSS JOIN pragma_table_xinfo(t.name) c
		WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name NOT LIKE 'goose_%'`)
	got := columns(post, `SELECT table_name || '.' || column_name FROM information_schema.columns
		WHERE table_schema = current_schema() AND table_name NOT LIKE 'goose_%'`)
	for name := range want {
		if !got[name] {
			t.Errorf("PostgreSQL has no %s", name)
		}
	}
	for name := range got {
		if !want[name] {
			t.Errorf("SQLite has no %s", name)
		}
	}
	for name := range want {
		// Leases and sessions are short-lived.
		if table, _, _ := strings.Cut(name, "."); table != "leases" && table != "live_sessions" && !slices.Contains(sqlstore.Tables(), table) {
			t.Errorf("nimatron copy leaves the table %s out", table)
		}
	}
	const version = `SELECT CAST(max(version_id) AS TEXT) FROM goose_db_version`
	storagetest.WantEqual(t, slices.Collect(maps.Keys(columns(post, version))), slices.Collect(maps.Keys(columns(lite, version))))
}
