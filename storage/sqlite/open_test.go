package sqlite_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pressly/goose/v3"

	"nimatron/games"
	"nimatron/match"
	"nimatron/storage"
	"nimatron/storage/sqlite"
	"nimatron/storage/storagetest"
)

func TestReopenFindsEverything(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	m, c := storagetest.CreateMatch(t, s, storagetest.Match("c")), storagetest.CreateChallenge(t, s, storagetest.Challenge("d"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = storagetest.OpenFile(t, path)
	gotMatch, err := s.LastMatch(t.Context(), "c")
	storagetest.WantErr(t, err, nil)
	storagetest.WantEqual(t, gotMatch, m)
	gotChallenge, err := s.OpenChallenge(t.Context(), "d")
	storagetest.WantErr(t, err, nil)
	storagetest.WantEqual(t, gotChallenge, c)
}

// After Close the file alone is the database: it can be copied.
func TestCloseLeavesOneFile(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	storagetest.CreateMatch(t, s, storagetest.Match("c"))
	_, err := s.LastMatch(t.Context(), "c") // opens a reader
	storagetest.WantErr(t, err, nil)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	storagetest.WantEqual(t, filesIn(t, filepath.Dir(path)), []string{"nimatron.db"})
}

func TestOddPaths(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"a b.db", "what?.db", "?mode=memory", "a#b.db", "100%.db", "%20.db", "%00.db", "a&b=c;d.db", "it's \"odd\".db",
		`back\slash.db`, "file:x.db", ":memory:", "naïve 🎲.db", "+.db", "-", "new\nline.db",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), name)
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, name)
			s := storagetest.OpenFile(t, path)
			m := storagetest.CreateMatch(t, s, storagetest.Match("c"))
			got, err := s.LastMatch(t.Context(), "c")
			storagetest.WantErr(t, err, nil)
			storagetest.WantEqual(t, got, m)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			storagetest.WantEqual(t, filesIn(t, dir), []string{name})
		})
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := filepath.Join(dir, "letter.txt")
	content := []byte(strings.Repeat("This is no database.\n", 1000))
	if err := os.WriteFile(text, content, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, why := range map[string]string{
		text:                                    "the file is not a database",
		dir:                                     "this is a folder: name a file in it, such as " + dir,
		filepath.Join(dir, "missing", "nim.db"): "there is no folder " + filepath.Join(dir, "missing") + ": make it",
		filepath.Join(text, "nim.db"):           "is no folder",
		dir + "/nul\x00.db":                     "no name of a file",
		"":                                      "no name of a file",
	} {
		wantRefused(t, path, why)
	}
	after, err := os.ReadFile(text)
	storagetest.WantErr(t, err, nil)
	storagetest.WantEqual(t, after, content)
	storagetest.WantEqual(t, filesIn(t, dir), []string{"letter.txt"})
}

func TestOpenOfWhatMayNotBeWritten(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere") // the words are tested all the same: TestExplain
	}
	s, path := newStore(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	protect := func(name string, mode os.FileMode) {
		t.Helper()
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
	}
	dir := filepath.Dir(path)
	const why = "this user may not write the file, or not in its folder"
	protect(path, 0o400)
	wantRefused(t, path, why)
	protect(path, 0o600)
	protect(dir, 0o500)
	t.Cleanup(func() { protect(dir, 0o700) })
	wantRefused(t, path, why)
	wantRefused(t, filepath.Join(dir, "new.db"), why)
}

// wantRefused demands that Open says in one line, and soon, which file and why.
func wantRefused(t *testing.T, path, why string) {
	t.Helper()
	start := time.Now()
	s, err := sqlite.Open(t.Context(), path)
	if err == nil {
		s.Close()
		t.Errorf("%q was opened", path)
		return
	}
	message := err.Error()
	if !strings.Contains(message, path) || !strings.Contains(message, why) || strings.Contains(message, "\n") {
		t.Errorf("%q: the error is %q, want one line with the path and %q", path, message, why)
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("%q was refused after %v", path, took)
	}
}

func TestNewerDatabaseIsRefused(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	storagetest.CreateMatch(t, s, storagetest.Match("c"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	db := rawDB(t, path)
	version := versionOf(t, db)
	if _, err := db.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	storagetest.WantErr(t, err, nil)

	_, err = sqlite.Open(t.Context(), path)
	storagetest.WantErr(t, err, storage.ErrNewer)
	wantRefused(t, path, "its version is 99")
	wantRefused(t, path, fmt.Sprintf("versions up to %d", version))
	after, err := os.ReadFile(path)
	storagetest.WantErr(t, err, nil)
	if !slices.Equal(before, after) {
		t.Error("the newer database was changed")
	}
}

// A database at version 1 comes to the same schema as a new one, and opening it
// once more changes nothing.
func TestMigrateFromVersion1(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "old.db")
	db := rawDB(t, path)
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, os.DirFS("migrations"))
	storagetest.WantErr(t, err, nil)
	if _, err := provider.UpTo(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(version1); err != nil {
		t.Fatal(err)
	}

	s, fresh := newStore(t)
	storagetest.CreateMatch(t, s, storagetest.Match("c"))
	for range 2 {
		s := storagetest.OpenFile(t, path)
		storagetest.WantEqual(t, schemaOf(t, db), schemaOf(t, rawDB(t, fresh)))
		storagetest.WantEqual(t, versionOf(t, db), versionOf(t, rawDB(t, fresh)))
		checkVersion1(t, s)
		storagetest.CheckDerived(t, counted(db))
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// version1 is what a database of version 1 may have: matches of several families,
// finished in several ways and being played, and challenges.
const version1 = `
	INSERT INTO players (id, name) VALUES ('local:eve', 'Eve'), ('nimatron', 'Nimatron'), ('local:ann', 'Ann');
	INSERT INTO matches (channel, server, variant, start, chosen, first, left_player, right_player, level, seed,
		rated, turn_time, state, winner, termination, version, left_hints, message, created, updated, ended)
	VALUES
		('c', 'den', 'nim', '1 2 3', 0, 'left', 1, 2, 'perfect', -1, 0, 0, 'finished', 'left', 'played', 4, 2, 'm', 1, 2, 2),
		('c', 'den', 'end-nim/misere', '3 5 2', 1, 'right', 3, 1, '', 7, 1, 60000, 'finished', 'left', 'resigned', 2, 0, '', 3, 4, 4),
		('d', '', 'total-reverse-nim/misere', '4', 0, 'left', 1, 3, '', 7, 1, 0, 'finished', '', 'cancelled', 2, 0, '', 3, 4, 4),
		('d', '', 'move-reverse-nim', '4', 0, 'left', 3, 2, '', 7, 1, 0, 'finished', '', 'cancelled', 2, 0, '', 3, 4, 4),
		('d', '', 'split-nim/3', '4', 0, 'left', 1, 3, '', 7, 0, 60000, 'playing', '', '', 2, 1, 'm', 5, 6, NULL);
	INSERT INTO moves VALUES (1, 1, 'left', '1', 1), (1, 2, 'right', '2', 1), (1, 3, 'left', '3', 2), (5, 1, 'left', '1', 6);
	INSERT INTO challenges (channel, server, challenger, opponent, variant, start, chosen, first, side, rated, turn_time,
		created, state, message)
	VALUES ('e', 'den', 1, NULL, 'nim', '1 2 3', 0, 'me', '', 0, 0, 7, 'open', '')`

func checkVersion1(t *testing.T, s match.Store) {
	t.Helper()
	ctx := t.Context()
	for id, family := range map[int64]string{1: "nim", 2: "end-nim", 3: "reverse-nim", 4: "reverse-nim", 5: "split-nim"} {
		m, err := s.MatchByID(ctx, id)
		storagetest.WantErr(t, err, nil)
		storagetest.WantEqual(t, m.Family, family)
	}
	at := func(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
	m, err := s.LastMatch(ctx, "d")
	storagetest.WantErr(t, err, nil)
	want := match.Match{
		ID: 5, Channel: "d", Variant: "split-nim/3", Family: "split-nim", Start: "4", OldNames: true, First: games.Left,
		Sides: match.Between(match.Player{ID: "local:eve", Name: "Eve"}, match.Player{ID: "local:ann", Name: "Ann"}), Seed: 7,
		TurnTime: time.Minute, Pace: match.Long, State: match.Playing, Version: 2, Message: "m", Created: at(5), Updated: at(6),
		Moves: []match.Move{{Actor: games.Left, Text: "1", At: at(6)}},
	}
	want.Sides[games.Left].Hints = 1
	storagetest.WantEqual(t, m, want)
	record, err := s.Record(ctx, "local:eve")
	storagetest.WantErr(t, err, nil)
	storagetest.WantEqual(t, record, match.Record{Form: []match.Outcome{match.Lost, match.Won}, Tallies: map[string]match.Tally{
		"nim": {Wins: 1, Unrated: 1}, "end-nim": {Losses: 1}, "reverse-nim": {Draws: 1},
	}})
	won, err := s.Honour(ctx, 9)
	storagetest.WantErr(t, err, nil)
	storagetest.WantEqual(t, len(won), 0) // nobody had counted how hard it was
	_, err = s.OpenChallenge(ctx, "e")
	storagetest.WantErr(t, err, nil)
}

// A match that was begun under version 1 goes on.
func TestMatchOfVersion1GoesOn(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "old.db")
	db := rawDB(t, path)
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, os.DirFS("migrations"))
	storagetest.WantErr(t, err, nil)
	if _, err := provider.UpTo(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(version1); err != nil {
		t.Fatal(err)
	}
	s := storagetest.OpenFile(t, path)
	a, err := s.Append(t.Context(), 5, 2, storagetest.Turn(storagetest.Move(games.Right, 2)))
	storagetest.WantErr(t, err, nil)
	_, err = s.Append(t.Context(), 5, a.Version, storagetest.End(match.LeftSeat, match.Played))
	storagetest.WantErr(t, err, nil)
	m, err := s.MatchByID(t.Context(), 5)
	storagetest.WantErr(t, err, nil)
	storagetest.WantEqual(t, []any{m.State, len(m.Moves)}, []any{match.Finished, 2})
	storagetest.CheckDerived(t, counted(db))
}

func versionOf(t *testing.T, db *sql.DB) (version int64) {
	t.Helper()
	if err := db.QueryRow(`SELECT max(version_id) FROM goose_db_version`).Scan(&version); err != nil {
		t.Fatal(err)
	}
	return version
}

func schemaOf(t *testing.T, db *sql.DB) (schema string) {
	t.Helper()
	err := db.QueryRow(`SELECT group_concat(sql, ';' ORDER BY name) FROM sqlite_schema`).Scan(&schema)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func filesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
