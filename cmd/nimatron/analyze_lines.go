package main

import (
	"context"
	"io"
	"time"

	"nimatron/games"
	"nimatron/solver"
	"nimatron/solver/explain"
)

// lineCells bounds the table that is filled for the Grundy value of one line. It
// takes about 2 µs, where a single position may take 0.1 s: the lines are counted
// by the hundred thousand.
const lineCells = 512

// analysisForm is how analyses are written for programs.
type analysisForm struct {
	header string // before them all
	append func(dst []byte, a *solver.Analysis) []byte
	refuse func(dst []byte, err error) []byte
}

var (
	asJSON     = analysisForm{append: explain.AppendJSON, refuse: appendError}
	asBareJSON = analysisForm{append: explain.AppendBareJSON, refuse: appendError}
)

// analyzeLines answers lines "VARIANT<TAB>POSITION" of in with a line each on out, by
// s. Each line that has to be searched gets so long, or as many positions as s allows where
// that is 0. A bad line is answered with its error.
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
			var a solver.Analysis // one for all lines, which are too many to make one each
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
