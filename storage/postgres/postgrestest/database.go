package postgrestest

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"nimatron/internal/must"
	"nimatron/storage/postgres"
)

// A database of the shared server belongs to this process for as long as its connection lasts.
// Tests use it one after another, and each finds it empty.
type database struct {
	address string
	conn    *pgx.Conn
	store   *postgres.Store // kept open, because opening costs more than most tests
	used    bool            // whether a test uses the store
}

var (
	lending sync.Mutex
	idle    []*database
	lent    = map[string]*database{} // by address
)

// borrow returns a database with this program's empty tables.
func borrow(ctx context.Context, server string) (*database, error) {
	lending.Lock()
	defer lending.Unlock()
	if n := len(idle); n > 0 {
		d := idle[n-1]
		idle, lent[d.address] = idle[:n-1], d
		return d, nil
	}
	admin, err := pgx.Connect(ctx, server)
	if err != nil {
		return nil, err
	}
	defer admin.Close(ctx)
	template := fmt.Sprintf("template_%08x", crc32.ChecksumIEEE([]byte(fmt.Sprint(postgres.Schema().Versions))))
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s_%d", strings.TrimPrefix(template, "template_"), n)
		d := &database{address: named(server, name)}
		d.conn, err = pgx.Connect(ctx, d.address)
		if is(err, "3D000") { // no database has this name
			if err = makeTemplate(ctx, admin, server, template); err == nil {
				_, err = admin.Exec(ctx, `CREATE DATABASE "`+name+`" TEMPLATE `+template+byFiles(admin))
			}
			if err == nil || is(err, "42P04") || is(err, "23505") { // another process has just created it
				d.conn, err = pgx.Connect(ctx, d.address)
			}
		}
		if err != nil {
			return nil, err
		}
		var ours bool
		if err := d.conn.QueryRow(ctx, `SELECT pg_try_advisory_lock(1)`).Scan(&ours); err != nil {
			return nil, errors.Join(err, d.conn.Close(ctx))
		}
		if ours {
			lent[d.address] = d
			return d, d.empty(ctx)
		}
		_ = d.conn.Close(ctx)
	}
}

// byFiles returns the clause that copies a database as files. Before version 15 the server does
// nothing else.
func byFiles(conn *pgx.Conn) string {
	var major int
	_, _ = fmt.Sscan(conn.PgConn().ParameterStatus("server_version"), &major)
	if major < 15 {
		return ""
	}
	return " STRATEGY file_copy"
}

// makeTemplate creates the template for the other databases, if it doesn't exist.
func makeTemplate(ctx context.Context, admin *pgx.Conn, server, name string) (err error) {
	_, err = admin.Exec(ctx, `SELECT pg_advisory_lock(1)`)
	defer func() {
		_, unlock := admin.Exec(ctx, `SELECT pg_advisory_unlock(1)`)
		err = errors.Join(err, unlock)
	}()
	var there bool
	if err == nil {
		err = admin.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)`, name).Scan(&there)
	}
	if err != nil || there {
		return err
	}
	_, err = admin.Exec(ctx, `DROP DATABASE IF EXISTS unfinished WITH (FORCE)`)
	if err == nil {
		_, err = admin.Exec(ctx, `CREATE DATABASE unfinished`)
	}
	if err != nil {
		return err
	}
	s, err := postgres.Open(ctx, named(server, "unfinished"))
	if err != nil {
		return err
	}
	if err := s.Close(); err != nil {
		return err
	}
	_, err = admin.Exec(ctx, `ALTER DATABASE unfinished RENAME TO `+name)
	return err
}

// emptying deletes all rows without triggers, or truncates large tables, and restarts the
// sequences. It waits for cancelled calls to finish.
const emptying = `
	SET session_replication_role = replica;
	SET lock_timeout = '1min';
	DO $$ DECLARE statement text; BEGIN
		EXECUTE (SELECT format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', string_agg(oid::regclass::text, ', ' ORDER BY oid)) FROM pg_class
			WHERE relnamespace = 'public'::regnamespace AND relkind = 'r');
		FOR statement IN SELECT format(CASE WHEN pg_relation_size(oid) > 500000 THEN 'TRUNCATE %s CASCADE' ELSE 'DELETE FROM %s' END, oid::regclass) FROM pg_class
			WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'goose_db_version' AND pg_relation_size(oid) > 0
		LOOP EXECUTE statement; END LOOP;
		PERFORM setval(seqrelid, seqstart, false) FROM pg_sequence WHERE seqrelid <> 'goose_db_version_id_seq'::regclass;
	END $$`

func (d *database) empty(ctx context.Context) error {
	_, err := d.conn.Exec(ctx, emptying, pgx.QueryExecModeSimpleProtocol)
	return err
}

// giveBack empties a database for the next test.
func (d *database) giveBack(ctx context.Context) error {
	err := d.empty(ctx)
	lending.Lock()
	defer lending.Unlock()
	delete(lent, d.address)
	if err == nil {
		idle = append(idle, d)
	}
	return err
}

// Address returns the address of an empty database or schema, which may already have the program's
// tables. Anything else that a test creates in it stays, so such tests use Schema. The test is
// skipped if there is no PostgreSQL.
func Address(t testing.TB) string {
	t.Helper()
	server := running(t)
	if isNamed() {
		return Schema(t, server)
	}
	ctx := context.Background() // even after the test has ended
	d := must.Get(borrow(ctx, server))(t)
	t.Cleanup(func() {
		if err := d.giveBack(ctx); err != nil {
			t.Errorf("a database is not given back: %v", err)
		}
	})
	return d.address
}

// connections bounds the pool of a store. It is small because a connection costs the server as much as
// a whole short test.
const connections = "4"

// Open opens the store on a database, until the test ends.
func Open(t testing.TB, address string) *postgres.Store {
	t.Helper()
	lending.Lock()
	defer lending.Unlock()
	d := lent[address]
	var s *postgres.Store
	if d != nil && !d.used {
		s = d.store
	}
	if s == nil {
		var err error
		if s, err = postgres.Open(t.Context(), With(address, "pool_max_conns", connections)); err != nil {
			t.Fatal(err)
		}
	}
	if d != nil && !d.used {
		d.store, d.used = s, true
	}
	t.Cleanup(func() {
		if err := d.leave(s); err != nil {
			t.Error(err)
		}
	})
	return s
}

// leave closes a store, unless its database is reused.
func (d *database) leave(s *postgres.Store) error {
	lending.Lock()
	defer lending.Unlock()
	if d != nil && d.store == s {
		d.used = false
		return nil
	}
	return s.Close()
}

// Empty returns the address of an empty schema, for tests of migrations.
func Empty(t testing.TB) string {
	t.Helper()
	return Schema(t, running(t))
}

// Database returns the address of a new database, for what belongs to no schema.
func Database(t testing.TB) string {
	t.Helper()
	server := running(t)
	name := fmt.Sprintf("test_%d_%d_%d", os.Getpid(), time.Now().Unix(), schemas.Add(1))
	must.OK(t, do(t.Context(), server, `CREATE DATABASE `+name))
	t.Cleanup(func() {
		if err := do(context.Background(), server, `DROP DATABASE `+name+` WITH (FORCE)`); err != nil {
			t.Logf("the database %s is left: %v", name, err)
		}
	})
	return named(server, name)
}

// Schema returns the address of an empty schema in a database. If the server still runs when the
// test ends, the schema is dropped.
func Schema(t testing.TB, database string) string {
	t.Helper()
	schema := fmt.Sprintf("test_%d_%d_%d", os.Getpid(), time.Now().Unix(), schemas.Add(1))
	must.OK(t, do(t.Context(), database, `CREATE SCHEMA `+schema))
	t.Cleanup(func() {
		if err := do(context.Background(), database, `DROP SCHEMA `+schema+` CASCADE`); err != nil {
			t.Logf("the schema %s is left: %v", schema, err)
		}
	})
	return With(database, "search_path", schema)
}

// do executes a statement on a new connection.
func do(ctx context.Context, address, statement string) error {
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, statement)
	return errors.Join(err, conn.Close(ctx))
}

// named returns the address of another database of a server.
func named(server, database string) string {
	u, err := url.Parse(With(server, "search_path", "public"))
	if err != nil {
		return server
	}
	u.Path = "/" + database
	return u.String()
}

// With returns an address with another setting.
func With(address, name, value string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	settings := u.Query()
	settings.Set(name, value)
	u.RawQuery = settings.Encode()
	return u.String()
}

// hostOf returns the folder of the socket in an address.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Query().Get("host")
}

// is reports whether an error has one of these server codes.
func is(err error, codes ...string) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && slices.Contains(codes, e.Code)
}
