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
	storagetest.WantErr(t, s.Close(), nil)
	s = storagetest.OpenFile(t, path)
	storagetest.Got(s.LastMatch(t.Context(), "c")).Is(t, m)
	storagetest.Got(s.OpenChallenge(t.Context(), "d")).Is(t, c)
}

// After Close the file alone is the database: it can be copied.
func TestCloseLeavesOneFile(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	storagetest.CreateMatch(t, s, storagetest.Match("c"))
	storagetest.Got(s.LastMatch(t.Context(), "c")).OK(t)
	storagetest.WantErr(t, s.Close(), nil)
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
			storagetest.WantErr(t, os.Mkdir(dir, 0o700), nil)
			path := filepath.Join(dir, name)
			s := storagetest.OpenFile(t, path)
			m := storagetest.CreateMatch(t, s, storagetest.Match("c"))
			storagetest.Got(s.LastMatch(t.Context(), "c")).Is(t, m)
			storagetest.WantErr(t, s.Close(), nil)
			storagetest.WantEqual(t, filesIn(t, dir), []string{name})
		})
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := filepath.Join(dir, "letter.txt")
	content := []byte(strings.Repeat("This is no database.\n", 1000))
	storagetest.WantErr(t, os.WriteFile(text, content, 0o600), nil)
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
	storagetest.Got(os.ReadFile(text)).Is(t, content)
	storagetest.WantEqual(t, filesIn(t, dir), []string{"letter.txt"})
}

func TestOpenOfWhatMayNotBeWritten(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere") // the words are tested all the same: TestExplain
	}
	s, path := newStore(t)
	storagetest.WantErr(t, s.Close(), nil)
	protect := func(name string, mode os.FileMode) {
		t.Helper()
		storagetest.WantErr(t, os.Chmod(name, mode), nil)
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
	storagetest.WantErr(t, s.Close(), nil)
	db := rawDB(t, path)
	version := versionOf(t, db)
	storagetest.Got(db.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, 1)`)).Must(t)
	storagetest.WantErr(t, db.Close(), nil)
	before := storagetest.Got(os.ReadFile(path)).OK(t)

	storagetest.Got(sqlite.Open(t.Context(), path)).Fails(t, storage.ErrNewer)
	wantRefused(t, path, "its version is 99")
	wantRefused(t, path, fmt.Sprintf("versions up to %d", version))
	after := storagetest.Got(os.ReadFile(path)).OK(t)
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
	provider := storagetest.Got(goose.NewProvider(goose.DialectSQLite3, db, os.DirFS("migrations"))).OK(t)
	storagetest.Got(provider.UpTo(t.Context(), 1)).Must(t)
	storagetest.Got(db.Exec(version1)).Must(t)

	s, fresh := newStore(t)
	storagetest.CreateMatch(t, s, storagetest.Match("c"))
	for range 2 {
		s := storagetest.OpenFile(t, path)
		storagetest.WantEqual(t, schemaOf(t, db), schemaOf(t, rawDB(t, fresh)))
		storagetest.WantEqual(t, versionOf(t, db), versionOf(t, rawDB(t, fresh)))
		checkVersion1(t, s)
		storagetest.CheckDerived(t, db)
		storagetest.WantErr(t, s.Close(), nil)
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
		m := storagetest.Got(s.MatchByID(ctx, id)).OK(t)
		storagetest.WantEqual(t, m.Family, family)
	}
	at := func(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
	m := storagetest.Got(s.LastMatch(ctx, "d")).OK(t)
	want := match.Match{
		ID: 5, Channel: "d", Variant: "split-nim/3", Family: "split-nim", Start: "4", OldNames: true, First: games.Left,
		Sides: match.Between(match.Player{ID: "local:eve", Name: "Eve"}, match.Player{ID: "local:ann", Name: "Ann"}), Seed: 7,
		TurnTime: time.Minute, Pace: match.Long, State: match.Playing, Version: 2, Message: "m", Created: at(5), Updated: at(6),
		Moves: []match.Move{{Actor: games.Left, Text: "1", At: at(6)}},
	}
	want.Sides[games.Left].Hints = 1
	storagetest.WantEqual(t, m, want)
	storagetest.Got(s.Record(ctx, "local:eve")).Is(t, match.Record{Form: []match.Outcome{match.Lost, match.Won}, Tallies: map[string]match.Tally{
		"nim": {Wins: 1, Unrated: 1}, "end-nim": {Losses: 1}, "reverse-nim": {Draws: 1},
	}})
	won := storagetest.Got(s.Honour(ctx, 9)).OK(t)
	storagetest.WantEqual(t, len(won), 0) // nobody had counted how hard it was
	storagetest.Got(s.OpenChallenge(ctx, "e")).OK(t)
}

// A match that was begun under version 1 goes on.
func TestMatchOfVersion1GoesOn(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "old.db")
	db := rawDB(t, path)
	provider := storagetest.Got(goose.NewProvider(goose.DialectSQLite3, db, os.DirFS("migrations"))).OK(t)
	storagetest.Got(provider.UpTo(t.Context(), 1)).Must(t)
	storagetest.Got(db.Exec(version1)).Must(t)
	s := storagetest.OpenFile(t, path)
	a := storagetest.Got(s.Append(t.Context(), 5, 2, storagetest.Turn(storagetest.Move(games.Right, 2)))).OK(t)
	storagetest.Got(s.Append(t.Context(), 5, a.Version, storagetest.End(match.LeftSeat, match.Played))).OK(t)
	m := storagetest.Got(s.MatchByID(t.Context(), 5)).OK(t)
	storagetest.WantEqual(t, []any{m.State, len(m.Moves)}, []any{match.Finished, 2})
	storagetest.CheckDerived(t, db)
}

func versionOf(t *testing.T, db *sql.DB) (version int64) {
	t.Helper()
	storagetest.WantErr(t, db.QueryRow(`SELECT max(version_id) FROM goose_db_version`).Scan(&version), nil)
	return version
}

func schemaOf(t *testing.T, db *sql.DB) (schema string) {
	t.Helper()
	storagetest.WantErr(t, db.QueryRow(`SELECT group_concat(sql, ';' ORDER BY name) FROM sqlite_schema`).Scan(&schema), nil)
	return schema
}

func filesIn(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries := storagetest.Got(os.ReadDir(dir)).Must(t)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
