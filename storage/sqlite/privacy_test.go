package sqlite_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nimatron/match"
	"nimatron/storage/storagetest"
)

// A new table about players needs support in Export and Forget, and a line in docs/privacy.md.
func TestTablesThatTellOfPlayers(t *testing.T) {
	t.Parallel()
	_, path := newStore(t)
	rows := storagetest.Got(rawDB(t, path).Query(`
		SELECT DISTINCT s.name FROM sqlite_schema s JOIN pragma_foreign_key_list(s.name) f
		WHERE f."table" = 'players' ORDER BY s.name`)).OK(t)
	defer rows.Close()
	var tables []string
	for rows.Next() {
		var name string
		storagetest.WantErr(t, rows.Scan(&name), nil)
		tables = append(tables, name)
	}
	storagetest.WantErr(t, rows.Err(), nil)
	storagetest.WantEqual(t, tables, []string{
		"blocks", "broken_rules", "follows", "former_players", "guests", "lessons", "live_sessions", "matches", "person_settings", "puzzle_ratings", "puzzles", "racers", "rating_changes", "ratings", "season_standings", "server_players", "subjects", "tallies", "votes",
	})
	page := storagetest.Got(os.ReadFile("../../docs/privacy.md")).OK(t)
	// The others contain players' data in another form.
	for _, table := range append(tables, "players", "moves", "inbox", "outbox") {
		if !strings.Contains(string(page), "`"+table+"`") {
			t.Errorf("docs/privacy.md does not say what is in the table %s", table)
		}
	}
}

// A deleted name must vanish from the files, including the log, even if a backup or another reader
// has delayed that.
func TestForgottenNameIsNotInTheFiles(t *testing.T) {
	t.Parallel()
	synctest.Test(t, forgetsNames)
}

func forgetsNames(t *testing.T) {
	s, path := newStore(t)
	dir := filepath.Dir(path)
	found := func() (where []string) {
		t.Helper()
		for _, name := range filesIn(t, dir) {
			content := storagetest.Got(os.ReadFile(filepath.Join(dir, name))).OK(t)
			for _, word := range []string{"very-secret", "very secret"} {
				if n := strings.Count(string(content), word); n > 0 {
					where = append(where, fmt.Sprintf("%s has %q %d times", name, word, n))
				}
			}
		}
		return where
	}
	secret := match.Player{ID: "local:a-very-secret-id", Name: strings.Repeat("a very secret name, ", 5)}
	play := func() {
		t.Helper()
		m := storagetest.Between(secret, storagetest.Bob)
		m.Channel = "c"
		storagetest.Finish(t, s, m, storagetest.LeftWins)
		storagetest.Finish(t, s, storagetest.Between(storagetest.Eve, storagetest.Bob), storagetest.LeftWins)
	}
	play()
	if len(found()) == 0 {
		t.Fatal("the name is not there before: nothing is shown")
	}
	storagetest.WantErr(t, s.Forget(t.Context(), secret.ID, storagetest.Noon), nil)
	storagetest.WantEqual(t, found(), nil)

	play()
	reader := rawDB(t, path)
	reader.SetMaxOpenConns(1)
	storagetest.Got(reader.Exec(`BEGIN; SELECT count(*) FROM players`)).OK(t)
	storagetest.WantErr(t, s.Forget(t.Context(), secret.ID, storagetest.Noon), nil)
	if len(found()) == 0 {
		t.Fatal("what is read is gone")
	}
	storagetest.Got(reader.Exec(`ROLLBACK`)).OK(t)
	time.Sleep(time.Minute + 1)
	synctest.Wait()
	storagetest.WantEqual(t, found(), nil)
	storagetest.WantErr(t, s.Close(), nil)
	storagetest.WantEqual(t, found(), nil)
}
