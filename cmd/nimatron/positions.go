package main

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"time"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/jsonline"
	"nimatron/solver"
	"nimatron/solver/explain"
)

// searchFlag says how much to search. It bounds the work, not the time, so that each machine proves
// the same.
type searchFlag struct {
	Time time.Duration `placeholder:"10m" help:"How much to search if no theorem is known: as many positions as a quiet machine looks at in that time (default: 2s). With -, for each line."`
}

func (f *searchFlag) solver() (*solver.Solver, error) {
	if f.Time < 0 {
		return nil, &usageError{"--time is how much to search, such as 10m: it can't be negative"}
	}
	positions := f.positions()
	if f.Time == 0 {
		positions = 0
	}
	return &solver.Solver{Nodes: int(positions), BoardNodes: positions}, nil
}

func (f *searchFlag) positions() uint64 {
	const second = solver.VerdictWork / 2
	if f.Time == 0 {
		return solver.VerdictWork
	}
	return uint64(f.Time.Seconds() * second)
}

type formFlags struct {
	JSON bool `name:"json" xor:"form" help:"Print one JSON object on one line."`
	CSV  bool `name:"csv" xor:"form" help:"Print comma-separated values under a line with their names."`
}

type positionArgs struct {
	Variant  string   `arg:"" help:"The game, such as end-nim, or - to read lines VARIANT<TAB>POSITION from standard input, with --json or --csv if there are such flags."`
	Position []string `arg:"" optional:"" help:"The position, such as 3 5 2."`
}

type positionAnswer func(ctx context.Context, dst []byte, v *games.Variant, p games.Position) ([]byte, error)

type positionAnswers struct {
	name   string
	header string // of comma-separated values, without a line end
	start  func() positionAnswer
	failed string
	*formFlags
}

func (c *positionArgs) answer(ctx context.Context, p *program, how positionAnswers) error {
	list := c.Variant == "-"
	switch {
	case list && how.formFlags != nil && !how.JSON && !how.CSV:
		return &usageError{"lines are only read with --json or --csv: nimatron " + how.name + " --json -"}
	case list && len(c.Position) > 0:
		return &usageError{"no position can follow -: the positions are read from standard input"}
	case !list && len(c.Position) == 0:
		return &usageError{"give a position, as in: nimatron " + how.name + " end-nim 3 5 2"}
	}
	var header []byte
	refuse := appendError
	if how.header != "" {
		header = append([]byte(how.header), '\n')
		refuse = func(dst []byte, err error) []byte { return explain.AppendCSVError(dst, how.header, oneLine(err)) }
	}
	if list {
		return answerLines(ctx, p.stdin, p.stdout, answering{header: header, start: how.eachLine, refuse: refuse, failed: how.failed})
	}
	v, position, err := readPosition(c.Variant, c.Position, games.Left)
	if err != nil {
		return err
	}
	text, err := how.start()(ctx, header, v, position)
	if err != nil {
		return interrupted(ctx, err)
	}
	_, err = p.stdout.Write(append(bytes.TrimSuffix(text, []byte{'\n'}), '\n'))
	return err
}

func (how *positionAnswers) eachLine() answer {
	var v *games.Variant // the previous line's: lists tend to stay with one
	answer := how.start()
	return func(ctx context.Context, dst []byte, line string) ([]byte, error) {
		id, text, found := strings.Cut(line, "\t")
		if !found {
			return dst, errors.New("a line is VARIANT<TAB>POSITION, such as end-nim, a tab and 3 5 2")
		}
		if v == nil || id != v.ID {
			next, err := catalog.Standard.Find(id)
			if err != nil {
				return dst, err
			}
			v = next
		}
		p, err := v.Parse(text, games.Left)
		if err != nil {
			return dst, err
		}
		return answer(ctx, dst, v, p)
	}
}

func readPosition(id string, words []string, first games.Side) (*games.Variant, games.Position, error) {
	v, err := catalog.Standard.Find(id)
	if err != nil {
		return nil, nil, err
	}
	p, err := v.Parse(strings.Join(words, " "), first)
	return v, p, err
}

func appendError(dst []byte, err error) []byte {
	return jsonline.Value(dst, struct {
		Error string `json:"error"`
	}{oneLine(err)})
}
