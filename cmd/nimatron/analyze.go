package main

import (
	"context"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"nimatron/games"
	"nimatron/picture"
	"nimatron/solver"
	"nimatron/solver/explain"
	"nimatron/solver/theory"
)

type analyzeCommand struct {
	formFlags
	NoReason bool `name:"no-reason" help:"With --json or --csv, leave out why: many lines take a fraction of the time then."`
	Progress bool `help:"Show the number of searched positions on standard error."`
	searchFlag
	positionArgs
}

func (c *analyzeCommand) Run(ctx context.Context, p *program) error {
	if c.NoReason && !c.JSON && !c.CSV {
		return &usageError{"--no-reason goes with --json or --csv"}
	}
	if c.Progress {
		within, stop := showSearch(ctx, p.stderr, c.positions())
		defer stop()
		ctx = within
	}
	s, err := c.solver()
	if err != nil {
		return err
	}
	return c.answer(ctx, p, s)
}

// lineCells bounds the table for the Grundy value of one line, to about 2 µs. A single position may
// take 0.1 s, but lists have hundreds of thousands of lines.
const lineCells = 512

func (c *analyzeCommand) answer(ctx context.Context, p *program, s *solver.Solver) error {
	s.Bare = c.NoReason
	if c.Variant == "-" {
		s.Cells = lineCells
	}
	how := positionAnswers{name: "analyze", formFlags: &c.formFlags, failed: "could not be analyzed", start: func() positionAnswer {
		var a solver.Analysis
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

func showSearch(ctx context.Context, out io.Writer, most uint64) (within context.Context, stop func()) {
	const width = 20
	var visited atomic.Uint64
	done := make(chan struct{})
	var showing sync.WaitGroup
	showing.Go(func() {
		p := progress{out: out}
		defer p.clear()
		for {
			select {
			case <-done:
				return
			case <-time.After(progressAfter):
				looked := visited.Load()
				p.print("[%s] %d of %d positions", bar(width, int(min(width, width*looked/most))), looked, most)
			}
		}
	})
	within = theory.WithVisits(ctx, func(more uint64) { visited.Add(more) })
	return within, func() {
		close(done)
		showing.Wait()
	}
}
