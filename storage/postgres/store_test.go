package postgres_test

import (
	"testing"

	"nimatron/storage/postgres"
	"nimatron/storage/storagetest"
)

func openStore(t testing.TB, address string) *postgres.Store {
	t.Helper()
	s := storagetest.Got(postgres.Open(t.Context(), address)).Must(t)
	t.Cleanup(func() { storagetest.WantErr(t, s.Close(), nil) })
	return s
}
