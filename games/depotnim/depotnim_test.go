package depotnim_test

import (
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
				must.OK(t, err)
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

// TestLargeBoards checks boards of the largest size, with names beyond z and Z.
func TestLargeBoards(t *testing.T) {
	for _, test := range []struct {
		variant              *games.Variant
		position, last, more string
	}{
		{depotnim.Tree, "1(" + strings.Repeat("1 ", depotnim.MaxVertices-2) + "1)", "oj-1", ""},
		{depotnim.Tree, strings.Repeat("1(", depotnim.MaxVertices-1) + "1" + strings.Repeat(")", depotnim.MaxVertices-1), "oj-1", ""},
		{depotnim.Forklift, strings.Repeat("1 ", depotnim.MaxVertices-1) + "1", "OJ1-1", " 1"},
		{depotnim.Forklift, strings.Repeat("1 / ", depotnim.MaxVertices-1) + "1", "A400-1", " / 1"},
	} {
		p := parse(t, test.variant, test.position, games.Left)
		if p.String() != test.position {
			t.Errorf("%.60s… prints as %.60s…", test.position, p)
		}
		if _, err := gamestest.Play(p, test.last); err != nil {
			t.Errorf("%s %.60s…: %v", test.variant.ID, test.position, err)
		}
		more := test.position + test.more
		if test.variant == depotnim.Tree {
			more = "1(" + test.position + ")"
		}
		if _, err := test.variant.Parse(more, games.Left); err == nil || !strings.Contains(err.Error(), "at most 400 places") {
			t.Errorf("%s %.60s…: %v", test.variant.ID, more, err)
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
