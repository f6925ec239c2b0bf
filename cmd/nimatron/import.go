package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
	"unicode/utf8"

	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/record"
)

// importCommand stores matches that were written to files.
type importCommand struct {
	DB    string   `name:"db" placeholder:"FILE" help:"The SQLite file (default: ${db}; environment: NIMATRON_DB)."`
	Files []string `arg:"" name:"file" help:"Files of matches, each PGN-shaped text or JSON Lines, as /export gives them."`
}

// Help is printed below the summary by --help.
func (importCommand) Help() string {
	return "Every match is played again by the rules. Those that are refused, or not over yet, are named with their line or number, " +
		"the others are stored, and the exit status is 1. Matches get new numbers; importing a file twice stores its matches twice."
}

// Run imports the files, one after another.
func (c importCommand) Run(ctx context.Context, p *program) error {
	s, err := p.settings()
	if err != nil {
		return err
	}
	if c.DB != "" {
		s.db = c.DB
	}
	store, err := openStore(ctx, s.db)
	if err != nil {
		return err
	}
	in := importer{program: p, now: time.Now()}
	n, err := store.Import(ctx, func(yield func(match.Match, error) bool) {
		for _, path := range c.Files {
			if !in.file(ctx, path, yield) {
				return
			}
		}
	})
	fmt.Fprintf(p.stdout, "%d of %d matches imported into %s\n", n, in.seen, s.db)
	if err == nil && in.bad > 0 {
		err = fmt.Errorf("%d could not be imported: see above", in.bad)
	}
	return errors.Join(err, store.Close())
}

// importer reads matches and complains of those that are bad.
type importer struct {
	*program
	now  time.Time
	seen int // matches, the bad ones among them
	bad  int // matches and files
}

// file yields the good matches of a file. It reports whether more is wanted.
func (in *importer) file(ctx context.Context, path string, yield func(match.Match, error) bool) bool {
	f, err := os.Open(path)
	if err != nil {
		in.complain(err)
		return true
	}
	defer f.Close() // it was only read
	number := 0
	for m, err := range record.Read(f) {
		if err := ctx.Err(); err != nil {
			return yield(match.Match{}, err)
		}
		number++
		in.seen++
		var bad *record.BadMatch
		switch {
		case errors.As(err, &bad):
			in.complain(fmt.Errorf("%s: %w", path, err))
			continue
		case err != nil: // it is about the file
			in.seen--
			in.complain(fmt.Errorf("%s: %w", path, err))
			return true
		}
		stored, err := in.match(m)
		if err != nil {
			in.complain(fmt.Errorf("%s: match number %d of the text: %w", path, number, err))
			continue
		}
		if !yield(stored, nil) {
			return false
		}
	}
	if number == 0 {
		in.complain(fmt.Errorf("%s: there is no match in it", path))
	}
	return true
}

// complain tells of something that is not imported.
func (in *importer) complain(err error) {
	in.bad++
	fmt.Fprintln(in.stderr, oneLine(err))
}

// What an imported match says of where it was played, and how the ids of players
// begin who came without one.
const (
	importChannel  = "import"
	importedPlayer = "import:"
)

// match returns a match as it is stored. What is not known of the times is taken
// from what is nearest, or is that of the import.
func (in *importer) match(m *record.Match) (match.Match, error) {
	v, err := catalog.Find(m.Variant)
	if err != nil {
		return match.Match{}, err
	}
	s := match.Match{
		ID: m.ID, Channel: importChannel,
		Variant: v.ID, Family: v.Family, Start: m.Start, Chosen: true, First: m.First,
		Left: importPlayer(m.Left), Right: importPlayer(m.Right),
		Level: m.Level, TurnTime: m.TurnTime, // not rated: it was not refereed here
		State: match.Finished, Result: m.Result, Version: 1,
		Created: m.Started, Ended: m.Ended,
	}
	switch {
	case m.Termination == "":
		return s, errors.New("it is not over yet")
	case utf8.RuneCountInString(string(m.Termination)) > match.MaxTermination:
		return s, fmt.Errorf("its termination is longer than %d characters", match.MaxTermination)
	case s.Left.ID == s.Right.ID:
		return s, errors.New("both players are the same: tell them apart by their names or ids")
	}
	last := m.Started
	for _, move := range m.Moves {
		if !move.At.IsZero() {
			last = move.At
		}
	}
	s.Ended = firstTime(m.Ended, last, in.now)
	s.Created = firstTime(m.Started, s.Ended)
	s.Updated = s.Ended
	for _, move := range m.Moves {
		s.Moves = append(s.Moves, match.Move{Actor: move.Actor, Text: move.Text, At: firstTime(move.At, s.Ended)})
	}
	return s, nil
}

// importPlayer returns a player as stored.
func importPlayer(p record.Player) match.Player {
	if p.ID == "" {
		p.ID = importedPlayer + p.Name
	}
	return match.Player{ID: p.ID, Name: p.Name}
}

// firstTime returns the first of some times that is known.
func firstTime(times ...time.Time) time.Time {
	for _, t := range times {
		if !t.IsZero() {
			return t
		}
	}
	return time.Time{}
}
