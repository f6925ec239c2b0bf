package postgrestest

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"strings"
	"testing"

	"nimatron/internal/must"
	"nimatron/storage/postgres"
)

// dump100 is a dump of version 100, made by the program that landed it, with the same things as the file of storagetest.
//
//go:embed testdata/v100.sql.gz
var dump100 []byte

// Landed returns a store on a schema of version 100.
func Landed(t testing.TB) *postgres.Store {
	t.Helper()
	return Open(t, LandedSchema(t))
}

// LandedSchema returns the address of a new schema of version 100.
func LandedSchema(t testing.TB) string {
	t.Helper()
	unpacked := must.Get(gzip.NewReader(bytes.NewReader(dump100)))(t)
	dump := must.Get(io.ReadAll(unpacked))(t)
	address := Empty(t)
	// The test's schema is the one in the search path.
	here := strings.NewReplacer("SELECT pg_catalog.set_config('search_path', '', false);", "", "public.", "").Replace(string(dump))
	must.OK(t, do(t.Context(), address, here))
	return address
}
