package main

import (
	"cmp"
	"context"
	"io"
	"time"

	"nimatron/games"
	"nimatron/internal/certcheck"
	"nimatron/solver"
	"nimatron/solver/depots"
	"nimatron/solver/explain"
)

type proveCommand struct {
	Time     time.Duration `placeholder:"10m" help:"How long to search at most for the proof of a tree, a graph or a yard: 10s if you leave it out. With -, how long for each line."`
	Variant  string        `arg:"" help:"The game, such as end-nim, or - to read lines VARIANT<TAB>POSITION from standard input."`
	Position []string      `arg:"" optional:"" help:"The position, such as 3 5 2."`
}

// Run implements the command.
func (c *proveCommand) Run(ctx context.Context, p *program) error {
	if c.Time < 0 {
		return &usageError{"-time is how long to search, such as 10m: it can't be negative"}
	}
	if err := checkPosition(c.Variant, c.Position, "prove end-nim 3 5 2"); err != nil {
		return err
	}
	if c.Variant == "-" {
		return proveLines(ctx, p.stdin, p.stdout, c.Time)
	}
	v, position, err := readPosition(c.Variant, c.Position, games.Left)
	if err != nil {
		return err
	}
	limit := cmp.Or(c.Time, defaultTime)
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	s := new(solver.Solver)
	if isTerminal(p.stderr) {
		table := depots.NewTable(depots.DefaultTableBytes)
		s = solver.WithTable(table)
		defer showSearch(p.stderr, table, limit)()
	}
	line, err := explain.AppendCertificate(limited, nil, s, v, position)
	if err != nil {
		return interrupted(ctx, err)
	}
	_, err = p.stdout.Write(append(line, '\n'))
	return err
}

// proveLines answers each line "VARIANT<TAB>POSITION" of in with a certificate, or {"error":"…"}.
// limit bounds the search of each line; 0 means some million positions.
func proveLines(ctx context.Context, in io.Reader, out io.Writer, limit time.Duration) error {
	return answerLines(ctx, in, out, answering{
		start: eachPosition(limit, func() positionAnswer {
			return func(ctx context.Context, dst []byte, v *games.Variant, p games.Position) ([]byte, error) {
				return explain.AppendCertificate(ctx, dst, new(solver.Solver), v, p)
			}
		}),
		refuse: appendError, failed: "could not be proved",
	})
}

type verifyCommand struct {
	From string `arg:"" enum:"-" help:"-: the certificates are read from standard input, one a line."`
}

// Run implements the command.
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
