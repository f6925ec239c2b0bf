package main

import (
	"context"

	"nimatron/games"
	"nimatron/internal/certcheck"
	"nimatron/solver/explain"
)

type proveCommand struct {
	searchFlag
	positionArgs
}

func (c *proveCommand) Run(ctx context.Context, p *program) error {
	s, err := c.solver()
	if err != nil {
		return err
	}
	if c.Variant != "-" && isTerminal(p.stderr) {
		within, stop := showSearch(ctx, p.stderr, c.positions())
		defer stop()
		ctx = within
	}
	return c.answer(ctx, p, positionAnswers{name: "prove", failed: "could not be proved", start: func() positionAnswer {
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
