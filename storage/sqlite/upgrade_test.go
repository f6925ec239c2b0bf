package sqlite_test

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/storage/sqlite"
	"nimatron/storage/storagetest"
)

// A process that upgrades a database is killed before each of its statements in turn, in short runs before some. The
// next process finishes the upgrade, and nothing is lost.
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
	step := testlong.Times(8, 4, 1)
	killed := int(testlong.Seed(t) % uint64(step))
	for {
		path := storagetest.LandedFile(t)
		cmd := exec.Command(os.Args[0], "-test.run=^TestKilledInAnUpgrade$")
		cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", variable, killed), variable+"_FILE="+path)
		out, err := cmd.CombinedOutput()
		if err != nil && cmd.ProcessState.Exited() { // not killed
			t.Fatalf("before statement %d: %v, %s", killed, err, out)
		}
		s := must.Get(sqlite.Open(t.Context(), path))(t)
		m, lost := s.LastMatch(t.Context(), "den")
		if lost != nil || len(m.Moves) != 2 || m.Finished() {
			t.Errorf("killed before statement %d: %+v, %v", killed, m, lost)
		}
		must.OK(t, s.Close())
		if err == nil {
			break
		}
		killed += step
	}
	if killed < 5 {
		t.Errorf("the upgrade has only %d statements", killed)
	}
	t.Logf("the upgrade has about %d statements", killed)
}
