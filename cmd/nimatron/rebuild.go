package main

import (
	"context"
	"errors"
	"fmt"

	"nimatron/internal/words"
)

type rebuildCommand struct {
	existing
}

func (c *rebuildCommand) Run(ctx context.Context, p *program) error {
	_, b, err := c.open(ctx, p)
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
