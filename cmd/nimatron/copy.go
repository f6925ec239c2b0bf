package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"nimatron/internal/words"
	"nimatron/storage"
	"nimatron/storage/postgres"
	"nimatron/storage/sqlstore"
)

type copyCommand struct {
	From string `required:"" placeholder:"DATABASE" help:"What to copy: a SQLite file, or postgres://USER:PASSWORD@HOST/DATABASE."`
	To   string `required:"" placeholder:"DATABASE" help:"Where to: a file or a PostgreSQL database that has nothing in it."`
}

func (copyCommand) Help() string {
	return "Stop nimatron first, and let it use the new database afterwards. Everything is copied unchanged, with numbers and ratings, " +
		"and then compared row by row. If it is interrupted, run it again to continue. Until then nothing else can use the copy."
}

func (c *copyCommand) Run(ctx context.Context, p *program) (err error) {
	from, to := database(c.From), database(c.To)
	if err := cmp.Or(from.check(), to.check()); err != nil {
		return err
	}
	if from == to || from.sameFile(to) {
		return &usageError{"--from and --to are the same database"}
	}
	if err := from.exists(); err != nil {
		return err
	}
	// A running bot would change rows that were already copied.
	for _, d := range []database{from, to} {
		release, claimErr := d.claim(ctx)
		if claimErr != nil {
			return claimErr
		}
		defer func() { err = errors.Join(err, release()) }()
	}
	var stores [2]*sqlstore.Store
	for i, d := range []database{from, to} {
		access := []storage.Access{storage.ReadOnly, storage.Upgrade}[i]
		if d.postgres() {
			d = database(postgres.WithoutTimeouts(string(d)))
		}
		store, shared, openErr := d.openAny(ctx, access)
		if openErr != nil {
			return openErr
		}
		defer func() { err = errors.Join(err, store.Close()) }()
		stores[i] = shared
	}
	progress := newProgress(p.stderr)
	rows, err := sqlstore.Copy(ctx, stores[1], stores[0], progress.show)
	progress.clear()
	if err != nil {
		return interrupted(ctx, fmt.Errorf("copy %v to %v: %w", from, to, err))
	}
	_, err = fmt.Fprintf(p.stdout, "copied %v to %v: %s, each compared\n", from, to, words.Count(rows, "row"))
	return err
}
