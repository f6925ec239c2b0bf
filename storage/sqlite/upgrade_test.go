package sqlite_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/storage/sqlite"
	"nimatron/storage/storagetest"
)

// A process that upgrades or makes a database is killed before each of its statements in turn, in short runs before some.
// The next process finishes that, and nothing is lost.
func TestKilledInAnUpgrade(t *testing.T) {
	const variable = "NIMATRON_TEST_KILLED_UPGRADE"
	if at, is := os.LookupEnv(variable); is {
		left := must.Get(strconv.Atoi(at))(t)
		self := must.Get(os.FindProcess(os.Getpid()))(t)
		die := sqlite.Watched(func(string, bool) {
			if left--; left < 0 {
				_ = self.Kill()
				select {}
			}
		})
		must.OK(t, must.Get(sqlite.Open(t.Context(), os.Getenv(variable+"_FILE"), die))(t).Close())
		return
	}
	t.Parallel()
	step := testlong.Times(24, 12, 1)
	for kind, file := range map[string]func(testing.TB) string{"an upgrade": storagetest.LandedFile, "a new file": newFile} {
		killEach(t, kind, step, file, variable)
	}
}

func newFile(t testing.TB) string { return filepath.Join(t.TempDir(), "new.db") }

func killEach(t *testing.T, kind string, step int, file func(testing.TB) string, variable string) {
	killed := int(testlong.Seed(t) % uint64(step))
	for {
		path := file(t)
		cmd := exec.Command(os.Args[0], "-test.run=^TestKilledInAnUpgrade$")
		cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", variable, killed), variable+"_FILE="+path)
		out, err := cmd.CombinedOutput()
		if err != nil && cmd.ProcessState.Exited() { // not killed
			t.Fatalf("before statement %d: %v, %s", killed, err, out)
		}
		s := must.Get(sqlite.Open(t.Context(), path))(t)
		if m, lost := s.LastMatch(t.Context(), "den"); kind == "an upgrade" && (lost != nil || len(m.Moves) != 2 || m.Finished()) {
			t.Errorf("killed before statement %d: %+v, %v", killed, m, lost)
		}
		must.OK(t, s.Close())
		if err == nil {
			break
		}
		killed += step
	}
	if killed < 5 {
		t.Errorf("%s has only %d statements", kind, killed)
	}
	t.Logf("%s has about %d statements", kind, killed)
}
