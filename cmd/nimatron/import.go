package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/match/record"
	"nimatron/referee"
)

type importCommand struct {
	existing
	Files []string `arg:"" name:"file" help:"Files of matches in JSON Lines, as /review gives them."`
}

func (importCommand) Help() string {
	return "Every match is replayed by the rules. Refused and unfinished matches are named with their line or number; " +
		"the others are stored, and the exit status is 1. Matches get new numbers; importing a file twice stores its matches twice."
}

func (c importCommand) Run(ctx context.Context, p *program) error {
	db, b, err := c.open(ctx, p)
	if err != nil {
		return err
	}
	in := importer{program: p, referee: b.referee}
	n, err := b.store.Import(ctx, func(yield func(match.Match, error) bool) {
		for _, path := range c.Files {
			if !in.file(ctx, path, yield) {
				return
			}
		}
	})
	fmt.Fprintf(p.stdout, "%d of %s imported into %s\n", n, words.Count(in.seen, "match"), db)
	if in.rated > 0 {
		fmt.Fprintf(p.stdout, "%s had been rated and came in unrated: only matches that were refereed here count for the ratings\n", words.Count(in.rated, "match"))
	}
	if err == nil && in.bad > 0 {
		err = fmt.Errorf("%d could not be imported: see above", in.bad)
	}
	return errors.Join(err, b.Close())
}

type importer struct {
	*program
	referee *referee.Referee
	seen    int
	bad     int
	rated   int
}

func (in *importer) file(ctx context.Context, path string, yield func(match.Match, error) bool) bool {
	f, err := os.Open(path)
	if err != nil {
		in.complain(errors.New(hide(err.Error(), []string{path})))
		return true
	}
	defer f.Close() // opened for reading only
	number := 0
	for m, err := range record.Read(in.referee.Catalog(), f) {
		if err := ctx.Err(); err != nil {
			return yield(match.Match{}, err)
		}
		number++
		in.seen++
		var bad *record.BadMatch
		switch {
		case errors.Is(err, record.ErrNoRecord):
			in.seen--
			in.complain(fmt.Errorf("%s: %w", path, record.ErrNoRecord))
			return true
		case errors.As(err, &bad):
			in.complain(fmt.Errorf("%s: %w", path, err))
			continue
		case err != nil:
			in.seen--
			in.complain(fmt.Errorf("%s: %w", path, err))
			return true
		}
		stored, err := in.referee.Imported(m)
		if err != nil {
			in.complain(fmt.Errorf("%s: match number %d of the text: %w", path, number, err))
			continue
		}
		if m.Rated {
			in.rated++
		}
		if !yield(stored, nil) {
			return false
		}
	}
	if number == 0 {
		in.complain(fmt.Errorf("there is no match in %s", path))
	}
	return true
}

func (in *importer) complain(err error) {
	in.bad++
	fmt.Fprintln(in.stderr, oneLine(err))
}
