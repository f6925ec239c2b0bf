package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"

	"nimatron/commands"
	"nimatron/match"
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
}

// openBackend opens the database and wires the parts above it.
func openBackend(ctx context.Context, db string, log *slog.Logger) (*backend, error) {
	store, err := openStore(ctx, db)
	if err != nil {
		return nil, err
	}
	ref := referee.New(store, &solver.Solver{}, referee.Options{})
	return &backend{service: commands.New(ref, store, log), referee: ref, store: store}, nil
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
