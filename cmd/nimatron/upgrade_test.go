package main

import (
	"bytes"
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pressly/goose/v3"
)

// version3 is what a database of an early version may have: a match that was won against
// the bot when its rating was another, and one of two people, rounded otherwise.
const version3 = `
	INSERT INTO players (id, name) VALUES ('ann', 'Ann'), ('nimatron', 'Nimatron'), ('bob', 'Bob');
	INSERT INTO matches (channel, server, variant, family, start, chosen, first, left_player, right_player, level, seed,
		rated, turn_time, state, winner, termination, version, message, created, updated, ended, leg, pair)
	VALUES ('a', '', 'nim', 'nim', '1', 0, 'left', 1, 2, 'strong', 7, 1, 0, 'finished', 'left', 'played', 2, '', 1, 2, 2, 0, NULL),
		('a', '', 'nim', 'nim', '1', 0, 'left', 1, 3, '', 7, 1, 0, 'finished', 'left', 'played', 2, '', 3, 4, 4, 1, NULL),
		('a', '', 'nim', 'nim', '1', 0, 'left', 3, 1, '', 7, 1, 0, 'finished', 'right', 'resigned', 2, '', 5, 6, 6, 2, 2);
	INSERT INTO moves VALUES (1, 1, 'left', '1-1', 2), (2, 1, 'left', '1-1', 4);
	INSERT INTO ratings (player, family, pace, value, deviation, volatility, games, wins, losses, draws, streak, updated)
	SELECT player, family, 'long', value, 290.3189646747, 0.06, 1, wins, 1 - wins, 0, 2 * wins - 1, 6
	FROM (SELECT 1 AS player, 1662.3108949900 AS value, 1 AS wins UNION SELECT 3, 1337.6891050099, 0),
		(SELECT 'nim' AS family UNION SELECT 'overall');
	INSERT INTO rating_changes SELECT 3, player, family, 1500, 350, 0.06, value, deviation, volatility, wins, 6 FROM ratings;
	INSERT INTO rating_changes VALUES (1, 1, 'overall', 1500, 350, 0.06, 1600, 300, 0.06, 1, 2)`

// After an upgrade all ratings are those that the matches give, whatever an earlier version
// has reckoned.
func TestUpgradeLeavesRatingsThatFollowFromTheMatches(t *testing.T) {
	migrations, err := filepath.Abs("../../storage/sqlite/migrations")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	db, err := sql.Open("sqlite", "file:nimatron.db")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, os.DirFS(migrations))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.UpTo(t.Context(), 3); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(version3); err != nil {
		t.Fatal(err)
	}
	// Who only looks, or writes beside the bot, leaves an older version's database as it is.
	before, err := os.ReadFile("nimatron.db")
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"check"}, {"rebuild-ratings"}, {"import", "none.pgn"}, {"copy", "--from", "nimatron.db", "--to", "to.db"}} {
		got := start(context.Background(), t, nil, nil, args...)
		if got.code != 1 || !strings.Contains(got.stderr, "its version is 3, this program's is ") || !strings.Contains(got.stderr, "keep a backup") {
			t.Errorf("%v: %+v", args, got)
		}
		if after, err := os.ReadFile("nimatron.db"); err != nil || !bytes.Equal(before, after) {
			t.Errorf("%v has changed the file, %v", args, err)
		}
	}
	if got := start(context.Background(), t, nil, strings.NewReader(""), "chat"); got.code != 0 {
		t.Errorf("%+v", got)
	}
	got := start(context.Background(), t, nil, nil, "check")
	if got.code != 0 || !strings.Contains(got.stdout, "3 matches play again as they were, the ratings follow from them") {
		t.Errorf("%+v", got)
	}
	// It is done once, and what is wrong later is told.
	if _, err := db.Exec(`UPDATE ratings SET value = value + 1e-10 WHERE player = 1`); err != nil {
		t.Fatal(err)
	}
	if got := start(context.Background(), t, nil, nil, "check"); got.code != 1 || !strings.Contains(got.stdout, "ratings or their changes differ") {
		t.Errorf("%+v", got)
	}
}
