package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"nimatron/internal/testlong"
)

// However an address is mistyped, by whatever way it comes, no part of its password is shown.
func TestMistypedAddressesHideThePassword(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, address := range testlong.Sample(t, []string{
		"POSTGRES://u:hunter2@127.0.0.1:1/db", "Postgres://u:hunter2@127.0.0.1:1/db", "postgres:/u:hunter2@h/db", "postgres:u:hunter2@h/db",
		"postgresql:hunter2", "PostgreSQL:/u:hunter2@h", "postgres//u:hunter2@h/db", "postgres;//u:hunter2@h/db", " postgres://u:hunter2@h/db",
		"postgres ://u:hunter2@h/db", "postgres: //u:hunter2@h/db", "\"postgres://u:hunter2@h/db\"", "postgress://u:hunter2@h/db",
		"psql://u:hunter2@h/db", "pg:u:hunter2@h", "jdbc:postgresql://h/db?password=hunter2", "//u:hunter2@h/db", "u:hunter2@h/db",
		"/u:hunter2@h/db", "host=h user=u password=hunter2", "host = h password = hunter2", "password='hunter2' host=h", "hunter2@h/db",
		"postgres%3A%2F%2Fu%3Ahunter2%40h%2Fdb", "postgres://u:hunter2%zz@127.0.0.1:1/db", "postgres://u:1/hunter2@127.0.0.1:1/db",
		"postgres://127.0.0.1:1/u:hunter2", "postgres://u:1#hunter2@127.0.0.1:1/db", "postgres:///u:hunter2@127.0.0.1:1/db",
		"postgres://u:hunter2", "postgres://u:hunter2/db", "postgres://u%3Ahunter2@127.0.0.1:1/db", "postgres://u:1?hunter2@127.0.0.1:1/db",
		"postgres://u:hunter2@127.0.0.1:1/db?sslmode=hunter2", "postgres\\u:hunter2@h", "mysql://u:hunter2@h/db", "file:nim.db?password=hunter2",
		"postgres://u:hunter2 word@127.0.0.1:1/db", "/db?host=h&password=hunter2",
	}, 5) {
		for _, args := range testlong.Sample(t, [][]string{
			{"chat", "--db", address}, {"chat", "--db=" + address}, {"chat", "--bd", address}, {"check", "--db", address}, {"check", address},
			{"backup", "--db", address, "b.db"}, {"backup", address}, {"import", "--db", address, "f"}, {"rebuild-ratings", "--db", address},
			{"copy", "--from", address, "--to", "x.db"}, {"copy", "--from", "x.db", "--to", address}, {"version", address}, {address},
			{"check"}, {"serve"}, {}, {"import", address}, {"-h"},
		}, 8) {
			env := map[string]string{"DISCORD_TOKEN": "", "NIMATRON_DB": address}
			if len(args) == 1 && args[0] == "serve" {
				env["DISCORD_TOKEN"] = "HUSH"
				env["DISCORD_CLIENT_SECRET"] = "HUSH"
				env["DISCORD_API_URL"] = "http://127.0.0.1:1"
			}
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			got := start(ctx, t, env, strings.NewReader(""), args...)
			cancel()
			if said := got.stdout + got.stderr; strings.Contains(said, "hunter2") || strings.Contains(said, "HUSH") {
				t.Errorf("%q, %q: %s", address, args, said)
			}
		}
	}
}
