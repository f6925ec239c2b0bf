package postgres_test

import (
	"database/sql"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"nimatron/internal/testlong"
	"nimatron/storage"
	"nimatron/storage/postgres"
	"nimatron/storage/postgres/postgrestest"
	"nimatron/storage/storagetest"
)

// rawDB opens the database without the store, as a faulty program would.
func rawDB(t testing.TB, address string) *sql.DB {
	t.Helper()
	config := storagetest.Got(pgx.ParseConfig(address)).Must(t)
	db := stdlib.OpenDB(*config)
	t.Cleanup(func() { db.Close() })
	return db
}

func exec(t testing.TB, db *sql.DB, statement string) {
	t.Helper()
	if _, err := db.ExecContext(t.Context(), statement, pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// Each message is one line that gives the remedy, and none contains the password.
func TestOpenSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	u := storagetest.Got(url.Parse(postgrestest.Address(t))).OK(t)
	u.User = url.UserPassword("nimatron", "very-secret")
	address := u.String()
	const tcp = "postgres://nimatron:very-secret@localhost/db"
	misspelt := *u
	misspelt.Path = "/misspelt"
	for why, address := range map[string]string{
		"is it running":                      postgrestest.With(address, "host", "/nowhere"),
		"no such database":                   misspelt.String(),
		"no such schema":                     postgrestest.With(address, "search_path", "misspelt"),
		"pool_max_conns in the address may":  postgrestest.With(address, "pool_max_conns", "abc"),
		"number of connections, from 2":      postgrestest.With(address, "pool_max_conns", "1"),
		"this is not the address":            "postgres://nimatron:very-secret%@host/db",
		"with every character of":            "postgres://nimatron:very-/secret@host/db",
		"PASSWORD@HOST":                      "sqlite://nimatron:very-secret@host/db",
		"write them as %25":                  address + "&password=very-secret%",
		"its port is a number from 1":        "postgres://nimatron:very-secret@host:port/db",
		"is a number from 1 to 65535":        "postgres://nimatron:very-secret@host:70000/db",
		"and its port is a number":           "postgres://nimatron:very-secret@one:5432,other:x/db",
		"port in the address may be":         postgrestest.With(address, "port", "none"),
		"prefer, require, verify-ca or":      postgrestest.With(tcp, "sslmode", "perhaps"),
		"connect_timeout in the address":     postgrestest.With(address, "connect_timeout", "soon"),
		"any, read-write, read-only":         postgrestest.With(address, "target_session_attrs", "best"),
		"unable to read CA file":             postgrestest.With(postgrestest.With(tcp, "sslmode", "verify-full"), "sslrootcert", "/nowhere"),
		"unable to read sslkey":              postgrestest.With(postgrestest.With(postgrestest.With(tcp, "sslmode", "require"), "sslcert", "/nowhere"), "sslkey", "/nowhere"),
		`parameter "pool_min_conns"`:         postgrestest.With(address, "pool_min_conns", "3"),
		`parameter "statement_timeout"`:      postgrestest.With(address, "statement_timeout", "long"),
		"the server does not take a setting": postgrestest.With(address, "ssl_mode", "require"),
	} {
		wantRefused(t, address, why, nil)
	}
}

func wantRefused(t *testing.T, address, why string, want error) {
	t.Helper()
	s, err := postgres.Open(t.Context(), address)
	if err == nil {
		s.Close()
		t.Errorf("%s: opened", why)
		return
	}
	if message := err.Error(); !strings.Contains(message, why) || strings.Contains(message, "secret") || strings.Contains(message, "\n") {
		t.Errorf("the error is %q, want one line with %q and without the password", message, why)
	}
	if want != nil {
		storagetest.WantErr(t, err, want)
	}
}

func TestNewerAndForeignAreRefused(t *testing.T) {
	t.Parallel()
	address := postgrestest.Empty(t)
	openStore(t, address)
	openStore(t, address) // opening it again changes nothing
	db := rawDB(t, address)
	exec(t, db, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (199, true)`)
	wantRefused(t, address, "its version is 199", storage.ErrNewer)

	// Opening without an upgrade leaves an older or empty database as it is.
	exec(t, db, `DELETE FROM goose_db_version WHERE version_id = 199`)
	for address, want := range map[string]error{address: nil, postgrestest.LandedSchema(t): storage.ErrOlder} {
		for _, access := range []storage.Access{storage.ReadOnly, storage.WithoutUpgrade} {
			s, err := postgres.OpenFor(t.Context(), address, access)
			storagetest.WantErr(t, err, want)
			if err == nil {
				storagetest.WantErr(t, s.Close(), nil)
			}
		}
	}
	address = postgrestest.Empty(t)
	storagetest.Got(postgres.OpenFor(t.Context(), address, storage.ReadOnly)).Fails(t, storage.ErrEmpty)
	things := storagetest.Got(rawDB(t, address).Query(`SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace`)).OK(t)
	if things.Next() {
		t.Error("something was made in it")
	}
	storagetest.WantErr(t, things.Close(), nil)

	// A copy of the tables next to another program's is recognized too.
	address = postgrestest.Empty(t)
	openStore(t, address)
	exec(t, rawDB(t, address), `CREATE TABLE theirs (name TEXT)`)
	openStore(t, address)
}

// A schema stays untouched if it contains anything that may belong to another program.
func TestForeignSchemas(t *testing.T) {
	t.Parallel()
	const goose = `CREATE TABLE goose_db_version (id SERIAL PRIMARY KEY, version_id BIGINT NOT NULL, is_applied BOOLEAN NOT NULL, tstamp TIMESTAMP DEFAULT now());
		INSERT INTO goose_db_version (version_id, is_applied) VALUES (0, true);`
	for name, made := range map[string]string{
		"one table":            `CREATE TABLE customers (name TEXT)`,
		"one of that name":     `CREATE TABLE players (name TEXT)`,
		"two tables":           `CREATE TABLE players (name TEXT); CREATE TABLE games (name TEXT)`,
		"a table with parts":   `CREATE TABLE orders (id INT) PARTITION BY RANGE (id)`,
		"a view":               `CREATE VIEW one AS SELECT 1`,
		"a sequence":           `CREATE SEQUENCE numbers`,
		"a function":           `CREATE FUNCTION one() RETURNS INT LANGUAGE SQL AS 'SELECT 1'`,
		"a type":               `CREATE TYPE mood AS ENUM ('sad', 'happy')`,
		"migrations of others": goose + `INSERT INTO goose_db_version (version_id, is_applied) VALUES (1, true)`,
		"no migrations":        `CREATE TABLE goose_db_version (version TEXT)`,
		"goose and another":    goose + `CREATE TABLE customers (name TEXT)`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := postgrestest.Empty(t)
			db := rawDB(t, address)
			exec(t, db, made)
			things := func() (n int) {
				t.Helper()
				storagetest.WantErr(t, db.QueryRow(`SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace`).Scan(&n), nil)
				return n
			}
			before := things()
			wantRefused(t, address, "another program", storage.ErrForeign)
			storagetest.WantEqual(t, things(), before)
		})
	}
	t.Run("interrupted", func(t *testing.T) {
		t.Parallel()
		address := postgrestest.Empty(t)
		exec(t, rawDB(t, address), goose)
		openStore(t, address)
	})
	t.Run("with an extension", func(t *testing.T) {
		t.Parallel()
		address := postgrestest.Schema(t, postgrestest.Address(t))
		exec(t, rawDB(t, address), `CREATE EXTENSION pg_stat_statements`)
		openStore(t, address)
	})
}

// Many processes can open an empty database at once.
func TestManyOpenAtOnce(t *testing.T) {
	t.Parallel()
	address := postgrestest.Empty(t)
	opened := make(chan error)
	many := testlong.Times(2, 3, 6)
	for range many {
		go func() {
			s, err := postgres.Open(t.Context(), address)
			if err == nil {
				err = s.Close()
			}
			opened <- err
		}()
	}
	for range many {
		storagetest.WantErr(t, <-opened, nil)
	}
}

func TestShown(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"postgres://ann:very-secret@host:5433/db?sslmode=verify-full&sslpassword=secret": "postgres://ann@host:5433/db",
		"postgresql:///db?host=/run&password=secret":                                     "postgresql:///db",
		"postgres://ann:secret%@host/db":                                                 "postgres://…",
	} {
		storagetest.WantEqual(t, postgres.Redacted(address), want)
	}
}
