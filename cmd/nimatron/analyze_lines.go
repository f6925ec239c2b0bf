package main

import (
	"context"
	"io"
	"time"

	"nimatron/explain"
	"nimatron/solver"
)

// lineCells bounds the table that is filled for the Grundy value of one line. It
// takes about 2 µs, where a single position may take 0.1 s: the lines are counted
// by the hundred thousand.
const lineCells = 512

// analyzeLines answers lines "VARIANT<TAB>POSITION" of in with an object a line on out, by
// s. Each line that has to be searched gets so long, or as many positions as s allows where
// that is 0. A bad line is answered with {"error":"…"}.
func analyzeLines(ctx context.Context, in io.Reader, out io.Writer, s *solver.Solver, limit time.Duration) error {
	quick := *s
	quick.Cells = lineCells
	return answerLines(ctx, in, out, answering{
		start: func() answer {
			var positions lineReader
			return func(ctx context.Context, dst, line []byte) ([]byte, error) {
				v, p, err := positions.read(line)
				if err != nil {
					return dst, err
				}
				if limit > 0 {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, limit)
					defer cancel()
				}
				a, err := quick.Analyze(ctx, v, p)
				if err != nil {
					return dst, err
				}
				return explain.AppendJSON(dst, a), nil
			}
		},
		refuse: appendError, failed: "could not be analyzed",
	})
}
