package sqlite

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"nimatron/games"
	"nimatron/match"
)

// A disk of its own is filled to the last byte and emptied again, under a store that
// stays open.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=2m"); err != nil {
		t.Skip("only root may mount a disk: ", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, 0) })
	s, err := Open(t.Context(), filepath.Join(dir, "nimatron.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	m := play(t, s, "c")
	filler := filepath.Join(dir, "filler")
	version := m.Version
	for round := range 5 {
		fill(t, filler)
		failed := false
		for range 200 { // the log may have room left
			a, err := s.Append(t.Context(), m.ID, version, match.Change{
				Moves: []match.Move{{Actor: games.Left, Text: strings.Repeat("1", 3000), At: now}}, Now: now,
			})
			if err == nil {
				version = a.Version
				continue
			}
			if !errors.Is(err, match.ErrUnavailable) {
				t.Fatalf("round %d: the error is %v", round, err)
			}
			failed = true
			break
		}
		if !failed {
			t.Fatal("the disk was not full")
		}
		check := func() {
			t.Helper()
			if got, err := s.LastMatch(t.Context(), "c"); err != nil || got.Version != version || len(got.Moves) != int(version-1) {
				t.Errorf("round %d: version %d with %d moves, want version %d, %v", round, got.Version, len(got.Moves), version, err)
			}
		}
		check()
		if _, err := Open(t.Context(), filepath.Join(dir, "new.db")); err == nil || !strings.Contains(err.Error(), "the disk is full") {
			t.Errorf("a new database: %v", err)
		}
		for _, name := range []string{filler, filepath.Join(dir, "new.db")} {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
		a, err := s.Append(t.Context(), m.ID, version, match.Change{Moves: []match.Move{{Actor: games.Left, Text: "1", At: now}}, Now: now})
		if err != nil {
			t.Fatal(err)
		}
		version = a.Version
		check()
	}
}

// fill takes up what the disk has left.
func fill(t *testing.T, name string) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for size := 64 << 10; size > 0; {
		if _, err := io.WriteString(f, strings.Repeat("x", size)); err != nil {
			size /= 2
		}
	}
}
