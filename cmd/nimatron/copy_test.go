package main

import (
	"context"
	"net/url"
	"os"
	"strings"
	"testing"

	"nimatron/internal/must"
	"nimatron/storage"
	"nimatron/storage/postgres/postgrestest"
	"nimatron/storage/sqlstore"
)

// A match begins in a file, continues in PostgreSQL, and ends in another file.
func TestMoveToPostgreSQLAndBack(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	t.Chdir(t.TempDir())
	u := must.Get(url.Parse(postgrestest.Address(t)))(t)
	u.User = url.UserPassword("nimatron", "very-secret")
	server := u.String()
	say := func(db, lines string) string {
		t.Helper()
		r := start(t.Context(), t, map[string]string{"NIMATRON_DB": db}, strings.NewReader(lines), "chat", "--as", "p1")
		if r.code != 0 || r.stderr != "" {
			t.Fatalf("%+v", r)
		}
		return r.stdout
	}
	want := func(args string, code int, stdout, stderr string) {
		t.Helper()
		r := start(t.Context(), t, nil, nil, strings.Fields(args)...)
		if r.code != code || !strings.Contains(r.stdout, stdout) || !strings.Contains(r.stderr, stderr) || stderr == "" && r.stderr != "" {
			t.Errorf("%s: %+v", args, r)
		}
		if strings.Contains(r.stdout+r.stderr, "secret") {
			t.Errorf("%s: the password is shown: %+v", args, r)
		}
	}
	say("first.db", "/challenge game:end-nim position:3 5 2 first:me level:perfect\nL-1\n")
	want("copy --from first.db --to first.db", 2, "", "the same database")
	must.OK(t, os.Symlink("first.db", "link.db"))
	want("copy --from first.db --to link.db", 2, "", "the same database")
	want("copy --from missing.db --to "+server, 1, "", "there is no database missing.db")
	want("copy --from first.db --to "+server, 0, "copied first.db to postgres://nimatron@", "")
	want("copy --from first.db --to "+server, 1, "", "it is not empty")
	want("check --db "+server, 0, "has no faults: 1 match", "")
	if out := say(server, "/match board\n/match resign sure:true\n"); !strings.Contains(out, "match 1") || !strings.Contains(out, "Nimatron won") {
		t.Error(out)
	}
	want("check --db "+server, 0, "has no faults: 1 match", "")
	want("rebuild-ratings --db "+server, 0, "recomputed all ratings from 1 match", "")
	want("backup --db "+server+" backup.db", 1, "", "pg_dump")
	want("copy --from "+server+" --to last.db", 0, "each compared", "")
	want("check --db last.db", 0, "1 match", "")
	if out := say("last.db", "/match board\n"); !strings.Contains(out, "match 1") || !strings.Contains(out, "Nimatron won") {
		t.Error(out)
	}
	want("check --db "+strings.Replace(server, "search_path=", "search_path=not_", 1), 1, "", "no such schema")
}

// An interrupted copy can't be used until it is complete.
func TestInterruptedCopy(t *testing.T) {
	t.Chdir(t.TempDir())
	newDatabase(t, "from.db")
	newDatabase(t, "to.db")
	ctx, cancel := context.WithCancel(t.Context())
	from, source, err := database("from.db").openAny(ctx, storage.Upgrade)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	to, target, err := database("to.db").openAny(ctx, storage.Upgrade)
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	if r := start(ctx, t, nil, strings.NewReader("p1: /puzzle today\np1: /match board\n"), "chat", "--db", "from.db"); r.code != 0 {
		t.Fatal(r)
	}
	if _, err := sqlstore.Copy(ctx, target, source, func(int, int) { cancel() }); err == nil {
		t.Fatal("it was not interrupted")
	}
	r := start(t.Context(), t, nil, strings.NewReader(""), "chat", "--db", "to.db")
	if r.code != 1 || !strings.Contains(r.stderr, "run the same nimatron copy again") {
		t.Errorf("%+v", r)
	}
	if r := start(t.Context(), t, nil, nil, "copy", "--from", "from.db", "--to", "to.db"); r.code != 0 {
		t.Errorf("%+v", r)
	}
	if r := start(t.Context(), t, nil, strings.NewReader(""), "chat", "--db", "to.db"); r.code != 0 {
		t.Errorf("%+v", r)
	}
}
