package depotnim_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/depotnim/bruteforce"
	"nimatron/games/gamestest"
	"nimatron/internal/must"
)

// all are the variants of the package.
var all = []*games.Variant{
	depotnim.Tree, depotnim.TreeMisere, depotnim.Depot, depotnim.DepotMisere,
	depotnim.Forklift, depotnim.ForkliftMisere, depotnim.Coloured,
}

// parse parses a valid position.
func parse(t testing.TB, v *games.Variant, text string, first games.Side) *depotnim.Position {
	t.Helper()
	p, err := v.Parse(text, first)
	if err != nil {
		t.Fatalf("%s: Parse(%q): %v", v.ID, text, err)
	}
	return p.(*depotnim.Position)
}

// moves returns the moves of p, sorted.
func moves(p games.Position) []string {
	var texts []string
	for step := range p.Options() {
		texts = append(texts, step.Move.String())
	}
	slices.Sort(texts)
	return texts
}

// TestPlayoutsAgreeWithTheRules plays random games and compares the legal moves at every step with
// the brute force.
func TestPlayoutsAgreeWithTheRules(t *testing.T) {
	sides := map[games.Side]bruteforce.Side{games.Left: bruteforce.Left, games.Right: bruteforce.Right}
	for _, v := range all {
		for seed := range uint64(100) {
			r := rand.New(rand.NewPCG(seed, 7))
			start := v.Generate(r, games.Medium)
			first := games.Side(r.IntN(2))
			game := bruteforce.Read(v.ID, start)
			var p games.Position = parse(t, v, start, first)
			var played []string
			for {
				_, want, err := game.Play(sides[first], played...)
				if err != nil {
					t.Fatal(err)
				}
				if got := moves(p); !slices.Equal(got, want) {
					t.Fatalf("%s %s after %q: the moves are %q, want %q", v.ID, start, played, got, want)
				}
				// So does the position read back from its notation.
				again := bruteforce.Read(v.ID, p.String())
				if got := again.Moves(sides[p.Turn().Owner]); !slices.Equal(got, want) {
					t.Fatalf("%s: from %s the moves are %q, want %q as after %q from %s", v.ID, p, got, want, played, start)
				}
				if len(want) == 0 {
					break
				}
				step := must.Get(gamestest.Play(p, want[r.IntN(len(want))]))(t)
				p, played = step.Position, append(played, step.Move.String())
			}
		}
	}
}

func TestPlay(t *testing.T) {
	for _, test := range []struct {
		variant                          *games.Variant
		mover                            games.Side
		position, move, canonical, after string
	}{
		{depotnim.Tree, games.Left, "3(2 5(1 1))", "b-1", "b-1", "3(1 5(1 1))"},
		{depotnim.Tree, games.Left, "3(2 5(1 1))", "B all", "b-2", "a=3(c=5(d=1 e=1))"},
		{depotnim.Tree, games.Left, "3(5(1 1))", "a-3", "a-3", "b=5(c=1 d=1)"},
		{depotnim.Tree, games.Left, "3(5(1 1))", "take 1 from D", "d-1", "3(5(1))"},
		{depotnim.Tree, games.Left, "3", "a 3", "a-3", "0"},
		{depotnim.Tree, games.Left, "1(1 1 1 1 1 1 1 1 1 1 4)", "l3", "l-3", "1(1 1 1 1 1 1 1 1 1 1 1)"},
		{depotnim.Depot, games.Left, "a=3 b=2 c=4; *-a a-b b-c", "a-3", "a-3", "a=0 b=2 c=4; *-a a-b b-c"},
		{depotnim.Depot, games.Left, "a=0 b=2 c=4; *-a a-b b-c", "b all", "b-2", "a=0 b=0 c=4; *-a a-b b-c"},
		{depotnim.Depot, games.Left, "a=0 c=4; *-a a-c", "c-4", "c-4", "0"},
		{depotnim.Depot, games.Left, "a=3 b=0; a-b", "a-1", "a-1", "a=2 b=0; a-b"},
		{depotnim.Depot, games.Left, "all=3 Left=2; *-all *-Left", "all-2", "all-2", "all=1 Left=2; *-all *-Left"},
		{depotnim.Depot, games.Left, "all=3 Left=2; *-all *-Left", "take 1 from left", "Left-1", "all=3 Left=1; *-all *-Left"},
		{depotnim.Depot, games.Left, "r2=3; *-r2", "r2 2", "r2-2", "r2=1; *-r2"},
		{depotnim.Depot, games.Left, "1=3 2=1; *-1 1-2", "1-2", "1-2", "1=1 2=1; *-1 1-2"},
		{depotnim.Forklift, games.Left, "3 1 2 / 4 . 6", "b1 all", "B1-1", "3 . 2 / 4 . 6"},
		{depotnim.Forklift, games.Left, "3,1,2/4,.,6", "C2-1", "C2-1", "3 1 2 / 4 . 5"},
		{depotnim.Forklift, games.Left, "1 1 1 / 1 9 . / 1 1 1", "B2-9", "B2-9", "1 1 1 / 1 . . / 1 1 1"},
		{depotnim.Forklift, games.Left, ". / 4 / .", "a2 4", "A2-4", "0"},
		{depotnim.Coloured, games.Left, "a=2 b=1; *<a a-b *>b", "a-2", "a-2", "a=0 b=1; *<a a-b *>b"},
		{depotnim.Coloured, games.Left, "a=0 b=1; *<a a-b *>b", "b-1", "b-1", "0"},
		{depotnim.Coloured, games.Right, "a=2 b=1; *<a a-b *>b", "b-1", "b-1", "a=2 b=0; *<a a-b *>b"},
	} {
		t.Run(test.variant.ID+" "+test.position+" "+test.move, func(t *testing.T) {
			step, err := gamestest.Play(parse(t, test.variant, test.position, test.mover), test.move)
			if err != nil || step.Move.String() != test.canonical || step.Position.String() != test.after {
				t.Fatalf("got %+v, %v; want %s to %s", step, err, test.canonical, test.after)
			}
			if got, want := step.Position.Turn().Owner, test.mover.Other(); got != want {
				t.Errorf("the turn after it is %s's", got)
			}
		})
	}
}

func TestPlayRefuses(t *testing.T) {
	for _, test := range []struct {
		variant        *games.Variant
		mover          games.Side
		position, move string
		says           string
	}{
		{depotnim.Tree, games.Left, "3(2 5(1 1))", "a-1", "stack a is not at the end of a branch. Take from a stack with at most 1 neighbour, such as `b-1` or `e-1`"},
		{depotnim.Tree, games.Left, "3(2 5(1 1))", "b-3", "stack b has 2 counters: take 1 to 2, such as `b-2`"},
		{depotnim.Tree, games.Left, "3(2 5(1 1))", "f-1", "there is no stack `f`. Take from a stack with at most 1 neighbour, such as `b-1` or `e-1`"},
		{depotnim.Tree, games.Left, "3(2 5(1 1))", "b", "write the stack and how many to take, such as `b-1` or `e-1`"},
		{depotnim.Tree, games.Left, "3(2 5(1 1))", "L=1+1", "write the stack"},
		{depotnim.Tree, games.Left, "0", "a-1", "the game is over"},
		{depotnim.Depot, games.Left, "a=3 b=2; *-a a-b", "b-1", "stack b is walled in. Take from a stack next to the depot or to an empty stack, such as `a-1`"},
		{depotnim.Depot, games.Left, "a=0 b=2; *-a a-b", "a-1", "stack a is empty. Take from a stack next to the depot or to an empty stack, such as `b-1`"},
		{depotnim.Depot, games.Left, "a=3 b=2; *-a a-b", "*-1", "is not a move here"},
		{depotnim.Depot, games.Left, "a=3 b=2; *-a a-b", "a-01", "is not a move here: write the stack and how many to take, such as `a-1`"},
		{depotnim.Forklift, games.Left, "1 1 1 / 1 1 1 / 1 1 1", "B2-1", "B2 is walled in. Take from a stack on the rim or next to an empty cell, such as `A1-1` or `C3-1`"},
		{depotnim.Forklift, games.Left, "3 1", "A1-4", "A1 has 3 boxes: take 1 to 3, such as `A1-3`"},
		{depotnim.Forklift, games.Left, "1 1 1 / 1 1 1 / 1 1 1", "D1-1", "there is no cell `d1`. Take from a stack on the rim or next to an empty cell"},
		{depotnim.Forklift, games.Left, "1 1 1 / 1 1 1 / 1 1 1", "L3", "there is no cell `l`"},
		{depotnim.Coloured, games.Left, "a=2 b=1; *<a a-b *>b", "b-1", "stack b is out of reach. Left's truck takes blue and green roads through empty places. Take from a stack that it reaches, such as `a-1`"},
		{depotnim.Coloured, games.Right, "a=2 b=1; *<a a-b *>b", "a-1", "Right's truck takes red and green roads"},
		{depotnim.Coloured, games.Left, "a=2; *>a", "a-1", "the player to move can't reach a stack"},
	} {
		t.Run(test.variant.ID+" "+test.position+" "+test.move, func(t *testing.T) {
			step, err := gamestest.Play(parse(t, test.variant, test.position, test.mover), test.move)
			var illegal *games.IllegalMove
			if !errors.As(err, &illegal) || step.Position != nil {
				t.Fatalf("got %+v, %v", step, err)
			}
			if !strings.Contains(illegal.Error(), test.says) {
				t.Errorf("the reason is %q, without %q", illegal.Error(), test.says)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	many := strings.TrimSpace(strings.Repeat("1 ", depotnim.MaxVertices+1))
	for _, test := range []struct {
		variant        *games.Variant
		position, says string
	}{
		{depotnim.Tree, "03(2)", "stack a has leading zeros: write `3`"},
		{depotnim.Tree, "3(2 00)", "stack c has leading zeros: write `0`"},
		{depotnim.Tree, "3(,2)", "has a comma too many"},
		{depotnim.Tree, "3,(2)", "has a comma too many"},
		{depotnim.Tree, ",3(2)", "has a comma too many: put one comma or a space between parts, such as `2(1 3(2 1))`"},
		{depotnim.Depot, "a=03; *-a", "stack a has leading zeros: write `3`"},
		{depotnim.Depot, "a=3,, b=1; *-a a-b", "has a comma too many"},
		{depotnim.Depot, "a=3,; *-a", "has a comma too many"},
		{depotnim.Forklift, "3 01", "cell B1 has leading zeros: write `1`"},
		{depotnim.Forklift, "3, 1, / 1 1", "has a comma too many"},
		{depotnim.Tree, "3 5", "is not one tree"},
		{depotnim.Tree, "3(2)(1)", "has a parenthesis without a label before it"},
		{depotnim.Tree, "(3)", "has a parenthesis without a label before it"},
		{depotnim.Tree, "3()", "has a parenthesis without children"},
		{depotnim.Tree, "3(2))", "has a parenthesis without children"},
		{depotnim.Tree, "3(2", "leaves a parenthesis open"},
		{depotnim.Tree, "3(0)", "stack b is 0: leave empty stacks out of a tree"},
		{depotnim.Tree, "3(1000000000000000001)", "stack b is too large: a stack holds at most 10^18"},
		{depotnim.Tree, "a=3; *-a", "is not a tree"},
		{depotnim.Tree, "1(" + many + ")", "at most 400 places"},
		{depotnim.Depot, "a=3 b=2", "one `;` and the edges"},
		{depotnim.Depot, "a=3; *-a; *-a", "one `;` and the edges"},
		{depotnim.Depot, "a=3; *-b", "the edge `*-b` names `b`, which is not a stack"},
		{depotnim.Depot, "a=3 b=1; *-a a-b b-a", "the edge `b-a` appears twice"},
		{depotnim.Depot, "a=3; *-a a-a", "joins a place to itself"},
		{depotnim.Depot, "a=3 A=2; *-a *-A", "there are two stacks `A`"},
		{depotnim.Depot, "a=3 b=2; *-a", "stack `b` can never be reached: join it to the depot"},
		{depotnim.Depot, "a=3 b; *-a", "`b` is not a stack"},
		{depotnim.Depot, "a=x; *-a", "`x` is not a number: stack a"},
		{depotnim.Depot, "*=3 a=1; *-a", "the depot `*` has no counters"},
		{depotnim.Depot, "a=3; *<a", "has a colour, but here both players use all edges"},
		{depotnim.Depot, "a=3; a", "`a` is not an edge"},
		{depotnim.Depot, "; *-a", "has no stacks"},
		{depotnim.Depot, "a-b=3; *-a", "is not a stack"},
		{depotnim.Coloured, "a=3 b=2 c=1; *<a a>b b<c", "stack `b` can never be reached"},
		{depotnim.Coloured, "a=3 b=2; *<a a-b a>b", "the edge `a>b` appears twice"},
		{depotnim.Forklift, "3 1 / 4", "row 2 has 1 cell and row 1 has 2, but all rows have the same length"},
		{depotnim.Forklift, "3 1 / / 4 1", "row 2 of the grid is empty"},
		{depotnim.Forklift, "3 0 / 4 1", "cell B1 is 0: write an empty cell as `.`"},
		{depotnim.Forklift, "3 x", "`x` is not a number: cell B1 holds"},
		{depotnim.Forklift, many, "at most 400 places"},
		{depotnim.Forklift, "", "write a position, such as `2 2 . / 1 3 1 / . 1 .`"},
	} {
		p, err := test.variant.Parse(test.position, games.Left)
		var bad *games.BadPosition
		if !errors.As(err, &bad) {
			t.Errorf("%s: Parse(%.60q) = %v, %v", test.variant.ID, test.position, p, err)
		} else if !strings.Contains(bad.Error(), test.says) {
			t.Errorf("%s: Parse(%.60q): the reason is %q, without %q", test.variant.ID, test.position, bad.Error(), test.says)
		}
	}
}

// TestLargeBoards checks boards of the largest size, with names beyond z and Z.
func TestLargeBoards(t *testing.T) {
	for _, test := range []struct {
		variant        *games.Variant
		position, last string
	}{
		{depotnim.Tree, "1(" + strings.Repeat("1 ", depotnim.MaxVertices-2) + "1)", "oj-1"},
		{depotnim.Tree, strings.Repeat("1(", depotnim.MaxVertices-1) + "1" + strings.Repeat(")", depotnim.MaxVertices-1), "oj-1"},
		{depotnim.Forklift, strings.Repeat("1 ", depotnim.MaxVertices-1) + "1", "OJ1-1"},
		{depotnim.Forklift, strings.Repeat("1 / ", depotnim.MaxVertices-1) + "1", "A400-1"},
	} {
		p := parse(t, test.variant, test.position, games.Left)
		if p.String() != test.position {
			t.Errorf("%.60s… prints as %.60s…", test.position, p)
		}
		if _, err := gamestest.Play(p, test.last); err != nil {
			t.Errorf("%s %.60s…: %v", test.variant.ID, test.position, err)
		}
	}
}

func TestShapes(t *testing.T) {
	for _, test := range []struct {
		variant  *games.Variant
		position string
		mover    games.Side
		want     games.Shape
	}{
		{depotnim.Tree, "3(2)", games.Left, games.Graph{
			Vertices: []games.Vertex{{Name: "a", Counters: 3, Open: true}, {Name: "b", Counters: 2, Open: true}},
			Edges:    []games.Edge{{From: 0, To: 1}},
		}},
		{depotnim.Coloured, "a=2 b=1; *<a a-b *>b", games.Right, games.Graph{
			Vertices: []games.Vertex{{Name: "a", Counters: 2}, {Name: "b", Counters: 1, Open: true}, {Name: "*", Depot: true}},
			Edges:    []games.Edge{{From: 2, To: 0, Colour: games.Blue}, {From: 0, To: 1, Colour: games.Green}, {From: 2, To: 1, Colour: games.Red}},
		}},
		{depotnim.Forklift, "3 .", games.Left, games.Grid{
			Columns: 2, Cells: []games.Vertex{{Name: "A1", Counters: 3, Open: true}, {Name: "B1"}},
		}},
	} {
		got := parse(t, test.variant, test.position, test.mover).Shape()
		if !equalShapes(got, test.want) {
			t.Errorf("%s: the shape is %+v, want %+v", test.position, got, test.want)
		}
	}
	// A deleted vertex of a tree is not drawn.
	step, err := gamestest.Play(parse(t, depotnim.Tree, "3(2 1)", games.Left), "b-2")
	want := games.Graph{
		Vertices: []games.Vertex{{Name: "a", Counters: 3, Open: true}, {Name: "c", Counters: 1, Open: true}},
		Edges:    []games.Edge{{From: 0, To: 1}},
	}
	if err != nil || !equalShapes(step.Position.Shape(), want) {
		t.Errorf("after b-2 the shape is %+v, %v; want %+v", step.Position.Shape(), err, want)
	}
}

func equalShapes(a, b games.Shape) bool {
	switch a := a.(type) {
	case games.Graph:
		b, ok := b.(games.Graph)
		return ok && slices.Equal(a.Vertices, b.Vertices) && slices.Equal(a.Edges, b.Edges)
	case games.Grid:
		b, ok := b.(games.Grid)
		return ok && a.Columns == b.Columns && slices.Equal(a.Cells, b.Cells)
	}
	return false
}
