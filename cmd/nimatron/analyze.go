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
	"sync"
	"time"

	"nimatron/games"
	"nimatron/picture"
	"nimatron/solver"
	"nimatron/solver/depots"
	"nimatron/solver/explain"
)

type analyzeCommand struct {
	formFlags
	NoReason bool          `name:"no-reason" help:"With --json or --csv, leave out why: many lines take a fraction of the time then."`
	Time     time.Duration `placeholder:"10m" help:"The longest search if no theorem is known (default: 10s). With --json -, for each line."`
	Progress bool          `help:"Show the time and the number of searched positions on standard error."`
	Table    string        `placeholder:"FILE" help:"Keep proved results about trees, graphs and grids in this file, and reuse them."`
	positionArgs
}

func (c *analyzeCommand) Run(ctx context.Context, p *program) error {
	if c.NoReason && !c.JSON && !c.CSV {
		return &usageError{"--no-reason goes with --json or --csv"}
	}
	if c.Table == "" && !c.Progress {
		return c.answer(ctx, p, new(solver.Solver))
	}
	table, err := readTable(c.Table)
	if err != nil {
		return err
	}
	if c.Progress {
		defer showSearch(p.stderr, table, cmp.Or(c.Time, defaultTime))()
	}
	err = c.answer(ctx, p, solver.WithTable(table))
	if c.Table == "" {
		return err
	}
	// Save what was proved even after an error.
	return errors.Join(err, writeTable(c.Table, table))
}

// lineCells bounds the table for the Grundy value of one line, to about 2 µs. A single position may
// take 0.1 s, but lists have hundreds of thousands of lines.
const lineCells = 512

func (c *analyzeCommand) answer(ctx context.Context, p *program, s *solver.Solver) error {
	s.Bare = c.NoReason
	if c.Variant == "-" {
		s.Cells = lineCells
	}
	how := positionAnswers{limit: c.Time, name: "analyze", formFlags: &c.formFlags, failed: "could not be analyzed", start: func() positionAnswer {
		var a solver.Analysis // reused: one allocation each would cost too much
		return func(ctx context.Context, dst []byte, v *games.Variant, position games.Position) ([]byte, error) {
			if err := s.AnalyzeInto(ctx, &a, v, position); err != nil {
				return dst, err
			}
			switch {
			case c.CSV:
				return explain.AppendCSV(dst, &a, !c.NoReason), nil
			case c.NoReason:
				return explain.AppendBareJSON(dst, &a), nil
			case c.JSON:
				return explain.AppendJSON(dst, &a), nil
			}
			return append(dst, explain.Text(&a, picture.Text(position.Shape()))...), nil
		}
	}}
	if c.CSV {
		how.header = explain.CSVHeader(!c.NoReason)
	}
	return c.positionArgs.answer(ctx, p, how)
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
		return nil, fmt.Errorf("%s: %w; name another file, or remove it to start over", name, err)
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
	began, done := time.Now(), make(chan struct{})
	var showing sync.WaitGroup
	showing.Go(func() {
		p := progress{out: out}
		defer p.clear()
		for {
			select {
			case <-done:
				return
			case <-time.After(progressAfter):
				took := time.Since(began)
				p.print("[%s] %v of %v, %d positions", bar(width, min(width, int(width*took/limit))),
					took.Round(time.Second), limit, t.Visited())
			}
		}
	})
	return func() {
		close(done)
		showing.Wait()
	}
}
