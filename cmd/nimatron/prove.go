package main

import (
	"cmp"
	"context"
	"time"

	"nimatron/games"
	"nimatron/internal/certcheck"
	"nimatron/solver"
	"nimatron/solver/explain"
)

type proveCommand struct {
	Time time.Duration `placeholder:"10m" help:"The longest search for a proof on a tree, a graph or a yard (default: 10s). With -, for each line."`
	positionArgs
}

func (c *proveCommand) Run(ctx context.Context, p *program) error {
	s := new(solver.Solver)
	if c.Variant != "-" && isTerminal(p.stderr) {
		within, stop := showSearch(ctx, p.stderr, cmp.Or(c.Time, defaultTime))
		defer stop()
		ctx = within
	}
	return c.answer(ctx, p, positionAnswers{limit: c.Time, name: "prove", failed: "could not be proved", start: func() positionAnswer {
		return func(ctx context.Context, dst []byte, v *games.Variant, position games.Position) ([]byte, error) {
			return explain.AppendCertificate(ctx, dst, s, v, position)
		}
	}})
}

type verifyCommand struct {
	From string `arg:"" enum:"-" help:"-: the certificates are read from standard input, one a line."`
}

func (c *verifyCommand) Run(ctx context.Context, p *program) error {
	return answerLines(ctx, p.stdin, p.stdout, answering{
		start: func() answer {
			return func(_ context.Context, dst []byte, line string) ([]byte, error) {
				return append(dst, "ok"...), certcheck.Check([]byte(line))
			}
		},
		longest: certcheck.MaxBytes,
		refuse:  func(dst []byte, err error) []byte { return append(append(dst, "refused: "...), oneLine(err)...) },
		failed:  "refused",
	})
}
