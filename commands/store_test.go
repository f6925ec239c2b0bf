package commands_test

import (
	"database/sql"
	"log/slog"
	"path/filepath"
	"testing"

	"nimatron/commands"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage/storagetest"
)

// When the store can't be written the answer says so, to the speaker alone, and the
// match is as it was; when it can again, so can people.
func TestStoreIsUnavailable(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "nimatron.db")
	r := &room{T: t, store: storagetest.OpenFile(t, path)}
	r.referee = referee.New(r.store, &solver.Solver{}, referee.Options{})
	r.service = commands.New(r.referee, r.store, slog.New(slog.DiscardHandler))
	r.expect("p1", "/challenge variant:end-nim position:3 5 2 first:me")
	other, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	other.SetMaxOpenConns(1)
	for _, statement := range []string{"BEGIN IMMEDIATE", "ROLLBACK"} {
		if _, err := other.Exec(statement); err != nil {
			t.Fatal(err)
		}
		if statement == "BEGIN IMMEDIATE" {
			r.refuses("p1", "L-1", "can't get at my records", "nothing was changed", "try again")
		} else {
			r.expect("p1", "L-1", "`L-1`")
		}
	}
}
