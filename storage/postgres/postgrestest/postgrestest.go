package postgrestest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// shared is the address of the server that the tests of a test binary share.
var shared = sync.OnceValues(func() (address string, err error) {
	switch named := setting(); named {
	case "", "required":
	default:
		return named, nil
	}
	if own, err = newServer(); err != nil {
		return "", err
	}
	if os.Getenv("NIMATRON_ROLLS") == "" {
		own.settings = []string{"fsync=off"} // nobody cuts its power
	}
	return own.Address(), own.Start()
})

// own is kept, as the server ends with what its process holds of it.
var own *Server

var schemas atomic.Int64

// Address returns the address of an empty schema, which is dropped when the test ends. It
// skips the test where there is no PostgreSQL.
func Address(t testing.TB) string {
	t.Helper()
	wanted(t)
	address, err := shared()
	if errors.Is(err, errNotInstalled) {
		missing(t, err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return Schema(t, address)
}

// Schema returns the address of an empty schema in a database, which is dropped when the
// test ends, if the server runs then.
func Schema(t testing.TB, database string) string {
	t.Helper()
	schema := fmt.Sprintf("test_%d_%d_%d", os.Getpid(), time.Now().Unix(), schemas.Add(1))
	do := func(statement string) error {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		conn, err := pgx.Connect(ctx, database)
		if err != nil {
			return err
		}
		_, err = conn.Exec(ctx, statement)
		return errors.Join(err, conn.Close(ctx))
	}
	if err := do(`CREATE SCHEMA ` + schema); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := do(`DROP SCHEMA ` + schema + ` CASCADE`); err != nil {
			t.Logf("the schema %s is left: %v", schema, err)
		}
	})
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	settings := u.Query()
	settings.Set("search_path", schema)
	u.RawQuery = settings.Encode()
	return u.String()
}
