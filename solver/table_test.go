package solver

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/endnim"
	"nimatron/games/nim"
	"nimatron/games/splitnim"
	"nimatron/internal/must"
)

// Every cell of a table equals the analysis of its position.
func TestTablesAgreeWithAnalyses(t *testing.T) {
	const size = 4
	for _, v := range catalog.Standard.All() {
		for _, pattern := range []string{"_", "_ 2", "2 _ 1", "_ _", "_ 2 _", "_, 1, _, 2", "2(_ _)", "a=_ b=_; *-a a-b",
			"a=_ b=2; *<a *>b a-b", "1 _ / 2 _", "nim _ 3 + end-nim 1 _", "partizan-end-nim _ 2 + nim 1"} {
			if _, err := v.Parse(strings.ReplaceAll(pattern, "_", "1"), games.Left); err != nil {
				continue // boards of another game
			}
			table, err := new(Solver).Table(t.Context(), v, pattern, size, nil)
			if err != nil {
				t.Fatalf("%s %s: %v", v.ID, pattern, err)
			}
			allKnown := true
			for i := range size * table.Columns() {
				a, b := i/table.Columns()+1, i%table.Columns()+1
				position := strings.Replace(strings.Replace(pattern, "_", fmt.Sprint(a), 1), "_", fmt.Sprint(b), 1)
				want := must.Get(new(Solver).Analyze(t.Context(), v, parse(t, v, position)))(t)
				allKnown = allKnown && want.GrundyKnown
				if table.Values != nil && table.Values[i] != want.Grundy || table.Outcomes != nil && table.Outcomes[i] != want.Outcome {
					t.Errorf("%s %s: the cell of %d and %d does not fit %s", v.ID, pattern, a, b, want.Outcome)
				}
			}
			if (table.Values != nil) != allKnown || (table.Outcomes != nil) == allKnown {
				t.Errorf("%s %s: values %v, outcomes %v; all values are known: %v", v.ID, pattern, table.Values, table.Outcomes, allKnown)
			}
			if table.Blanks != strings.Count(pattern, "_") {
				t.Errorf("%s: %d blanks", pattern, table.Blanks)
			}
		}
	}
}

func TestTableErrors(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	bad, position := new(BadTable), new(games.BadPosition)
	for name, c := range map[string]struct {
		ctx     context.Context
		solver  Solver
		v       *games.Variant
		pattern string
		size    int
		is      func(error) bool
	}{
		"no blank":      {v: nim.Normal, pattern: "3 4", size: 5, is: func(err error) bool { return errors.As(err, &bad) }},
		"three blanks":  {v: nim.Normal, pattern: "_ _ _", size: 5, is: func(err error) bool { return errors.As(err, &bad) }},
		"size 0":        {v: nim.Normal, pattern: "_", size: 0, is: func(err error) bool { return errors.As(err, &bad) }},
		"line too long": {v: nim.Normal, pattern: "_", size: MaxTableLine + 1, is: func(err error) bool { return errors.As(err, &bad) }},
		"too large":     {v: endnim.Normal, pattern: "_ _", size: MaxTable + 1, is: func(err error) bool { return errors.As(err, &bad) }},
		"too slow":      {v: splitnim.Of(0), pattern: "_ _", size: 1025, is: func(err error) bool { return errors.As(err, &bad) }},
		"bad rest":      {v: nim.Normal, pattern: "_ x", size: 5, is: func(err error) bool { return errors.As(err, &position) }},
		"out of budget": {v: unknown(nim.Normal), solver: Solver{Nodes: 9}, pattern: "_ 9", size: 5, is: func(err error) bool { return errors.Is(err, ErrBudget) }},
		"cancelled":     {v: nim.Normal, ctx: cancelled, pattern: "_", size: 5, is: func(err error) bool { return errors.Is(err, context.Canceled) }},
	} {
		ctx := c.ctx
		if ctx == nil {
			ctx = t.Context()
		}
		if table, err := c.solver.Table(ctx, c.v, c.pattern, c.size, nil); !c.is(err) {
			t.Errorf("%s: %v, %v", name, table, err)
		}
	}
}

func TestTableTellsProgress(t *testing.T) {
	var seen []int
	progress := func(done, total int) { seen = append(seen, done, total) }
	must.Get(new(Solver).Table(t.Context(), nim.Normal, "3 _", 130, progress))(t)
	if got := fmt.Sprint(seen); got != "[0 130 64 130 128 130]" {
		t.Error(got)
	}
}
