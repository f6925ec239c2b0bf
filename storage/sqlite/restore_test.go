package sqlite_test

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/storage/sqlite"
	"nimatron/storage/storagetest"
)

// history makes a database with a past: the files of an earlier day, a backup of that day, and the files as a killed
// process leaves them today, with a move that is only in the log.
func history(t *testing.T) (path string, day files, backup string, today files) {
	t.Helper()
	s, path := newStore(t)
	m := storagetest.CreateMatch(t, s, storagetest.Match("c"))
	for version := range int64(3) {
		if version == 1 {
			day, backup = readFiles(t, path), filepath.Join(t.TempDir(), "day.db")
			must.OK(t, sqlite.Backup(t.Context(), path, backup))
		}
		if version > 0 {
			s = storagetest.OpenFile(t, path)
		}
		must.Get(s.Append(t.Context(), m.ID, version+1, storagetest.Turn(2*int(version), storagetest.Move(games.Left, 1), storagetest.Move(games.Right, 2))))(t)
		today = readFiles(t, path)
		must.OK(t, s.Close())
	}
	if len(day[""]) == 0 || len(today["-wal"]) == 0 {
		t.Fatal("the days lack a file or a log")
	}
	return path, day, backup, today
}

// A file that was put in the place of the database is not mixed with the log that was left, whatever lies beside it. Nothing
// changes until the operator decides.
func TestReplacedFileIsRefused(t *testing.T) {
	t.Parallel()
	_, day, backup, today := history(t)
	_, other, _, _ := history(t)
	for name, file := range map[string][]byte{
		"a copy of an earlier day": day[""], "a backup": must.Get(os.ReadFile(backup))(t), "another database": other[""], "today's": today[""],
		"an empty file": {},
	} {
		for _, missing := range testlong.Sample(t, [][]string{{}, {"-mark"}, {"-shm"}, {"-shm", "-mark"}}, 2) {
			mixed := maps.Clone(today)
			mixed[""] = file
			path := mixed.write(t, today["-wal"], missing...)
			before := readFiles(t, path)
			if name == "today's" {
				sound(t, name, path)
				continue
			}
			s, err := sqlite.Open(t.Context(), path)
			if err == nil {
				s.Close()
			}
			base := filepath.Base(path)
			if err == nil || !strings.Contains(err.Error(), "another file") || !strings.Contains(err.Error(), "remove "+base+"-wal, "+base+"-shm and "+base+"-mark") {
				t.Fatalf("%s without %q: %v", name, missing, err)
			}
			if after := readFiles(t, path); !maps.EqualFunc(before, after, slices.Equal) {
				t.Errorf("%s without %q was changed", name, missing)
			}
			for _, suffix := range []string{"-wal", "-shm", "-mark"} { // as the sentence says
				_ = os.Remove(path + suffix)
			}
			sound(t, name+", as the sentence says", path)
		}
	}
}

func TestRestore(t *testing.T) {
	t.Parallel()
	_, _, backup, today := history(t)
	path := today.write(t, today["-wal"])
	moves := func(path string) int {
		t.Helper()
		s := must.Get(sqlite.Open(t.Context(), path))(t)
		defer s.Close()
		return len(must.Get(s.LastMatch(t.Context(), "c"))(t).Moves)
	}
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	old := must.Get(sqlite.Restore(t.Context(), backup, path, now))(t)
	if n := moves(path); n != 2 || old != path+".before-20260302T120000Z" {
		t.Errorf("the restored database has %d moves, the old one is %s", n, old)
	}
	if n := moves(old); n != 6 {
		t.Errorf("the old database has %d moves", n)
	}
	if again := must.Get(sqlite.Restore(t.Context(), old, path, now))(t); again != old+"-2" || moves(path) != 6 || moves(again) != 2 {
		t.Errorf("restored back, the old database is %s", again)
	}
	fresh := filepath.Join(t.TempDir(), "new.db")
	if none := must.Get(sqlite.Restore(t.Context(), backup, fresh, now))(t); none != "" || moves(fresh) != 2 {
		t.Errorf("where there was none, the old database is %q", none)
	}

	s := must.Get(sqlite.Open(t.Context(), path))(t)
	defer s.Close()
	rubbish := filepath.Join(t.TempDir(), "rubbish.db")
	must.OK(t, os.WriteFile(rubbish, []byte(strings.Repeat("rubbish ", 1000)), 0o600))
	for from, want := range map[string]string{backup: sqlite.ErrInUse.Error(), path: "the backup is the database itself", rubbish: "not a database", "nowhere.db": "no such file"} {
		if _, err := sqlite.Restore(t.Context(), from, path, now); err == nil || !strings.Contains(err.Error(), want) || errors.Is(err, sqlite.ErrInUse) != (from == backup) {
			t.Errorf("from %s: %v, want %s", from, err, want)
		}
	}
}

// A file that takes the database's place while the program runs is noticed before anything else is written, and stays as
// it is, also when the program ends. The files beside it are those of the old one, as a start then says.
func TestFileIsReplacedWhileItIsUsed(t *testing.T) {
	t.Parallel()
	day := filepath.Join(t.TempDir(), "day.db")
	for name, put := range map[string]func(path string) error{
		"cp":            func(path string) error { return os.WriteFile(path, must.Get(os.ReadFile(day))(t), 0o600) },
		"cp of nothing": func(path string) error { return os.Truncate(path, 0) },
		"mv": func(path string) error {
			return errors.Join(os.WriteFile(path+".new", must.Get(os.ReadFile(day))(t), 0o600), os.Rename(path+".new", path))
		},
		"ln": func(path string) error { return errors.Join(os.Remove(path), os.Symlink(day, path)) },
	} {
		t.Run(name, func(t *testing.T) {
			s, path := newStore(t)
			m := storagetest.CreateMatch(t, s, storagetest.Match("c"))
			_ = os.Remove(day)
			must.OK(t, sqlite.Backup(t.Context(), path, day))
			must.OK(t, s.Close())
			s = storagetest.OpenFile(t, path)
			must.Get(s.Append(t.Context(), m.ID, 1, storagetest.Turn(0, storagetest.Move(games.Left, 1))))(t)
			must.OK(t, put(path))
			there := must.Get(os.ReadFile(path))(t)
			_, err := s.Append(t.Context(), m.ID, 2, storagetest.Turn(1, storagetest.Move(games.Right, 2)))
			if !errors.Is(err, match.ErrUnavailable) || !strings.Contains(err.Error(), "end the program") {
				t.Fatalf("a move: %v", err)
			}
			must.OK(t, s.Close())
			if after := must.Get(os.ReadFile(path))(t); !slices.Equal(after, there) {
				t.Error("the file was changed")
			}
			_, err = sqlite.Open(t.Context(), path)
			if err == nil || !strings.Contains(err.Error(), "another file") {
				t.Fatalf("the next start: %v", err)
			}
			moved := filepath.Join(t.TempDir(), "moved.db") // as the sentence says
			must.OK(t, os.Rename(path, moved))
			if name == "cp of nothing" {
				moved = day
			}
			must.Get(sqlite.Restore(t.Context(), moved, path, time.Now()))(t)
			sound(t, name, path)
		})
	}
}
