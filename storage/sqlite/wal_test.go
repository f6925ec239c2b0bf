package sqlite_test

import (
	"database/sql"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/internal/testlong"
	"nimatron/storage/sqlite"
	"nimatron/storage/storagetest"
)

// files is a database with the files beside it, by suffix.
type files map[string][]byte

func readFiles(t *testing.T, path string) files {
	t.Helper()
	f := files{}
	for _, suffix := range []string{"", "-wal", "-shm", "-mark"} {
		if text, err := os.ReadFile(path + suffix); err == nil {
			f[suffix] = text
		}
	}
	return f
}

// write writes copies of the files into a new folder, with another log and without those that are lost.
func (f files) write(t *testing.T, log []byte, lost ...string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "nimatron.db")
	for suffix, text := range f {
		if suffix == "-wal" {
			text = log
		}
		if !slices.Contains(lost, suffix) {
			storagetest.WantErr(t, os.WriteFile(path+suffix, text, 0o600), nil)
		}
	}
	return path
}

// noise returns the log with random bytes in place of a part.
func noise(log []byte, from, to int) []byte {
	log = slices.Clone(log)
	random := rand.NewChaCha8([32]byte{})
	_, _ = random.Read(log[from:to])
	return log
}

// sound checks that the database is opened and has no fault.
func sound(t *testing.T, name, path string) {
	t.Helper()
	if faults, err := sqlite.Integrity(t.Context(), path); err != nil || len(faults) > 0 {
		t.Errorf("%s: a false alarm: %v, %v", name, faults, err)
	}
	s, err := sqlite.Open(t.Context(), path)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	storagetest.WantErr(t, s.Close(), nil)
	if faults, err := sqlite.Integrity(t.Context(), path); err != nil || len(faults) > 0 {
		t.Errorf("%s: a false alarm after it was closed: %v, %v", name, faults, err)
	}
}

// refused checks that nothing opens the database, and that the refusal leaves its files as they are.
func refused(t *testing.T, name, path string) {
	t.Helper()
	for range 2 {
		_, err := sqlite.Integrity(t.Context(), path)
		_, openErr := sqlite.Open(t.Context(), path)
		for _, err := range []error{err, openErr, sqlite.Backup(t.Context(), path, path+".backup")} {
			if err == nil || !strings.Contains(err.Error(), "the last changes are missing") || !strings.Contains(err.Error(), "To go on without these changes") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// checkDamagedLogs damages copies of the log that a killed process left, as far as it is needed.
func checkDamagedLogs(t *testing.T, path string) {
	t.Helper()
	f := readFiles(t, path)
	log := f["-wal"]
	if len(log) == 0 || len(f["-shm"]) == 0 || len(f["-mark"]) == 0 {
		t.Fatal("there is no log")
	}
	sound(t, "killed", f.write(t, log))
	sound(t, "a copy without -shm", f.write(t, log, "-shm"))
	sound(t, "a copy without -shm and -mark", f.write(t, log, "-shm", "-mark"))
	sound(t, "killed within a later write", f.write(t, append(slices.Clone(log), noise(log, 0, 5000)[:5000]...)))

	frame := 24 + int(binary.BigEndian.Uint32(log[8:]))
	frames := int(binary.NativeEndian.Uint32(f["-shm"][16:]))
	end := 32 + frames*frame // of the last commit
	if moved := int(binary.NativeEndian.Uint32(f["-shm"][96:])); moved >= frames {
		t.Logf("all %d frames were written back before the end, so no log can lack one", frames)
		sound(t, "a log of noise that isn't needed", f.write(t, noise(log, 0, len(log))))
		return
	}
	ways := map[string][]byte{
		"empty": {}, "only a header": log[:32], "half a header": log[:16],
		"half": log[:end/2], "one frame less": log[:end-frame], "one byte less": log[:end-1],
		"noise": noise(log, 0, len(log)), "a header of noise": noise(log, 0, 32), "noise behind the header": noise(log, 32, len(log)),
		"noise in the middle": noise(log, end/2, end/2+9), "noise at the end": noise(log, end-9, end),
	}
	for name, way := range testlong.Few(t, ways, 4) {
		refused(t, name, f.write(t, way))
		sound(t, name+", as the user asked", f.write(t, nil, "-shm", "-mark"))
	}
	for _, n := range testlong.Sample(t, []int{0, 1, 2, 3, 4, 5, 6, 7}, 3) {
		refused(t, "cut at a frame", f.write(t, log[:32+frame*(frames*n/8)]))
	}
	for name, damaged := range map[string][]byte{
		"half a frame": log[:end-frame/2], "noise": noise(log, 0, len(log)), "noise in front": noise(log, 32, 99),
	} {
		faults, err := sqlite.Integrity(t.Context(), f.write(t, damaged, "-shm", "-mark"))
		if err != nil || len(faults) != 1 || !strings.Contains(faults[0], "nimatron.db-wal ") {
			t.Errorf("%s, without -shm and -mark: %v, %v", name, faults, err)
		}
	}
}

// Without an index, the mark tells that a log without a commit, or with later ones, was needed.
func TestDamagedLogWithoutIndex(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	m := storagetest.CreateMatch(t, s, storagetest.Match("c"))
	for version := int64(1); version <= 6; version++ {
		storagetest.Got(s.Append(t.Context(), m.ID, version, storagetest.Turn(2*int(version-1), storagetest.Move(games.Left, 1), storagetest.Move(games.Right, 2)))).Must(t)
	}
	checkDamagedLogs(t, path)
	f := readFiles(t, path)
	log := f["-wal"]
	for name, damaged := range map[string][]byte{
		"noise": noise(log, 0, len(log)), "a header of noise": noise(log, 0, 32), "only a header": log[:32],
		"noise in the middle": noise(log, len(log)/2, len(log)/2+9),
	} {
		refused(t, name, f.write(t, damaged, "-shm"))
	}
	sound(t, "one commit spoiled by a power failure", f.write(t, noise(log, len(log)-9, len(log)), "-shm"))
}

// A log in use is not damaged: others look at the files while a store writes, writes back and starts its log anew.
func TestLogInUse(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	other := storagetest.Got(sql.Open("sqlite", path)).Must(t)
	defer other.Close()
	m := storagetest.CreateMatch(t, s, storagetest.Match("c"))
	for version := int64(1); version <= 30; version++ {
		storagetest.Got(s.Append(t.Context(), m.ID, version, storagetest.Turn(2*int(version-1), storagetest.Move(games.Left, 1), storagetest.Move(games.Right, 2)))).Must(t)
		if version%7 == 0 {
			storagetest.Got(other.Exec(`PRAGMA wal_checkpoint(RESTART)`)).Must(t)
		}
		if faults, err := sqlite.Integrity(t.Context(), path); err != nil || len(faults) > 0 {
			t.Fatalf("version %d: %v, %v", version, faults, err)
		}
		if version%5 == 0 {
			f := readFiles(t, path)
			sound(t, "a copy", f.write(t, f["-wal"]))
		}
	}
}
