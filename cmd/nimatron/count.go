package main

import (
	"bufio"
	"context"
	"fmt"
	"math/big"

	"nimatron/games/catalog"
	"nimatron/games/endnim"
	"nimatron/internal/jsonline"
	"nimatron/solver"
	"nimatron/solver/rows"
	"nimatron/solver/theory"
)

type countCommand struct {
	Variant string `arg:"" help:"The game, such as end-nim."`
	Piles   int    `arg:"" name:"k" help:"How many piles a row has."`
	Largest string `arg:"" name:"n" help:"The largest pile. The three games of End-Nim have a formula, for numbers of a thousand digits; in others rows are counted one by one."`
	BFile   bool   `name:"bfile" xor:"form" help:"Print lines \"n count\" for 1 to N, the b-file of the OEIS."`
	formFlags
}

// Bounds on counting by the formula: binary digits of a number (a thousand decimal ones), and lines
// of a b-file.
const maxCountBits, maxBFile = 3_322, 10_000

const byTable theory.Method = "table"

func (c *countCommand) Run(ctx context.Context, p *program) error {
	v, err := catalog.Standard.Find(c.Variant)
	if err != nil {
		return err
	}
	n, ok := new(big.Int).SetString(c.Largest, 10)
	if !ok || n.Sign() < 1 || c.Piles < 1 {
		return &usageError{"K and N must be whole numbers, 1 or more, as in: nimatron count end-nim 4 10"}
	}
	method, count := byTable, func(n *big.Int) *big.Int { return rows.CountLost(v, c.Piles, n) }
	switch {
	case v.Family == endnim.Family:
		method = theory.ByTheorem
		if c.Piles > maxCountBits/n.BitLen() || c.BFile && n.Cmp(big.NewInt(maxBFile)) > 0 {
			return fmt.Errorf("that is too much to print: the limits are 1000 digits per number and %d lines per b-file", maxBFile)
		}
	case solver.FamilyOf(v).Theorem == nil:
		return fmt.Errorf("%s has no rows to count: choose a game on piles or rows, such as end-nim", v.ID)
	case !n.IsInt64() || n.Int64() > solver.MaxCounted:
		return fmt.Errorf("in %s rows are counted one by one, %d at most; end-nim, end-nim/misere and end-nim/loop have a formula", v.ID, solver.MaxCounted)
	default:
		progress := newProgress(p.stderr)
		counts, err := new(solver.Solver).CountLost(ctx, v, c.Piles, int(n.Int64()), progress.show)
		progress.clear()
		if err != nil {
			return interrupted(ctx, err)
		}
		count = func(n *big.Int) *big.Int { return new(big.Int).SetUint64(counts[n.Int64()-1]) }
	}
	out := bufio.NewWriter(p.stdout)
	switch {
	case c.BFile:
		for i, one := big.NewInt(1), big.NewInt(1); i.Cmp(n) <= 0; i.Add(i, one) {
			fmt.Fprintln(out, i, count(i))
		}
	case c.JSON:
		fmt.Fprintf(out, `{"variant":"%s","piles":%d,"largest":%s,"count":%s,"method":"%s"}`+"\n", v.ID, c.Piles,
			jsonline.Digits(nil, n.String()), jsonline.Digits(nil, count(n).String()), method)
	case c.CSV:
		fmt.Fprintf(out, "variant,piles,largest,count,method\n%s,%d,%d,%d,%s\n", v.ID, c.Piles, n, count(n), method)
	default:
		how := "by the theorem"
		if method == byTable {
			how = "counted one by one"
		}
		fmt.Fprintf(out, "%s: of the %d^%d rows of piles of 1 to %d, %d are %s, %s.\n", v.Name, n, c.Piles, n, count(n), theory.PreviousWins, how)
	}
	return out.Flush()
}
