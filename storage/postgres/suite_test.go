package postgres_test

import (
	"testing"

	"nimatron/match"
	"nimatron/storage/postgres"
	"nimatron/storage/postgres/postgrestest"
)

// newStore returns a store on a schema of its own.
func newStore(t testing.TB) match.Store {
	t.Helper()
	return openStore(t, postgrestest.Address(t))
}

func openStore(t testing.TB, address string) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}
