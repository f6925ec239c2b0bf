package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/endnim"
	"nimatron/solver"
	"nimatron/solver/rows"
	"nimatron/solver/theory"
)

type periodCommand struct {
	Variant string   `arg:"" help:"The game: end-nim, end-nim/misere or end-nim/loop."`
	Pattern []string `arg:"" help:"A row with a blank _ at an end, such as \"5 4 _\". The pile at the other end may be several, as in \"1..8 4 _\"."`
	Columns uint64   `short:"n" default:"16777216" help:"How large the pile in the blank grows at most before a state of the row repeats."`
	Prove   bool     `xor:"form" help:"Print certificates, which nimatron verify checks."`
	BFile   bool     `name:"bfile" xor:"form" help:"Print lines \"pile period\", the b-file of the OEIS."`
	formFlags
}

func (c *periodCommand) Run(ctx context.Context, p *program) error {
	v, err := catalog.Standard.Find(c.Variant)
	if err != nil {
		return err
	}
	given, most, err := c.read(v)
	if err != nil {
		return err
	}
	if c.Columns > rows.MaxColumns {
		return &usageError{fmt.Sprintf("-n can be at most %d", rows.MaxColumns)}
	}
	if c.CSV {
		fmt.Fprintln(p.stdout, "variant,pattern,period,from,before,again,columns")
	}
	for ; given[0] <= most; given[0]++ {
		progress := newProgress(p.stderr)
		var columns uint64
		period, err := rows.PeriodOf(ctx, v, given, c.Columns, func(done uint64) {
			columns = done
			progress.count(int(done))
		})
		progress.clear()
		if ctx.Err() != nil {
			return fmt.Errorf("interrupted after %d columns of %s", columns, rows.PeriodPattern(given))
		}
		if errors.Is(err, theory.ErrBudget) {
			return fmt.Errorf("%s takes too long after %d columns: choose a smaller -n, or piles with fewer counters", rows.PeriodPattern(given), columns)
		}
		if err != nil {
			return err
		}
		if err := c.write(p.stdout, v, rows.PeriodPattern(given), period); err != nil {
			return err
		}
	}
	return nil
}

// read parses the given piles, the one far from the blank first, and the largest value of that one.
func (c *periodCommand) read(v *games.Variant) (given []uint64, most uint64, err error) {
	parts := solver.Around(strings.Join(c.Pattern, " "))
	words := strings.Fields(strings.Join(parts, ""))
	if len(parts) != 2 || (parts[0] == "") == (parts[1] == "") || v.Family != endnim.Family {
		return nil, 0, &usageError{`give a row of End-Nim with a blank _ at one end, as in: nimatron period end-nim "5 4 _"`}
	}
	if parts[0] == "" {
		slices.Reverse(words) // a row and its mirror image have the same value
	}
	least, last, several := strings.Cut(words[0], "..")
	words[0] = least
	position, err := v.Parse(strings.Join(words, " "), games.Left)
	if err != nil {
		return nil, 0, err
	}
	given = position.(*endnim.Row).Piles()
	if len(given) < len(words) {
		return nil, 0, &usageError{"a pile must be at least 1"}
	}
	if most = given[0]; several {
		if most, err = strconv.ParseUint(last, 10, 64); err != nil || most < given[0] {
			return nil, 0, &usageError{fmt.Sprintf("%s..%s is not a range of piles, such as 1..8", least, last)}
		}
	}
	return slices.Clone(given), most, nil
}

func (c *periodCommand) write(out io.Writer, v *games.Variant, pattern string, period *rows.Period) (err error) {
	switch {
	case c.Prove && period == nil:
		return fmt.Errorf("there is no certificate for %s: no period shows in the first %d columns", pattern, c.Columns)
	case c.BFile && period == nil:
		return fmt.Errorf("the b-file ends before %s: no period shows in the first %d columns", pattern, c.Columns)
	case c.BFile:
		pile, _, _ := strings.Cut(pattern, " ")
		_, err = fmt.Fprintln(out, pile, period.Least)
	case c.JSON && period == nil:
		_, err = fmt.Fprintf(out, `{"variant":"%s","pattern":"%s","columns":%d}`+"\n", v.ID, pattern, c.Columns)
	case c.CSV && period == nil:
		_, err = fmt.Fprintf(out, "%s,%s,,,,,%d\n", v.ID, pattern, c.Columns)
	case period == nil:
		_, err = fmt.Fprintf(out, "%s: not known, as no period shows in the first %d columns.\n", pattern, c.Columns)
	case c.CSV:
		_, err = fmt.Fprintf(out, "%s,%s,%d,%d,%d,%d,\n", v.ID, pattern, period.Least, period.From, period.Before, period.Again)
	case c.Prove || c.JSON:
		if c.JSON {
			period.Holes = nil
		}
		err = json.NewEncoder(out).Encode(period)
	default:
		_, err = fmt.Fprintf(out, "%s: period %d from b = %d on, proved: the state after b = %d comes again after b = %d.\n", pattern, period.Least, period.From, period.Before, period.Again)
	}
	return err
}
