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

// No command changes a database from before the first release, or one that an unfinished program has made under the
// number of a finished one, or one without a version. Each says what to do instead.
func TestPrereleaseDatabaseIsLeftAlone(t *testing.T) {
	for change, says := range map[string][]string{
		`UPDATE goose_db_version SET version_id = 34 WHERE version_id >= 100`: {"is from before the first release", "move it away"},
		`ALTER TABLE matches DROP COLUMN uncounted`:                           {"by an unfinished nimatron", "Run the nimatron that used it last"},
		`DELETE FROM goose_db_version`:                                        {"has lost what is in its table goose_db_version", "Restore a backup"},
		`DROP TABLE goose_db_version`:                                         {"has lost what is in its table goose_db_version", "Restore a backup"},
	} {
		t.Run(says[0], func(t *testing.T) { leftAlone(t, change, says) })
	}
}

func leftAlone(t *testing.T, change string, says []string) {
	t.Chdir(t.TempDir())
	if got := start(context.Background(), t, nil, strings.NewReader(""), "chat"); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	db := must.Get(sql.Open("sqlite", "file:nimatron.db"))(t)
	_, err := db.Exec(change)
	must.OK(t, errors.Join(err, db.Close()))
	before := must.Get(os.ReadFile("nimatron.db"))(t)
	for _, args := range [][]string{{"check"}, {"rebuild-ratings"}, {"import", "none.jsonl"}, {"copy", "--from", "nimatron.db", "--to", "to.db"}, {"chat"}} {
		got := start(context.Background(), t, nil, strings.NewReader(""), args...)
		if got.code != 1 || !strings.Contains(got.stderr, says[0]) || !strings.Contains(got.stderr, says[1]) {
			t.Errorf("%v: %+v", args, got)
		}
		if after, err := os.ReadFile("nimatron.db"); err != nil || !bytes.Equal(before, after) {
			t.Errorf("%v has changed the file, %v", args, err)
		}
	}
}
