package main

import (
	"context"
	"io"
	"strings"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/picture"
	"nimatron/report"
	"nimatron/solver"
)

// analyzeCommand says who wins a position, or all positions of a list.
type analyzeCommand struct {
	JSON     bool     `name:"json" help:"Print one JSON object on one line."`
	Variant  string   `arg:"" help:"The game, such as end-nim; with --json also -, to read lines VARIANT<TAB>POSITION from standard input."`
	Position []string `arg:"" optional:"" help:"The position, such as 3 5 2."`
}

// Run analyzes what the command line names.
func (c *analyzeCommand) Run(ctx context.Context, p *program) error {
	switch {
	case c.Variant == "-" && !c.JSON:
		return &usageError{"lines are only read with --json: nimatron analyze --json -"}
	case c.Variant == "-" && len(c.Position) > 0:
		return &usageError{"no position can follow -: the positions are read from standard input"}
	case c.Variant == "-":
		return analyzeLines(ctx, p.stdin, p.stdout)
	case len(c.Position) == 0:
		return &usageError{"a position is missing, such as in: nimatron analyze end-nim 3 5 2"}
	}
	v, err := catalog.Standard.Find(c.Variant)
	if err != nil {
		return err
	}
	position, err := v.Parse(strings.Join(c.Position, " "), games.Left)
	if err != nil {
		return err
	}
	a, err := new(solver.Solver).Analyze(ctx, v, position)
	if err != nil {
		return err
	}
	if c.JSON {
		_, err = p.stdout.Write(append(report.AppendJSON(nil, a), '\n'))
		return err
	}
	_, err = io.WriteString(p.stdout, report.Text(a, picture.Text(position.Shape())))
	return err
}
