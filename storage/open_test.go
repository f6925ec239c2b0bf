package storage_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pressly/goose/v3"

	"nimatron/storage"
)

func TestReopenFindsEverything(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	m, c := createMatch(t, s, aMatch("c")), createChallenge(t, s, aChallenge("d"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openStore(t, path)
	gotMatch, err := s.OpenMatch(t.Context(), "c")
	wantErr(t, err, nil)
	wantEqual(t, gotMatch, m)
	gotChallenge, err := s.OpenChallenge(t.Context(), "d")
	wantErr(t, err, nil)
	wantEqual(t, gotChallenge, c)
}

// After Close the file alone is the database: it can be copied.
func TestCloseLeavesOneFile(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	createMatch(t, s, aMatch("c"))
	_, err := s.OpenMatch(t.Context(), "c") // opens a reader
	wantErr(t, err, nil)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	wantEqual(t, filesIn(t, filepath.Dir(path)), []string{"nimatron.db"})
}

func TestOddPaths(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"a b.db", "what?.db", "?mode=memory", "a#b.db", "100%.db", "%20.db", "%00.db", "a&b=c;d.db", "it's \"odd\".db",
		`back\slash.db`, "file:x.db", ":memory:", "naïve 🎲.db", "+.db", "-", "new\nline.db",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), name)
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, name)
			s := openStore(t, path)
			m := createMatch(t, s, aMatch("c"))
			got, err := s.OpenMatch(t.Context(), "c")
			wantErr(t, err, nil)
			wantEqual(t, got, m)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			wantEqual(t, filesIn(t, dir), []string{name})
		})
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := filepath.Join(dir, "letter.txt")
	content := []byte(strings.Repeat("This is no database.\n", 1000))
	if err := os.WriteFile(text, content, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, why := range map[string]string{
		text:                                    "not a database",
		dir:                                     "unable to open",
		filepath.Join(dir, "missing", "nim.db"): "unable to open",
		filepath.Join(text, "nim.db"):           "unable to open",
		dir + "/nul\x00.db":                     "no name of a file",
		"":                                      "no name of a file",
	} {
		wantRefused(t, path, why)
	}
	after, err := os.ReadFile(text)
	wantErr(t, err, nil)
	wantEqual(t, after, content)
	wantEqual(t, filesIn(t, dir), []string{"letter.txt"})
}

func TestOpenOfWhatMayNotBeWritten(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere")
	}
	s, path := newStore(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	protect := func(name string, mode os.FileMode) {
		t.Helper()
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
	}
	dir := filepath.Dir(path)
	protect(path, 0o400)
	wantRefused(t, path, "readonly")
	protect(path, 0o600)
	protect(dir, 0o500)
	t.Cleanup(func() { protect(dir, 0o700) })
	wantRefused(t, path, "readonly")
	wantRefused(t, filepath.Join(dir, "new.db"), "unable to open")
}

// wantRefused demands that Open says in one line, and soon, which file and why.
func wantRefused(t *testing.T, path, why string) {
	t.Helper()
	start := time.Now()
	s, err := storage.Open(t.Context(), path)
	if err == nil {
		s.Close()
		t.Errorf("%q was opened", path)
		return
	}
	message := err.Error()
	if !strings.Contains(message, path) || !strings.Contains(message, why) || strings.Contains(message, "\n") {
		t.Errorf("%q: the error is %q, want one line with the path and %q", path, message, why)
	}
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("%q was refused after %v", path, took)
	}
}

func TestNewerDatabaseIsRefused(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	createMatch(t, s, aMatch("c"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	db := rawDB(t, path)
	version := versionOf(t, db)
	if _, err := db.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	wantErr(t, err, nil)

	_, err = storage.Open(t.Context(), path)
	wantErr(t, err, storage.ErrNewer)
	wantRefused(t, path, "its version is 99")
	wantRefused(t, path, fmt.Sprintf("versions up to %d", version))
	after, err := os.ReadFile(path)
	wantErr(t, err, nil)
	if !slices.Equal(before, after) {
		t.Error("the newer database was changed")
	}
}

// A database at version 1 comes to the same schema as a new one, and opening it
// once more changes nothing.
func TestMigrateFromVersion1(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "old.db")
	db := rawDB(t, path)
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, os.DirFS("migrations"))
	wantErr(t, err, nil)
	if _, err := provider.UpTo(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`INSERT INTO players (id, name) VALUES ('local:eve', 'Eve')`); err != nil {
		t.Fatal(err)
	}

	s, fresh := newStore(t)
	createMatch(t, s, aMatch("c"))
	for range 2 {
		s := openStore(t, path)
		wantEqual(t, schemaOf(t, db), schemaOf(t, rawDB(t, fresh)))
		wantEqual(t, versionOf(t, db), versionOf(t, rawDB(t, fresh)))
		var name string
		wantErr(t, db.QueryRow(`SELECT name FROM players WHERE id = 'local:eve'`).Scan(&name), nil)
		wantEqual(t, name, "Eve")
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func versionOf(t *testing.T, db *sql.DB) (version int64) {
	t.Helper()
	if err := db.QueryRow(`SELECT max(version_id) FROM goose_db_version`).Scan(&version); err != nil {
		t.Fatal(err)
	}
	return version
}

func schemaOf(t *testing.T, db *sql.DB) (schema string) {
	t.Helper()
	err := db.QueryRow(`SELECT group_concat(sql, ';' ORDER BY name) FROM sqlite_schema`).Scan(&schema)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func filesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
