package postgrestest

import (
	"errors"
	"nimatron/internal/must"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// server is the address of the server that tests share.
var server = sync.OnceValues(func() (address string, err error) {
	if isNamed() {
		return setting(), nil
	}
	return join()
})

var schemas atomic.Int64

// running returns the address of the shared server, or skips the test.
func running(t testing.TB) string {
	t.Helper()
	wanted(t)
	address, err := server()
	if errors.Is(err, errNotInstalled) {
		missing(t, err)
	}
	must.OK(t, err)
	return address
}

// missing skips the test, or fails it if PostgreSQL is required.
func missing(t testing.TB, why error) {
	t.Helper()
	if setting() == "required" {
		t.Fatal(why)
	}
	t.Skipf("%v: install it, or name a server in %s", why, variable)
}

const variable = "NIMATRON_TEST_POSTGRES"

// wanted skips the test if PostgreSQL is off, or in short runs that don't ask for it.
func wanted(t testing.TB) {
	t.Helper()
	switch {
	case setting() == "off":
		t.Skipf("%s is off", variable)
	case testing.Short() && setting() == "":
		t.Skipf("not among the short tests unless %s is set", variable)
	}
}

func setting() string { return strings.TrimSpace(os.Getenv(variable)) }

// isNamed reports whether the setting names a server.
func isNamed() bool { return setting() != "" && setting() != "required" }
