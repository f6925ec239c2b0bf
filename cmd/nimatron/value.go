package main

import (
	"context"
	"errors"

	"nimatron/games"
	"nimatron/picture"
	"nimatron/solver"
	"nimatron/solver/explain"
	"nimatron/solver/values"
)

type valueCommand struct {
	CGSuite bool `name:"cgsuite" xor:"form" help:"Print the canonical form alone, as CGSuite reads it."`
	Lean    bool `xor:"form" help:"Print the canonical form alone, as a term of IGame in the Lean library combinatorial-games."`
	formFlags
	positionArgs
}

func (c *valueCommand) Run(ctx context.Context, p *program) error {
	how := positionAnswers{name: "value", formFlags: &c.formFlags, failed: "have no value", start: func() positionAnswer {
		valuer := new(solver.Solver).NewValuer(solver.ValueBytes)
		switch {
		case c.CGSuite:
			valuer.Syntax = values.CGSuite
		case c.Lean:
			valuer.Syntax = values.Lean
		}
		return func(ctx context.Context, dst []byte, v *games.Variant, position games.Position) ([]byte, error) {
			value, err := valuer.Value(ctx, v, position)
			switch {
			case err != nil:
				return dst, err
			case valuer.Syntax != nil && value.Written == "":
				return dst, errors.New("no canonical form is known: `nimatron value` without --cgsuite and --lean prints what is")
			case valuer.Syntax != nil:
				return append(dst, value.Written...), nil
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
