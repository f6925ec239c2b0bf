package sqlite_test

import (
	"errors"
	"fmt"
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
	"nimatron/storage"
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
		"an older version": must.Get(os.ReadFile(storagetest.LandedFile(t)))(t), "a newer version": newerFile(t, backup),
		"a copy of an earlier day": day[""], "a backup": must.Get(os.ReadFile(backup))(t), "another database": other[""], "today's": today[""],
		"an empty file": {}, "a copy by sqlite3": vacuumed(t, today, today["-wal"]), "an earlier copy by sqlite3": vacuumed(t, today, nil, "-mark", "-shm"),
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
			if name == "a newer version" {
				storagetest.Got(sqlite.Open(t.Context(), path)).Fails(t, storage.ErrNewer)
				continue
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
	for from, want := range map[string]string{backup: sqlite.ErrInUse.Error(), path: "the backup is the database itself", rubbish: "choose another backup", "nowhere.db": "no such file"} {
		if _, err := sqlite.Restore(t.Context(), from, path, now); err == nil || !strings.Contains(err.Error(), want) || errors.Is(err, sqlite.ErrInUse) != (from == backup) {
			t.Errorf("from %s: %v, want %s", from, err, want)
		}
	}
}

// A file that takes the database's place while the program runs, by whatever program, is noticed before anything else is
// written, and stays as it is, also when the program ends. Whoever does what the sentences say has that file, or what
// can be known of it.
func TestFileIsReplacedWhileItIsUsed(t *testing.T) {
	t.Parallel()
	ways := map[string]func(path string, file []byte) error{
		"cp":            func(path string, file []byte) error { return os.WriteFile(path, file, 0o600) },
		"cp of nothing": func(path string, _ []byte) error { return os.Truncate(path, 0) },
		"mv, rsync": func(path string, file []byte) error {
			return errors.Join(os.WriteFile(path+".new", file, 0o600), os.Rename(path+".new", path))
		},
		"rsync --inplace":             func(path string, file []byte) error { return inPlace(path, file, len(file)) },
		"rsync --inplace, broken off": func(path string, file []byte) error { return inPlace(path, file, len(file)/2) },
		"ln": func(path string, file []byte) error {
			other := filepath.Join(t.TempDir(), "other.db")
			return errors.Join(os.WriteFile(other, file, 0o600), os.Remove(path), os.Symlink(other, path))
		},
	}
	_, _, backup, _ := history(t)
	other := filepath.Join(t.TempDir(), "other.db")
	must.OK(t, must.Get(sqlite.Open(t.Context(), other))(t).Close())
	read := func(path string) []byte { return must.Get(os.ReadFile(path))(t) }
	files := map[string][]byte{"a backup": nil, "an earlier copy": nil, "a copy by sqlite3": nil, "another database": read(other),
		"of a newer version": newerFile(t, backup), "of an older version": read(storagetest.LandedFile(t))}
	type row struct{ way, kind, gone string }
	var rows []row
	for way := range ways {
		for kind := range files {
			for _, gone := range []string{"", "-wal", "-shm", "-mark", "-wal -shm -mark"} {
				rows = append(rows, row{way, kind, gone})
			}
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	for _, row := range testlong.Sample(t, rows, 8) {
		t.Run(fmt.Sprint(row), func(t *testing.T) {
			s, path := newStore(t)
			m := storagetest.CreateMatch(t, s, storagetest.Match("c"))
			move := func() error {
				_, err := s.Append(t.Context(), m.ID, m.Version, storagetest.Turn(int(m.Version)-1, storagetest.Move(games.Left, 1)))
				m.Version++
				return err
			}
			file, day := files[row.kind], filepath.Join(t.TempDir(), "day.db")
			must.OK(t, sqlite.Backup(t.Context(), path, day))
			must.OK(t, s.Close())
			switch row.kind {
			case "a backup":
				file = read(day)
			case "an earlier copy":
				file = read(path)
			}
			for range 2 {
				s = storagetest.OpenFile(t, path)
				must.OK(t, move())
				if m.Version == 2 {
					must.OK(t, s.Close())
				}
			}
			if row.kind == "a copy by sqlite3" {
				now := readFiles(t, path)
				file = vacuumed(t, now, now["-wal"], "-shm")
			}
			for _, suffix := range strings.Fields(row.gone) {
				must.OK(t, os.Remove(path+suffix))
			}
			must.OK(t, ways[row.way](path, file))
			there := read(path)
			if err := move(); !errors.Is(err, match.ErrUnavailable) || !strings.Contains(err.Error(), "end the program, move that file away, and let nimatron restore put it") {
				t.Fatalf("a move: %v", err)
			}
			must.OK(t, s.Close())
			if !slices.Equal(read(path), there) {
				t.Error("the file was changed")
			}
			left := readFiles(t, path)
			path = left.write(t, left["-wal"]) // the program ends
			again, err := sqlite.Open(t.Context(), path)
			if err == nil {
				must.OK(t, again.Close())
			}
			if alone := strings.Contains(row.gone, "-wal"); !alone && (err == nil || !strings.Contains(err.Error(), "another file than the one")) {
				t.Errorf("the next start: %v", err)
			}
			moved := filepath.Join(t.TempDir(), "moved.db") // as the sentence says
			must.OK(t, os.WriteFile(moved, there, 0o600))
			must.OK(t, os.Remove(path))
			_, err = sqlite.Restore(t.Context(), moved, path, time.Now())
			switch {
			case err == nil:
				sound(t, "the file", path)
				return
			case row.kind == "of a newer version" && errors.Is(err, storage.ErrNewer):
			case row.way == "cp of nothing" && errors.Is(err, storage.ErrEmpty):
			case !strings.Contains(row.way, "broken off") || !strings.Contains(err.Error(), "choose another backup"):
				t.Errorf("that file is restored: %v", err)
			}
			must.Get(sqlite.Restore(t.Context(), day, path, time.Now()))(t) // or a backup
			sound(t, "a backup", path)
		})
	}
}

func newerFile(t *testing.T, backup string) []byte {
	path := filepath.Join(t.TempDir(), "newer.db")
	must.OK(t, os.WriteFile(path, must.Get(os.ReadFile(backup))(t), 0o600))
	must.Get(rawDB(t, path).Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (199, 1)`))(t)
	return must.Get(os.ReadFile(path))(t)
}

// vacuumed returns a copy that sqlite3 makes by VACUUM INTO. It keeps the number of the database.
func vacuumed(t *testing.T, of files, log []byte, missing ...string) []byte {
	path := filepath.Join(t.TempDir(), "copy.db")
	must.Get(rawDB(t, of.write(t, log, missing...)).Exec(`VACUUM INTO ?`, path))(t)
	return must.Get(os.ReadFile(path))(t)
}

// inPlace writes what differs of the first n bytes of a file over another, as rsync --inplace does, and cuts the other
// at its end.
func inPlace(path string, file []byte, n int) error {
	const block = 700
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	there := make([]byte, block)
	for at := 0; at < n; at += block {
		part := file[at:min(at+block, n)]
		if read, _ := f.ReadAt(there[:len(part)], int64(at)); !slices.Equal(there[:read], part) {
			_, err = f.WriteAt(part, int64(at))
		}
	}
	if n == len(file) {
		err = errors.Join(err, f.Truncate(int64(n)))
	}
	return errors.Join(err, f.Close())
}

// A program that serves while a newer one upgrades the file says so.
func TestUpgradedWhileItIsUsed(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	m := storagetest.CreateMatch(t, s, storagetest.Match("c"))
	must.Get(rawDB(t, path).Exec(`CREATE TABLE more (a); INSERT INTO goose_db_version (version_id, is_applied) VALUES (199, 1); PRAGMA wal_checkpoint`))(t)
	_, err := s.Append(t.Context(), m.ID, m.Version, storagetest.Turn(0, storagetest.Move(games.Left, 1)))
	if !errors.Is(err, match.ErrUnavailable) || !strings.Contains(err.Error(), "end this program and start the newer one") {
		t.Errorf("a move: %v", err)
	}
}

// A copy of a smaller file over a larger one that was broken off is refused, with nothing beside it.
func TestBrokenOffCopy(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	must.OK(t, s.Close())
	file := must.Get(os.ReadFile(path))(t)
	s = storagetest.OpenFile(t, path)
	for n := range 1000 { // more than fit where tables of older versions were
		storagetest.CreateMatch(t, s, storagetest.Match(fmt.Sprint("c", n)))
	}
	must.OK(t, s.Close())
	must.OK(t, inPlace(path, file, len(file)/2))
	if _, err := sqlite.Open(t.Context(), path); err == nil || !strings.Contains(err.Error(), "broken off") {
		t.Fatalf("it opens: %v", err)
	}
	must.OK(t, inPlace(path, file, len(file)))
	sound(t, "as the sentence says", path)
}
