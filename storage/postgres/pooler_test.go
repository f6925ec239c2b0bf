package postgres_test

import (
	"testing"

	"nimatron/match"
	"nimatron/storage/postgres/postgrestest"
	"nimatron/storage/storagetest"
)

// A pooler in session mode works.
func TestSessionPooler(t *testing.T) {
	t.Parallel()
	address := postgrestest.Address(t)
	pooled := postgrestest.Pooler(t, address, "session")
	s := openStore(t, pooled)
	storagetest.WantErr(t, storagetest.Community{Matches: 300, Players: 50, Servers: 3}.Fill(t.Context(), s), nil)
	storagetest.Finish(t, s, storagetest.Match("c"), storagetest.LeftWins)
	openStore(t, pooled)
	direct := openStore(t, address)
	stored := 0
	storagetest.WantErr(t, direct.ForEachMatch(t.Context(), match.Finished, func(match.Match) error { stored++; return nil }), nil)
	storagetest.WantEqual(t, stored, 301)
}

// A pooler in transaction mode is refused.
func TestTransactionPooler(t *testing.T) {
	t.Parallel()
	pooled := postgrestest.Pooler(t, postgrestest.Address(t), "transaction")
	wantRefused(t, pooled, "pool_mode = session", nil)
}
