package explain_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/endnim"
	"nimatron/games/nim"
	"nimatron/games/splitnim"
	"nimatron/internal/golden"
	"nimatron/solver"
	"nimatron/solver/theory"
)

func TestText(t *testing.T) {
	for name, c := range map[string]struct {
		v        *games.Variant
		position string
	}{
		"nim":              {nim.Normal, "3 5 2"},
		"move-reverse-nim": {nim.MoveReverse, "3 [5] 2"},
		"pile-reverse-nim": {nim.PileReverse, "1 3"},
		"end-nim":          {endnim.Normal, "2 1 3 3"},
		"partizan-end-nim": {endnim.Partizan, "1000 1 1 2"},
		"split-nim-0":      {splitnim.Of(0), "3 1 2"},
		"over":             {endnim.Loop, "7"},
		"searched":         {unknown(nim.TotalReverse), "2 1"},
		"many":             {nim.Misere, strings.TrimSpace(strings.Repeat("1 ", 24))},
	} {
		a := analyze(t, new(solver.Solver), c.v, c.position)
		golden.Equal(t, "text/"+name+".txt", explain.Text(a, "first line of a drawing\nsecond line"))
	}
	out := analyze(t, &solver.Solver{Nodes: 3}, unknown(nim.Normal), "9 9")
	golden.Equal(t, "text/out-of-budget.txt", explain.Text(out, "drawing"))
}

// Only the list that was cut off says that there is more.
func TestTextOfListsCutOff(t *testing.T) {
	p, err := endnim.Partizan.Parse("3 5", games.Left)
	if err != nil {
		t.Fatal(err)
	}
	one := []games.Move{{Kind: games.Take, Where: "L", Count: 1}}
	a := &solver.Analysis{Variant: endnim.Partizan, Position: p, Exact: true, Outcome: theory.NextWins,
		Left: solver.Moves{List: one, Complete: true}, Right: solver.Moves{List: one}}
	text := explain.Text(a, "")
	if !strings.Contains(text, "Left wins by:   L-1\n") || !strings.Contains(text, "Right wins by:  L-1 and more\n") {
		t.Error(text)
	}
	if line := string(explain.AppendJSON(nil, a)); !strings.Contains(line, `"winning_complete":false`) {
		t.Error(line)
	}
}

func TestVerdicts(t *testing.T) {
	var got strings.Builder
	for _, v := range catalog.Standard.All() {
		for _, position := range []string{"1", "2", "1 2", "2 2", "1 [2]"} {
			if _, err := v.Parse(position, games.Left); err == nil {
				fmt.Fprintf(&got, "%-26s %-6s %s\n", v.ID, position, explain.Verdict(analyze(t, new(solver.Solver), v, position)))
			}
		}
	}
	golden.Equal(t, "verdicts.txt", got.String())
}

func TestTables(t *testing.T) {
	for name, c := range map[string]struct {
		v       *games.Variant
		pattern string
	}{
		"one-blank": {nim.Normal, "3 _"},
		"plane":     {endnim.Normal, "_ 4 _"},
		"values":    {splitnim.Of(2), "_ _"},
		"outcomes":  {endnim.Partizan, "_ 2 _"},
		"unvalued":  {nim.Misere, "_, 1 1"},
	} {
		table, err := new(solver.Solver).Table(t.Context(), c.v, c.pattern, 11, nil)
		if err != nil {
			t.Fatal(err)
		}
		golden.Equal(t, "table/"+name+".txt", explain.TableText(table))
		golden.Equal(t, "table/"+name+".csv", string(explain.AppendTableCSV(nil, table)))
	}
}

// Names of places that are no plain text are escaped like any other.
func TestJSONOfOddMoves(t *testing.T) {
	p, err := nim.Normal.Parse("1", games.Left)
	if err != nil {
		t.Fatal(err)
	}
	a := &solver.Analysis{Variant: nim.Normal, Position: p, Winning: solver.Moves{List: []games.Move{
		{Kind: games.Take, Where: "a\"b", Count: 2},
		{Kind: games.Other, Text: "x\\y"},
		{Kind: games.Nominate, Where: "ü"},
		{Kind: games.Split, Where: "2", Parts: [2]uint64{3, 4}},
	}}}
	const want = `"winning":["a\"b-2","x\\y","ü","2=3+4"]`
	if line := string(explain.AppendJSON(nil, a)); !strings.Contains(line, want) {
		t.Errorf("%s does not contain %s", line, want)
	}
}

func ExampleAppendJSON() {
	p, err := endnim.Loop.Parse("3 5", games.Left)
	if err != nil {
		fmt.Println(err)
		return
	}
	a, err := new(solver.Solver).Analyze(context.Background(), endnim.Loop, p)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s\n", explain.AppendJSON(nil, a))
	// Output: {"variant":"end-nim/loop","position":"3 5","outcome":"N","grundy":7,"winning":["L-3","R-5"],"winning_complete":true,"exact":true,"method":"theorem","why":"You can win: `L-3` takes the left pile whole, which leaves a single one.","reason":{"claim":"win","move":"L-3","rule":"whole pile"}}
}
