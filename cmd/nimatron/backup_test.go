package main

import (
	"database/sql"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"nimatron/internal/must"
	"nimatron/storage/sqlite"
)

// A backup during writes is consistent.
func TestBackup(t *testing.T) {
	t.Chdir(t.TempDir())
	newDatabase(t, "nimatron.db")
	writer := must.Get(sql.Open("sqlite", "file:nimatron.db?_busy_timeout=5000"))(t)
	defer writer.Close()
	// Both tables always have the same number of rows.
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
	for n := range 200 {
		insert(n)
	}
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for n := 200; ; n++ {
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
	if at := must.Get(sqlite.BackedUp("nimatron.db"))(t); time.Since(at) > time.Hour {
		t.Errorf("the last backup is of %v", at)
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
	copied := must.Get(sql.Open("sqlite", "file:copy.db?mode=ro"))(t)
	defer copied.Close()
	var players, puzzles int
	must.OK(t, copied.QueryRow(`SELECT (SELECT count(*) FROM players WHERE id LIKE 'local:%'), (SELECT count(*) FROM puzzles)`).Scan(&players, &puzzles))
	if players != puzzles || players < 200 {
		t.Errorf("the copy has %d of the one and %d of the other", players, puzzles)
	}
	// The copy is a complete database.
	if got := start(t.Context(), t, nil, nil, "check", "--db", "copy.db"); got.code != 0 {
		t.Errorf("%+v", got)
	}
}

// A backup is restored by one command, which names the database that it has moved. It refuses while somebody plays.
func TestRestore(t *testing.T) {
	t.Chdir(t.TempDir())
	newDatabase(t, "nimatron.db")
	for _, args := range [][]string{{"backup", "day.db"}, {"restore", "day.db"}, {"check"}} {
		got := start(t.Context(), t, nil, nil, args...)
		if got.code != 0 || args[0] == "restore" && !strings.Contains(got.stdout, "restored nimatron.db from day.db\nThe database that was there is now ") {
			t.Fatalf("%q: %+v", args, got)
		}
	}
	s := serve(t, nil)
	s.challenge()
	must.OK(t, sqlite.Backup(t.Context(), "nimatron.db", "day.db"))
	if got := start(t.Context(), t, nil, nil, "restore", "day.db"); got.code != 1 || !strings.Contains(got.stderr, "a program uses it: end that first") {
		t.Errorf("while it is served: %+v", got)
	}
}
