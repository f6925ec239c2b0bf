package sqlite_test

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/internal/testlong"
	"nimatron/storage/sqlite"
	"nimatron/storage/storagetest"
)

// Acknowledged writes survive a killed process, and no write survives in part.
func TestKilledInTheMiddle(t *testing.T) {
	const victim = "NIMATRON_TEST_VICTIM"
	if path := os.Getenv(victim); path != "" {
		playUntilKilled(t, path)
	}
	t.Parallel()
	path := filepath.Join(t.TempDir(), "nimatron.db")
	var fault bytes.Buffer
	cmd := exec.Command(os.Args[0], "-test.run=^TestKilledInTheMiddle$")
	cmd.Env = append(os.Environ(), victim+"="+path)
	cmd.Stderr = &fault
	out := storagetest.Got(cmd.StdoutPipe()).Must(t)
	storagetest.WantErr(t, cmd.Start(), nil)
	var acknowledged int64
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, err := fmt.Sscanf(lines.Text(), "version %d", &acknowledged); err != nil {
			t.Errorf("the victim says %q", lines.Text())
		}
		if acknowledged%30 == 0 {
			if faults, err := sqlite.Integrity(t.Context(), path); err != nil || len(faults) > 0 {
				t.Errorf("version %d, in use: %v, %v", acknowledged, faults, err)
			}
		}
		if acknowledged == 100 {
			storagetest.WantErr(t, cmd.Process.Kill(), nil)
		}
	}
	_ = cmd.Wait() // the error is that it was killed
	if acknowledged < 100 {
		t.Fatalf("the victim died at version %d: %s", acknowledged, &fault)
	}

	checkDamagedLogs(t, path)
	m := storagetest.Got(storagetest.OpenFile(t, path).LastMatch(t.Context(), "c")).OK(t)
	if m.Version < acknowledged || m.Version > acknowledged+1 {
		t.Errorf("version %d was acknowledged, version %d was stored", acknowledged, m.Version)
	}
	storagetest.WantEqual(t, len(m.Moves), 2*int(m.Version-1))
}

func playUntilKilled(t *testing.T, path string) {
	m := storagetest.CreateMatch(t, storagetest.OpenFile(t, path), storagetest.Match("c"))
	s := storagetest.OpenFile(t, path)
	for version := m.Version; version < 150; { // a killed one must not be writing its log back
		a := storagetest.Got(s.Append(t.Context(), m.ID, version, storagetest.Turn(2*int(version-1), storagetest.Move(games.Left, 1), storagetest.Move(games.Right, 2)))).Must(t)
		version = a.Version
		fmt.Println("version", version)
	}
	time.Sleep(time.Minute) // until it is killed
}

// After a power failure the log may end anywhere. Wherever it ends, the match has the state after
// some turn.
func TestTornLog(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	m := storagetest.CreateMatch(t, s, storagetest.Match("c"))
	storagetest.WantErr(t, s.Close(), nil)
	s = storagetest.OpenFile(t, path)
	const turns = 8
	for version := int64(1); version <= turns; version++ {
		storagetest.Got(s.Append(t.Context(), m.ID, version, storagetest.Turn(2*int(version-1), storagetest.Move(games.Left, 1), storagetest.Move(games.Right, 2)))).Must(t)
	}
	db := storagetest.Got(os.ReadFile(path)).OK(t)
	log := storagetest.Got(os.ReadFile(path + "-wal")).OK(t)

	last, step := int64(0), testlong.Times(11_999, 7499, 1499) // no multiple of a page
	for cut := 0; cut <= len(log); cut += step {
		version := versionAfter(t, m.ID, db, log[:cut])
		if version < last {
			t.Errorf("with %d bytes of the log the match is at version %d, with fewer at version %d", cut, version, last)
		}
		last = version
	}
	storagetest.WantEqual(t, versionAfter(t, m.ID, db, log[:0]), 1)
	storagetest.WantEqual(t, versionAfter(t, m.ID, db, log), turns+1)
}

func versionAfter(t *testing.T, matchID int64, db, log []byte) int64 {
	t.Helper()
	path := filepath.Join(t.TempDir(), "nimatron.db")
	for name, content := range map[string][]byte{path: db, path + "-wal": log} {
		storagetest.WantErr(t, os.WriteFile(name, content, 0o600), nil)
	}
	m := storagetest.Got(storagetest.OpenFile(t, path).MatchByID(t.Context(), matchID)).OK(t)
	storagetest.WantEqual(t, len(m.Moves), 2*int(m.Version-1))
	return m.Version
}
