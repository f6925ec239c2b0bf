package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"nimatron/games"
	"nimatron/picture"
	"nimatron/solver"
	"nimatron/solver/depots"
	"nimatron/solver/explain"
)

// defaultTime limits the search of a position by default.
const defaultTime = 10 * time.Second

// formFlags choose a machine-readable form.
type formFlags struct {
	JSON bool `name:"json" xor:"form" help:"Print one JSON object on one line."`
	CSV  bool `name:"csv" xor:"form" help:"Print comma-separated values under a line with their names."`
}

type analyzeCommand struct {
	formFlags
	NoReason bool          `name:"no-reason" help:"With --json or --csv, leave out why: many lines take a fraction of the time then."`
	Time     time.Duration `placeholder:"10m" help:"How long to search at most where no theorem is known: 10s if you leave it out. With --json -, how long for each line."`
	Progress bool          `help:"Show on standard error how far the time is and how many positions were searched."`
	Table    string        `placeholder:"FILE" help:"Keep what is proved about trees, graphs and grids in this file, and use it again."`
	Variant  string        `arg:"" help:"The game, such as end-nim; with --json or --csv also -, to read lines VARIANT<TAB>POSITION from standard input."`
	Position []string      `arg:"" optional:"" help:"The position, such as 3 5 2."`
}

// Run implements the command.
func (c *analyzeCommand) Run(ctx context.Context, p *program) error {
	switch {
	case c.Variant == "-" && !c.JSON && !c.CSV:
		return &usageError{"lines are only read with --json or --csv: nimatron analyze --json -"}
	case c.NoReason && !c.JSON && !c.CSV:
		return &usageError{"--no-reason goes with --json or --csv"}
	case c.Time < 0:
		return &usageError{"-time is how long to search, such as 10m: it can't be negative"}
	}
	if err := checkPosition(c.Variant, c.Position, "analyze end-nim 3 5 2"); err != nil {
		return err
	}
	if c.Table == "" && !c.Progress {
		return c.analyze(ctx, p, new(solver.Solver))
	}
	table, err := readTable(c.Table)
	if err != nil {
		return err
	}
	if c.Progress {
		defer showSearch(p.stderr, table, c.limit())()
	}
	err = c.analyze(ctx, p, solver.WithTable(table))
	if c.Table == "" {
		return err
	}
	// Save what was proved even after an error.
	return errors.Join(err, writeTable(c.Table, table))
}

// limit is for the search of a single position.
func (c *analyzeCommand) limit() time.Duration { return cmp.Or(c.Time, defaultTime) }

func (c *analyzeCommand) analyze(ctx context.Context, p *program, s *solver.Solver) error {
	s.Bare = c.NoReason
	form := c.form()
	if c.Variant == "-" {
		return analyzeLines(ctx, p.stdin, p.stdout, s, c.Time, form)
	}
	v, position, err := readPosition(c.Variant, c.Position, games.Left)
	if err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, c.limit())
	defer cancel()
	a, err := s.Analyze(limited, v, position)
	if err != nil {
		return interrupted(ctx, err)
	}
	if form.append != nil {
		_, err = p.stdout.Write(append(form.append([]byte(form.header), a), '\n'))
		return err
	}
	_, err = io.WriteString(p.stdout, explain.Text(a, picture.Text(position.Shape())))
	return err
}

// form returns the machine-readable form; its append is nil for text.
func (c *analyzeCommand) form() analysisForm {
	switch {
	case c.CSV:
		return analysisForm{
			header: explain.CSVHeader(!c.NoReason) + "\n",
			append: func(dst []byte, a *solver.Analysis) []byte { return explain.AppendCSV(dst, a, !c.NoReason) },
			refuse: func(dst []byte, err error) []byte {
				return explain.AppendCSVError(dst, explain.CSVHeader(!c.NoReason), oneLine(err))
			},
		}
	case c.NoReason:
		return asBareJSON
	case c.JSON:
		return asJSON
	default:
		return analysisForm{}
	}
}

// readTable reads a table. A missing file gives an empty table.
func readTable(name string) (*depots.Table, error) {
	if name == "" {
		return depots.NewTable(depots.DefaultTableBytes), nil
	}
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return depots.NewTable(depots.DefaultTableBytes), nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	t, err := depots.ReadTable(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; name another file, or remove it to begin anew", name, err)
	}
	return t, nil
}

// writeTable replaces a file once the new one is complete.
func writeTable(name string, t *depots.Table) error {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails after the rename
	if err := errors.Join(t.Write(f), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// showSearch shows the progress of a search on out until stop is called.
func showSearch(out io.Writer, t *depots.Table, limit time.Duration) (stop func()) {
	const width = 20
	began, done, stopped := time.Now(), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		ticks := time.NewTicker(progressAfter)
		defer ticks.Stop()
		shown := false
		for {
			select {
			case <-done:
				if shown {
					fmt.Fprintln(out)
				}
				return
			case <-ticks.C:
				shown = true
				took := time.Since(began)
				fmt.Fprintf(out, "\r[%s] %v of %v, %d positions", bar(width, min(width, int(width*took/limit))),
					took.Round(time.Second), limit, t.Visited())
			}
		}
	}()
	return func() {
		close(done)
		<-stopped
	}
}
