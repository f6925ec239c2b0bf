package main

import (
	"context"

	"nimatron/games"
	"nimatron/picture"
	"nimatron/solver"
	"nimatron/solver/explain"
)

type valueCommand struct {
	formFlags
	positionArgs
}

func (c *valueCommand) Run(ctx context.Context, p *program) error {
	how := positionAnswers{name: "value", formFlags: &c.formFlags, failed: "have no value", start: func() positionAnswer {
		valuer := new(solver.Solver).NewValuer(solver.ValueBytes)
		return func(ctx context.Context, dst []byte, v *games.Variant, position games.Position) ([]byte, error) {
			value, err := valuer.Value(ctx, v, position)
			switch {
			case err != nil:
				return dst, err
			case c.CSV:
				return explain.AppendValueCSV(dst, value), nil
			case c.JSON:
				return explain.AppendValueJSON(dst, value), nil
			}
			return append(dst, explain.ValueText(value, picture.Text(position.Shape()))...), nil
		}
	}}
	if c.CSV {
		how.header = explain.ValueCSVHeader
	}
	return c.answer(ctx, p, how)
}
