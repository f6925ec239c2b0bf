package sqlite_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"nimatron/storage/sqlite"
	"nimatron/storage/storagetest"
)

// What a killed backup leaves is removed by the next one, in the same folder under whatever
// name; what somebody is still at, or has made otherwise, is not.
func TestAbandonedBackupsAreRemoved(t *testing.T) {
	const target = "NIMATRON_TEST_BACKUP"
	if to := os.Getenv(target); to != "" {
		err := sqlite.Backup(t.Context(), filepath.Join(filepath.Dir(to), "nimatron.db"), to, func(int, int) {
			os.Stdout.WriteString("copying\n")
			select {} // until it is killed
		})
		t.Fatal(err)
	}
	t.Parallel()
	s, path := newStore(t)
	storagetest.CreateMatch(t, s, storagetest.Match("c"))
	dir := filepath.Dir(path)
	if filepath.Base(path) != "nimatron.db" {
		t.Fatal(path)
	}
	begin := func(to string) (kill func()) {
		t.Helper()
		cmd := exec.Command(os.Args[0], "-test.run=^TestAbandonedBackupsAreRemoved$")
		cmd.Env = append(os.Environ(), target+"="+filepath.Join(dir, to))
		out := storagetest.Got(cmd.StdoutPipe()).OK(t)
		storagetest.WantErr(t, cmd.Start(), nil)
		kill = func() {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
		t.Cleanup(kill)
		if line, err := bufio.NewReader(out).ReadString('\n'); line != "copying\n" {
			t.Fatalf("%q, %v", line, err)
		}
		return kill
	}
	partials := func() int {
		t.Helper()
		names := storagetest.Got(filepath.Glob(filepath.Join(dir, "*.partial-*"))).OK(t)
		return len(names)
	}
	backup := func(to string) {
		t.Helper()
		storagetest.WantErr(t, sqlite.Backup(t.Context(), path, filepath.Join(dir, to), nil), nil)
	}
	killMonday, killTuesday := begin("monday.db"), begin("tuesday.db")
	backup("wednesday.db")
	storagetest.WantEqual(t, partials(), 4) // each with what holds it
	killMonday()
	backup("thursday.db")
	storagetest.WantEqual(t, partials(), 2)
	killTuesday()
	backup("tuesday.db")
	storagetest.WantEqual(t, partials(), 0)

	// Earlier versions held nothing.
	old := time.Now().Add(-48 * time.Hour)
	for name, at := range map[string]time.Time{
		"friday.db.partial-1": old, "friday.db.partial-2": time.Now(), "saturday.db.partial-3": old, "friday.db.partial-x": old,
	} {
		name := filepath.Join(dir, name)
		storagetest.WantErr(t, os.WriteFile(name, nil, 0o600), nil)
		storagetest.WantErr(t, os.Chtimes(name, at, at), nil)
	}
	backup("friday.db")
	storagetest.WantEqual(t, partials(), 3)
	if _, err := os.Stat(filepath.Join(dir, "friday.db.partial-1")); err == nil {
		t.Error("the old one is still there")
	}
}
