package main

import (
	"context"
	"io"
	"time"

	"nimatron/games"
	"nimatron/solver"
	"nimatron/solver/explain"
)

// lineCells bounds the table for the Grundy value of one line, to about 2 µs. A single position may
// take 0.1 s, but lists have hundreds of thousands of lines.
const lineCells = 512

// analysisForm is a machine-readable form of analyses.
type analysisForm struct {
	header string // the first line
	append func(dst []byte, a *solver.Analysis) []byte
	refuse func(dst []byte, err error) []byte
}

var (
	asJSON     = analysisForm{append: explain.AppendJSON, refuse: appendError}
	asBareJSON = analysisForm{append: explain.AppendBareJSON, refuse: appendError}
)

// analyzeLines answers each line "VARIANT<TAB>POSITION" of in with a line on out. limit bounds the
// search of each line; with 0 the solver's own bound applies. A bad line is answered with its
// error.
func analyzeLines(ctx context.Context, in io.Reader, out io.Writer, s *solver.Solver, limit time.Duration, form analysisForm) error {
	if form.header != "" {
		if _, err := io.WriteString(out, form.header); err != nil {
			return err
		}
	}
	quick := *s
	quick.Cells = lineCells
	return answerLines(ctx, in, out, answering{
		start: eachPosition(limit, func() positionAnswer {
			var a solver.Analysis // reused: one allocation each would cost too much
			return func(ctx context.Context, dst []byte, v *games.Variant, p games.Position) ([]byte, error) {
				if err := quick.AnalyzeInto(ctx, &a, v, p); err != nil {
					return dst, err
				}
				return form.append(dst, &a), nil
			}
		}),
		refuse: form.refuse, failed: "could not be analyzed",
	})
}
