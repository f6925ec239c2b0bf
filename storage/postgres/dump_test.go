package postgres_test

import (
	"errors"
	"net/url"
	command "os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/storage/postgres/postgrestest"
	"nimatron/storage/storagetest"
)

// A dump is restored by PostgreSQL's own program: into an empty database, or into the one that a running bot uses.
func TestDumpIsRestored(t *testing.T) {
	t.Parallel()
	address, empty := postgrestest.Address(t), postgrestest.Database(t)
	s := openStore(t, address)
	m := storagetest.CreateMatch(t, s, storagetest.Match("c"))
	dump := filepath.Join(t.TempDir(), "day.dump")
	run := func(program string, args ...string) {
		t.Helper()
		out, err := command.Command(program, args...).CombinedOutput()
		switch {
		case errors.Is(err, command.ErrNotFound), strings.Contains(string(out), "version mismatch"):
			t.Skipf("%s: %v: %s", program, err, out)
		case err != nil:
			t.Fatalf("%s: %v: %s", program, err, out)
		}
	}
	plain := func(address string) string { // without what only this program understands
		u := storagetest.Got(url.Parse(address)).Must(t)
		query := u.Query()
		query.Del("search_path")
		u.RawQuery = query.Encode()
		return "--dbname=" + u.String()
	}
	run("pg_dump", "--format=custom", "--file="+dump, plain(address))
	moved := func(version int64) {
		t.Helper()
		storagetest.Got(s.Append(t.Context(), m.ID, version, storagetest.Turn(int(version-1), storagetest.Move(games.Left, 1)))).OK(t)
	}
	moved(1)
	run("pg_restore", plain(empty), dump)
	schema := storagetest.Got(url.Parse(address)).Must(t).Query().Get("search_path")
	beside := openStore(t, postgrestest.With(empty, "search_path", schema))
	storagetest.WantEqual(t, storagetest.Got(beside.LastMatch(t.Context(), "c")).OK(t).Match, m)
	storagetest.CreateMatch(t, beside, storagetest.Match("d")) // numbers go on

	run("pg_restore", "--clean", plain(address), dump)
	storagetest.WantEqual(t, storagetest.Got(s.LastMatch(t.Context(), "c")).OK(t).Match, m)
	moved(1)
}
