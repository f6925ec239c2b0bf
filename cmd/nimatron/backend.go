package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"nimatron/commands"
	"nimatron/internal/clock"
	"nimatron/match"
	"nimatron/metrics"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage"
	"nimatron/storage/sqlite"
)

// backend is the bot without a front: everything from the commands to the database.
type backend struct {
	service *commands.Service
	referee *referee.Referee
	store   match.Store
	clock   *clock.Clock
}

// openBackend opens the database and wires the parts above it. What the solver does is
// told to m, which may be nil.
func openBackend(ctx context.Context, db string, log *slog.Logger, m *metrics.Metrics) (*backend, error) {
	store, err := openStore(ctx, db)
	if err != nil {
		return nil, err
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

// openStore opens the database.
func openStore(ctx context.Context, db string) (match.Store, error) {
	store, err := sqlite.Open(ctx, db)
	if errors.Is(err, storage.ErrNewer) {
		return nil, fmt.Errorf("the database %s was written by a newer nimatron: run that one, or name another file in NIMATRON_DB", db)
	}
	return store, err
}

// checkDB returns an error if there is no database, for commands that are about one
// that exists: a misspelt name should not make an empty one.
func checkDB(db string) error {
	if _, err := os.Stat(db); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no database %s: name one that exists with --db or in NIMATRON_DB, or start nimatron chat, which makes one", db)
	}
	return nil
}

// Close closes the database.
func (b *backend) Close() error { return b.store.Close() }
