package main

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A backup that is made while others write is one moment of the database, and a sound
// one.
func TestBackup(t *testing.T) {
	t.Chdir(t.TempDir())
	newDatabase(t, "nimatron.db")
	writer, err := sql.Open("sqlite", "file:nimatron.db?_busy_timeout=5000")
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	// Two tables that always have as many rows as each other.
	insert := func(n int) {
		t.Helper()
		_, err := writer.Exec(`BEGIN IMMEDIATE;
			INSERT INTO players (id, name) VALUES ('local:` + fmt.Sprint(n) + `', '` + strings.Repeat("x", 1000) + `');
			INSERT INTO puzzles (player, puzzle, tries, tried) SELECT key, 'p', 1, 1 FROM players WHERE id = 'local:` + fmt.Sprint(n) + `';
			COMMIT`)
		if err != nil {
			t.Error(err)
		}
	}
	writer.SetMaxOpenConns(1)
	for n := range 500 {
		insert(n)
	}
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for n := 500; ; n++ {
			select {
			case <-stop:
				return
			default:
				insert(n)
			}
		}
	}()
	got := start(t.Context(), t, nil, nil, "backup", "copy.db")
	close(stop)
	<-stopped
	if got.code != 0 || !strings.HasPrefix(got.stdout, "copied nimatron.db to copy.db: ") || got.stderr != "" {
		t.Fatalf("%+v", got)
	}
	info, err := os.Stat("copy.db")
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy has mode %v, %v", info.Mode(), err)
	}
	for _, other := range []string{"copy.db-wal", "copy.db-journal", "copy.db-shm"} {
		if _, err := os.Stat(other); err == nil {
			t.Errorf("there is %s", other)
		}
	}
	copied, err := sql.Open("sqlite", "file:copy.db?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	var players, puzzles int
	if err := copied.QueryRow(`SELECT (SELECT count(*) FROM players WHERE id LIKE 'local:%'), (SELECT count(*) FROM puzzles)`).Scan(&players, &puzzles); err != nil {
		t.Fatal(err)
	}
	if players != puzzles || players < 500 {
		t.Errorf("the copy has %d of the one and %d of the other", players, puzzles)
	}
	if got := start(t.Context(), t, nil, nil, "backup", "copy.db"); got.code != 1 || !strings.Contains(got.stderr, "already") {
		t.Errorf("over an old copy: %+v", got)
	}
	for args, words := range map[string]string{
		"backup": "<file>", "backup --db none.db new.db": "there is no database none.db", "backup no/new.db": "there is no folder",
	} {
		if got := start(t.Context(), t, nil, nil, strings.Fields(args)...); got.code == 0 || !strings.Contains(got.stderr, words) {
			t.Errorf("%s: %+v", args, got)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got := start(ctx, t, nil, nil, "backup", "new.db"); got.code != 1 || !strings.Contains(got.stderr, "interrupted") {
		t.Errorf("%+v", got)
	}
	if names, err := filepath.Glob("*new.db*"); err != nil || len(names) > 0 {
		t.Errorf("left behind: %v, %v", names, err)
	}
	// The copy is a database like any other.
	if got := start(t.Context(), t, nil, nil, "check", "--db", "copy.db"); got.code != 0 {
		t.Errorf("%+v", got)
	}
}

func TestCheck(t *testing.T) {
	t.Chdir(t.TempDir())
	chat := "p1: /challenge variant:end-nim position:3 5 2 first:me\np1: L-1\np1: /resign sure:true\n" +
		"p1: /challenge variant:nim rated:true\np1: /resign sure:true\np1: /resign sure:true\np1: /challenge variant:nim position:3 4 first:me\n"
	if got := start(t.Context(), t, nil, strings.NewReader(chat), "chat"); got.code != 0 {
		t.Fatal(got)
	}
	got := start(t.Context(), t, nil, nil, "check")
	if got.code != 0 || !strings.Contains(got.stdout, "4 matches play again as they were") || got.stderr != "" {
		t.Fatalf("%+v", got)
	}
	for name, tt := range map[string]struct{ break_, want string }{
		"an illegal move":      {`UPDATE moves SET text = 'L-9' WHERE match_id = 1 AND ply = 1`, "match 1: "},
		"a wrong player":       {`UPDATE moves SET actor = 'right' WHERE match_id = 1 AND ply = 1`, "match 1: move 1 is not that of right"},
		"a wrong end":          {`DROP TRIGGER matches_change_in_steps; UPDATE matches SET termination = 'played' WHERE id = 1`, "match 1: it ended by the rules, which let it go on"},
		"a match that goes on": {`UPDATE matches SET start = '0' WHERE id = 4`, "match 4: "},
		"a wrong rating":       {`UPDATE ratings SET value = value + 1`, "2 ratings or their changes differ from what the matches give: nimatron rebuild-ratings"},
		"an old reminder":      {`INSERT INTO outbox (front, channel, kind, match, message, created) VALUES ('discord', '1', 'reminder', 1, '', 0)`, "outbox: 1 things to say on Discord were not sent, the oldest since 1970-01-01"},
		"a missing player":     {`PRAGMA foreign_keys = 0; UPDATE matches SET left_player = 99 WHERE id = 1`, "matches refers to players"},
		"a damaged index":      {`PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = 'CREATE INDEX matches_by_channel ON matches (server)' WHERE name = 'matches_by_channel'`, "matches_by_channel"},
	} {
		file := strings.ReplaceAll(name, " ", "-") + ".db"
		if got := start(t.Context(), t, nil, nil, "backup", file); got.code != 0 {
			t.Fatal(got)
		}
		db, err := sql.Open("sqlite", file)
		if err != nil {
			t.Fatal(err)
		}
		db.SetMaxOpenConns(1)
		if _, err := db.Exec(tt.break_); err != nil {
			t.Fatal(name, err)
		}
		db.Close()
		got := start(t.Context(), t, nil, nil, "check", "--db", file)
		if got.code != 1 || !strings.Contains(got.stdout, tt.want) || !strings.Contains(got.stderr, "is not as it should be") {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := start(t.Context(), t, nil, nil, "rebuild-ratings", "--db", "a-wrong-rating.db"); got.code != 0 {
		t.Errorf("%+v", got)
	}
	if got := start(t.Context(), t, nil, nil, "check", "--db", "a-wrong-rating.db"); got.code != 0 {
		t.Errorf("after rebuild-ratings: %+v", got)
	}
}
