package main

import (
	"context"
	"log/slog"
	"time"

	"nimatron/commands"
	"nimatron/internal/clock"
	"nimatron/internal/metrics"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage"
	"nimatron/storage/postgres"
)

type backend struct {
	service *commands.Service
	referee *referee.Referee
	store   storage.Store
	clock   *clock.Clock
}

// openBackend opens the database and wires the parts above it. The solver's times go to m, which
// may be nil.
func openBackend(ctx context.Context, db database, access storage.Access, log *slog.Logger, m *metrics.Metrics) (*backend, error) {
	store, err := db.open(ctx, access)
	if err != nil {
		return nil, err
	}
	if s, ok := store.(*postgres.Store); ok {
		s.LogTo(log)
	}
	b := &backend{store: store, clock: clock.New()}
	s := &solver.Solver{}
	if m != nil {
		s.Watch = func(q solver.Question, took time.Duration, spent bool) { m.Solved(string(q), took, spent) }
	}
	b.referee = referee.New(store, s, referee.Options{Now: b.clock.Now})
	b.service = commands.New(b.referee, store, log)
	return b, nil
}

func (b *backend) Close() error { return b.store.Close() }
