package sqlite_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/storage"
	"nimatron/storage/sqlite"
	"nimatron/storage/storagetest"
)

// Many programs can open a new file at once.
func TestManyOpenAtOnce(t *testing.T) {
	const opener = "NIMATRON_TEST_OPENER"
	if path := os.Getenv(opener); path != "" {
		s := storagetest.Got(sqlite.Open(t.Context(), path)).Must(t)
		defer s.Close()
		storagetest.CreateMatch(t, s, storagetest.Match(fmt.Sprint("c", os.Getpid())))
		return
	}
	t.Parallel()
	dir := t.TempDir()
	for round := range testlong.Times(1, 2, 10) {
		path := filepath.Join(dir, fmt.Sprint(round, ".db"))
		var wg sync.WaitGroup
		for range 2 {
			wg.Go(func() {
				cmd := exec.Command(os.Args[0], "-test.run=^TestManyOpenAtOnce$")
				cmd.Env = append(os.Environ(), opener+"="+path)
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("%v: %s", err, out)
				}
			})
		}
		for range 3 { // also within one process
			wg.Go(func() {
				s, err := sqlite.Open(t.Context(), path)
				if err != nil {
					t.Error(err)
					return
				}
				s.Close()
			})
		}
		wg.Wait()
	}
	for _, name := range filesIn(t, dir) {
		if !strings.HasSuffix(name, ".db") {
			t.Errorf("%s is left behind", name)
		}
	}
}

func TestNewFileIsForItsOwner(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("there are no modes")
	}
	s, path := newStore(t)
	storagetest.CreateMatch(t, s, storagetest.Match("c"))
	storagetest.Got(s.LastMatch(t.Context(), "c")).OK(t)
	for _, name := range filesIn(t, filepath.Dir(path)) {
		info := storagetest.Got(os.Stat(filepath.Join(filepath.Dir(path), name))).OK(t)
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v", name, info.Mode())
		}
	}
}

func TestDatabaseOfAnotherProgram(t *testing.T) {
	t.Parallel()
	for name, sql := range map[string]string{
		"of tables":      `CREATE TABLE recipes (name TEXT)`,
		"with goose":     `CREATE TABLE goose_db_version (id INTEGER, version_id INTEGER, is_applied INTEGER, tstamp TEXT); INSERT INTO goose_db_version VALUES (1, 2, 1, ''); CREATE TABLE players (name TEXT)`,
		"that is marked": `PRAGMA application_id = 7`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "other.db")
			db := rawDB(t, path)
			storagetest.Got(db.Exec(sql)).Must(t)
			storagetest.WantErr(t, db.Close(), nil)
			before := storagetest.Got(os.ReadFile(path)).OK(t)
			storagetest.Got(sqlite.Open(t.Context(), path)).Fails(t, storage.ErrForeign)
			wantRefused(t, path, "of another program")
			after := storagetest.Got(os.ReadFile(path)).OK(t)
			storagetest.WantEqual(t, string(after), string(before))
		})
	}
}

// A database from before the mark is recognized by its tables. An empty file becomes a new
// database.
func TestOwnDatabaseWithoutTheMark(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	storagetest.WantErr(t, s.Close(), nil)
	storagetest.Got(rawDB(t, path).Exec(`PRAGMA application_id = 0`)).Must(t)
	storagetest.OpenFile(t, path)
	var id int
	storagetest.WantErr(t, rawDB(t, path).QueryRow(`PRAGMA application_id`).Scan(&id), nil)
	if id == 0 {
		t.Error("it is still without the mark")
	}
	empty := filepath.Join(t.TempDir(), "empty.db")
	storagetest.WantErr(t, os.WriteFile(empty, nil, 0o600), nil)
	storagetest.OpenFile(t, empty)
}

// Only one process at a time serves a database, however the previous one ended.
func TestClaim(t *testing.T) {
	const claimer = "NIMATRON_TEST_CLAIMER"
	if path := os.Getenv(claimer); path != "" {
		storagetest.Got(sqlite.Claim(t.Context(), path)).Must(t)
		fmt.Println("claimed")
		time.Sleep(time.Minute)
	}
	t.Parallel()
	path := filepath.Join(t.TempDir(), "nimatron.db")
	release := storagetest.Got(sqlite.Claim(t.Context(), path)).OK(t)
	storagetest.OpenFile(t, path) // a process without a claim may use it
	link := filepath.Join(t.TempDir(), "link.db")
	storagetest.WantErr(t, os.Symlink(path, link), nil)
	for _, name := range []string{path, link} {
		storagetest.Got(sqlite.Claim(t.Context(), name)).Fails(t, storage.ErrServed)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestClaim$")
	cmd.Env = append(os.Environ(), claimer+"="+path)
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), storage.ErrServed.Error()) {
		t.Errorf("another process: %v: %s", err, out)
	}
	storagetest.WantErr(t, release(), nil)

	cmd = exec.Command(os.Args[0], "-test.run=^TestClaim$")
	cmd.Env = append(os.Environ(), claimer+"="+path)
	out := storagetest.Got(cmd.StdoutPipe()).OK(t)
	storagetest.WantErr(t, cmd.Start(), nil)
	storagetest.Got(out.Read(make([]byte, 1))).Must(t)
	storagetest.Got(sqlite.Claim(t.Context(), path)).Fails(t, storage.ErrServed)
	storagetest.WantErr(t, cmd.Process.Kill(), nil)
	_ = cmd.Wait() // the error is that it was killed
	release = storagetest.Got(sqlite.Claim(t.Context(), path)).OK(t)
	storagetest.WantErr(t, release(), nil)

	for name, want := range map[string]string{filepath.Dir(path): "this is a folder", "": "not a file name"} {
		if _, err := sqlite.Claim(t.Context(), name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// A process killed while it creates a database leaves one that the next can complete.
func TestKilledWhileOpening(t *testing.T) {
	const opener = "NIMATRON_TEST_KILLED_OPENER"
	if path := os.Getenv(opener); path != "" {
		fmt.Println("opening")
		s := storagetest.Got(sqlite.Open(t.Context(), path)).Must(t)
		s.Close()
		return
	}
	t.Parallel()
	dir := t.TempDir()
	for round := range testlong.Times(2, 4, 20) {
		path := filepath.Join(dir, fmt.Sprint(round, ".db"))
		cmd := exec.Command(os.Args[0], "-test.run=^TestKilledWhileOpening$", "-test.v")
		cmd.Env = append(os.Environ(), opener+"="+path)
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		must.OK(t, err)
		for lines := bufio.NewScanner(out); lines.Scan() && lines.Text() != "opening"; {
		}
		time.Sleep(time.Duration(round) * 5 * time.Millisecond)
		cmd.Process.Kill()
		cmd.Wait()
		s, err := sqlite.Open(t.Context(), path)
		if err != nil {
			t.Errorf("killed after %d ms: %v", 5*round, err)
			continue
		}
		s.Close()
	}
}
