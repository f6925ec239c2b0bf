package sqlite_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nimatron/match"
	"nimatron/storage"
	"nimatron/storage/sqlite"
	"nimatron/storage/storagetest"
)

// After Close the database is a single file that can be copied.
func TestCloseLeavesOneFile(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	storagetest.CreateMatch(t, s, storagetest.Match("c"))
	storagetest.Got(s.LastMatch(t.Context(), "c")).OK(t)
	storagetest.WantErr(t, s.Close(), nil)
	storagetest.WantEqual(t, filesIn(t, filepath.Dir(path)), []string{"nimatron.db"})
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
			storagetest.WantErr(t, os.Mkdir(dir, 0o700), nil)
			path := filepath.Join(dir, name)
			s := storagetest.OpenFile(t, path)
			m := storagetest.CreateMatch(t, s, storagetest.Match("c"))
			storagetest.WantEqual(t, storagetest.Got(s.LastMatch(t.Context(), "c")).OK(t).Match, m)
			storagetest.WantErr(t, s.Close(), nil)
			storagetest.WantEqual(t, filesIn(t, dir), []string{name})
		})
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := filepath.Join(dir, "letter.txt")
	content := []byte(strings.Repeat("This is no database.\n", 1000))
	storagetest.WantErr(t, os.WriteFile(text, content, 0o600), nil)
	for path, why := range map[string]string{
		text:                                    "the file is not a database",
		dir:                                     "this is a folder: name a file in it, such as " + dir,
		filepath.Join(dir, "missing", "nim.db"): "there is no folder " + filepath.Join(dir, "missing") + ": create it",
		filepath.Join(text, "nim.db"):           "not a folder",
		dir + "/nul\x00.db":                     "not a file name",
		"":                                      "not a file name",
	} {
		wantRefused(t, path, why)
	}
	storagetest.Got(os.ReadFile(text)).Is(t, content)
	storagetest.WantEqual(t, filesIn(t, dir), []string{"letter.txt"})
}

func TestOpenOfWhatMayNotBeWritten(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere") // TestExplain tests the words anyway
	}
	s, path := newStore(t)
	storagetest.WantErr(t, s.Close(), nil)
	protect := func(name string, mode os.FileMode) {
		t.Helper()
		storagetest.WantErr(t, os.Chmod(name, mode), nil)
	}
	dir := filepath.Dir(path)
	const why = "this user may not write the file, or not in its folder"
	protect(path, 0o400)
	wantRefused(t, path, why)
	protect(path, 0o600)
	protect(dir, 0o500)
	t.Cleanup(func() { protect(dir, 0o700) })
	wantRefused(t, path, why)
	wantRefused(t, filepath.Join(dir, "new.db"), why)
}

// wantRefused checks that Open's error is one line that names the file and the reason.
func wantRefused(t *testing.T, path, why string) {
	t.Helper()
	s, err := sqlite.Open(t.Context(), path)
	if err == nil {
		s.Close()
		t.Errorf("%q was opened", path)
		return
	}
	message := err.Error()
	if !strings.Contains(message, path) || !strings.Contains(message, why) || strings.Contains(message, "\n") {
		t.Errorf("%q: the error is %q, want one line with the path and %q", path, message, why)
	}
}

func TestNewerDatabaseIsRefused(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	storagetest.CreateMatch(t, s, storagetest.Match("c"))
	storagetest.WantErr(t, s.Close(), nil)
	db := rawDB(t, path)
	version := versionOf(t, db)
	storagetest.Got(db.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (199, 1)`)).Must(t)
	storagetest.WantErr(t, db.Close(), nil)
	before := storagetest.Got(os.ReadFile(path)).OK(t)

	storagetest.Got(sqlite.Open(t.Context(), path)).Fails(t, storage.ErrNewer)
	wantRefused(t, path, "its version is 199")
	wantRefused(t, path, fmt.Sprintf("versions up to %d", version))
	after := storagetest.Got(os.ReadFile(path)).OK(t)
	if !slices.Equal(before, after) {
		t.Error("the newer database was changed")
	}
}

// Opening a database read-only changes nothing in it, in any journal mode.
func TestLookChangesNothing(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	m := storagetest.CreateMatch(t, s, storagetest.Match("c"))
	storagetest.WantErr(t, s.Close(), nil)
	copied := path + ".backup"
	storagetest.WantErr(t, sqlite.Backup(t.Context(), path, copied), nil)
	for _, name := range []string{path, copied} {
		before := storagetest.Got(os.ReadFile(name)).OK(t)
		looked := storagetest.Got(sqlite.Open(t.Context(), name, sqlite.For(storage.ReadOnly))).Must(t)
		storagetest.WantEqual(t, storagetest.Got(looked.LastMatch(t.Context(), "c")).OK(t).Match, m)
		if _, err := looked.CheckRatings(t.Context(), func(match.Match) ([]match.RatingChange, error) { return nil, nil }); err != nil {
			t.Error(err)
		}
		if _, err := looked.CreateMatch(t.Context(), storagetest.Match("d")); err == nil {
			t.Error("it was changed")
		}
		storagetest.WantErr(t, looked.Close(), nil)
		storagetest.WantEqual(t, string(storagetest.Got(os.ReadFile(name)).OK(t)), string(before))
	}
	empty := filepath.Join(t.TempDir(), "empty.db")
	storagetest.Got(rawDB(t, empty).Exec(`PRAGMA application_id = 0x4e696d4d`)).Must(t)
	storagetest.Got(sqlite.Open(t.Context(), empty, sqlite.For(storage.ReadOnly))).Fails(t, storage.ErrEmpty)
	missing := filepath.Join(t.TempDir(), "missing.db")
	storagetest.Got(sqlite.Open(t.Context(), missing, sqlite.For(storage.ReadOnly))).Fails(t, os.ErrNotExist)
	storagetest.WantEqual(t, filesIn(t, filepath.Dir(missing)), nil)
}

// A database of an older version is not changed.
func TestOlderDatabaseIsKept(t *testing.T) {
	t.Parallel()
	path := storagetest.LandedFile(t)
	before := storagetest.Got(os.ReadFile(path)).OK(t)
	for _, access := range []storage.Access{storage.ReadOnly, storage.WithoutUpgrade} {
		storagetest.Got(sqlite.Open(t.Context(), path, sqlite.For(access))).Fails(t, storage.ErrOlder)
	}
	storagetest.WantEqual(t, string(storagetest.Got(os.ReadFile(path)).OK(t)), string(before))
}

func versionOf(t *testing.T, db *sql.DB) (version int64) {
	t.Helper()
	storagetest.WantErr(t, db.QueryRow(`SELECT max(version_id) FROM goose_db_version`).Scan(&version), nil)
	return version
}

func filesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries := storagetest.Got(os.ReadDir(dir)).Must(t)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
