package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"nimatron/internal/words"
)

// rebuildCommand works all ratings out anew.
type rebuildCommand struct {
	DB string `name:"db" placeholder:"DATABASE" help:"The database, which must exist (default: ${db}; environment: NIMATRON_DB)."`
}

// Run replaces the stored ratings by those that follow from the matches.
func (c *rebuildCommand) Run(ctx context.Context, p *program) error {
	s, err := p.settings()
	if err != nil {
		return err
	}
	if c.DB != "" {
		s.db = database(c.DB)
	}
	if err := s.db.exists(); err != nil {
		return err
	}
	b, err := openBackend(ctx, s.db, p.logger(slog.LevelWarn), nil)
	if err != nil {
		return err
	}
	progress := newProgress(p.stderr)
	n, err := b.referee.RebuildRatings(ctx, progress.count)
	progress.clear()
	if err := errors.Join(err, b.Close()); err != nil {
		return interrupted(ctx, err)
	}
	_, err = fmt.Fprintf(p.stdout, "recomputed all ratings from %s\n", words.Count(n, "match"))
	return err
}
