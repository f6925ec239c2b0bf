package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"nimatron/commands"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage"
	"nimatron/storage/sqlite"
)

// house is the bot without a front: everything from the commands to the database.
type house struct {
	service *commands.Service
	referee *referee.Referee
	store   match.Store
}

// openHouse opens the database and wires the parts over it.
func openHouse(ctx context.Context, db string, log *slog.Logger) (*house, error) {
	store, err := openStore(ctx, db)
	if err != nil {
		return nil, err
	}
	ref := referee.New(store, &solver.Solver{}, referee.Options{})
	return &house{service: commands.New(ref, store, log), referee: ref, store: store}, nil
}

// openStore opens the database.
func openStore(ctx context.Context, db string) (match.Store, error) {
	store, err := sqlite.Open(ctx, db)
	if errors.Is(err, storage.ErrNewer) {
		return nil, fmt.Errorf("the database %s was written by a newer nimatron: run that one, or name another file in NIMATRON_DB", db)
	}
	return store, err
}

// Close closes the database.
func (h *house) Close() error { return h.store.Close() }
