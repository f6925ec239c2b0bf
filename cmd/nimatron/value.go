package main

import (
	"context"
	"io"

	"nimatron/games"
	"nimatron/picture"
	"nimatron/solver"
	"nimatron/solver/explain"
)

type valueCommand struct {
	formFlags
	Variant  string   `arg:"" help:"The game, such as partizan-end-nim; with --json or --csv also -, to read lines VARIANT<TAB>POSITION from standard input."`
	Position []string `arg:"" optional:"" help:"The position, such as 1 1 2."`
}

// Run implements the command.
func (c *valueCommand) Run(ctx context.Context, p *program) error {
	if c.Variant == "-" && !c.JSON && !c.CSV {
		return &usageError{"lines are only read with --json or --csv: nimatron value --csv -"}
	}
	if err := checkPosition(c.Variant, c.Position, "value partizan-end-nim 1 1 2"); err != nil {
		return err
	}
	if c.CSV {
		if _, err := io.WriteString(p.stdout, explain.ValueCSVHeader+"\n"); err != nil {
			return err
		}
	}
	if c.Variant == "-" {
		return c.lines(ctx, p)
	}
	v, position, err := readPosition(c.Variant, c.Position, games.Left)
	if err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, defaultTime)
	defer cancel()
	value, err := new(solver.Solver).NewValuer(solver.ValueBytes).Value(limited, v, position)
	if err != nil {
		return interrupted(ctx, err)
	}
	text := []byte(explain.ValueText(value, picture.Text(position.Shape())))
	if c.JSON || c.CSV {
		text = append(c.form(nil, value), '\n')
	}
	_, err = p.stdout.Write(text)
	return err
}

// form appends a value in the requested form, without a line break.
func (c *valueCommand) form(dst []byte, v *solver.Value) []byte {
	if c.CSV {
		return explain.AppendValueCSV(dst, v)
	}
	return explain.AppendValueJSON(dst, v)
}

func (c *valueCommand) lines(ctx context.Context, p *program) error {
	refuse := appendError
	if c.CSV {
		refuse = func(dst []byte, err error) []byte {
			return explain.AppendCSVError(dst, explain.ValueCSVHeader, oneLine(err))
		}
	}
	return answerLines(ctx, p.stdin, p.stdout, answering{
		start: eachPosition(0, func() positionAnswer {
			valuer := new(solver.Solver).NewValuer(solver.ValueBytes)
			return func(ctx context.Context, dst []byte, v *games.Variant, p games.Position) ([]byte, error) {
				value, err := valuer.Value(ctx, v, p)
				if err != nil {
					return dst, err
				}
				return c.form(dst, value), nil
			}
		}),
		refuse: refuse, failed: "could not be worked out",
	})
}
