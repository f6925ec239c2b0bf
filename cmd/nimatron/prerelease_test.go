package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"os"
	"strings"
	"testing"

	"nimatron/internal/must"
)

// No command changes a database from before the first release. Each says what to do instead.
func TestPrereleaseDatabaseIsLeftAlone(t *testing.T) {
	t.Chdir(t.TempDir())
	if got := start(context.Background(), t, nil, strings.NewReader(""), "chat"); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	db := must.Get(sql.Open("sqlite", "file:nimatron.db"))(t)
	_, err := db.Exec(`UPDATE goose_db_version SET version_id = 34 WHERE version_id = 100`)
	must.OK(t, errors.Join(err, db.Close()))
	before := must.Get(os.ReadFile("nimatron.db"))(t)
	for _, args := range [][]string{{"check"}, {"rebuild-ratings"}, {"import", "none.jsonl"}, {"copy", "--from", "nimatron.db", "--to", "to.db"}, {"chat"}} {
		got := start(context.Background(), t, nil, strings.NewReader(""), args...)
		if got.code != 1 || !strings.Contains(got.stderr, "is from before the first release") || !strings.Contains(got.stderr, "move it away") {
			t.Errorf("%v: %+v", args, got)
		}
		if after, err := os.ReadFile("nimatron.db"); err != nil || !bytes.Equal(before, after) {
			t.Errorf("%v has changed the file, %v", args, err)
		}
	}
}
