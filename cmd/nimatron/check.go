package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/storage"
)

type checkCommand struct {
	existing
}

func (checkCommand) Help() string {
	return "It reads the whole database, changes nothing, replays every match by the rules, and recomputes the ratings to compare them. " +
		"Others may use the database meanwhile. Each fault is printed on a line, and the exit status is 1."
}

func (c *checkCommand) Run(ctx context.Context, p *program) error {
	db, err := c.database(p)
	if err != nil {
		return err
	}
	progress := newProgress(p.stderr)
	faults, matches, err := check(ctx, p, db, progress.count)
	progress.clear()
	if err != nil {
		return interrupted(ctx, err)
	}
	for _, fault := range faults {
		fmt.Fprintln(p.stdout, fault)
	}
	if len(faults) > 0 {
		return fmt.Errorf("%s has faults: see above; docs/operating.md says what to do", db)
	}
	sound := "the file is sound, "
	if db.postgres() {
		sound = ""
	}
	_, err = fmt.Fprintf(p.stdout, "%v has no faults: %s%s replayed as stored, and the ratings follow from them\n", db, sound, words.Count(matches, "match"))
	return err
}

// check checks the file first, because a damaged one should not be opened any further.
func check(ctx context.Context, p *program, db database, progress func(matches int)) (faults []string, matches int, err error) {
	if faults, err = db.integrity(ctx); err != nil || len(faults) > 0 {
		return faults, 0, err
	}
	b, err := openBackend(ctx, db, storage.ReadOnly, p.logger(slog.LevelWarn), nil)
	if err != nil {
		return nil, 0, err
	}
	faults, matches, err = b.referee.Check(ctx, progress)
	l, loadErr := b.store.Load(ctx, match.DiscordFront, time.Now())
	if age := time.Since(l.Oldest); l.Notices > 0 && age > maxBacklog {
		faults = append(faults, fmt.Sprintf("outbox: %s for Discord not sent, the oldest since %s: nimatron serve sends them, and its log says why not",
			words.Count(l.Notices, "notice"), l.Oldest.Format(time.DateTime)))
	}
	return faults, matches, errors.Join(err, loadErr, b.Close())
}

// maxBacklog is the age of a notice that indicates a fault: notices are given up earlier.
const maxBacklog = 24 * time.Hour
