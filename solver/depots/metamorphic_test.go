package depots_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/gamestest"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
)

// cells reads a grid without empty rows.
func cells(text string) [][]string {
	var rows [][]string
	for _, row := range strings.Split(text, " / ") {
		rows = append(rows, strings.Fields(row))
	}
	return rows
}

// written writes a grid.
func written(rows [][]string) string {
	var lines []string
	for _, row := range rows {
		lines = append(lines, strings.Join(row, " "))
	}
	return strings.Join(lines, " / ")
}

// turned returns the grid after a quarter turn.
func turned(rows [][]string) [][]string {
	next := make([][]string, len(rows[0]))
	for x := range rows[0] {
		for y := len(rows) - 1; y >= 0; y-- {
			next[x] = append(next[x], rows[y][x])
		}
	}
	return next
}

// asGraph writes a grid as a graph, with names and edges in a random order.
func asGraph(rows [][]string, r *rand.Rand) string {
	names := r.Perm(len(rows) * len(rows[0]))
	name := func(y, x int) string { return fmt.Sprintf("v%d", names[y*len(rows[0])+x]) }
	var stacks, edges []string
	for y, row := range rows {
		for x, cell := range row {
			stacks = append(stacks, name(y, x)+"="+strings.Replace(cell, ".", "0", 1))
			if y == 0 || x == 0 || y == len(rows)-1 || x == len(row)-1 {
				edges = append(edges, "*-"+name(y, x))
			}
			if x > 0 {
				edges = append(edges, name(y, x)+"-"+name(y, x-1))
			}
			if y > 0 {
				edges = append(edges, name(y-1, x)+"-"+name(y, x))
			}
		}
	}
	for _, list := range [][]string{stacks, edges} {
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	return strings.Join(stacks, " ") + "; " + strings.Join(edges, " ")
}

// TestGridsTurnedAndRenamed compares grids too large for the brute force with their rotations,
// reflections and graph forms. Each gets an empty table, so that none reuses another's results.
func TestGridsTurnedAndRenamed(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(testlong.Times(5, 8, 60)) {
		r := rand.New(rand.NewPCG(seed, 11))
		rows := cells(grid(4+r.IntN(2), 4, func() int { return 1 + r.IntN(2) }))
		rows[r.IntN(4)][r.IntN(4)] = "."
		mirrored := slices.Clone(rows)
		slices.Reverse(mirrored)
		value := must.Get(newSolver().Grundy(ctx, depotnim.Forklift, gamestest.Parse(t, depotnim.Forklift, written(rows), games.Left)))(t)
		lost := must.Get(newSolver().Wins(ctx, depotnim.ForkliftMisere, gamestest.Parse(t, depotnim.ForkliftMisere, written(rows), games.Left)))(t)
		graph := asGraph(rows, r)
		for _, other := range []struct {
			normal, misere *games.Variant
			text           string
		}{
			{depotnim.Forklift, depotnim.ForkliftMisere, written(turned(rows))},
			{depotnim.Forklift, depotnim.ForkliftMisere, written(mirrored)},
			{depotnim.Depot, depotnim.DepotMisere, graph},
		} {
			if got, err := newSolver().Grundy(ctx, other.normal, gamestest.Parse(t, other.normal, other.text, games.Left)); err != nil || got != value {
				t.Errorf("%s has the value %d, %s has %d, %v", written(rows), value, other.text, got, err)
			}
			if got, err := newSolver().Wins(ctx, other.misere, gamestest.Parse(t, other.misere, other.text, games.Left)); err != nil || got != lost {
				t.Errorf("misère %s: %v, %s: %v, %v", written(rows), lost, other.text, got, err)
			}
		}
	}
}

// hungUp writes a tree with another root and its branches in random order.
func hungUp(labels []int, near [][]int, root int, r *rand.Rand) string {
	var write func(v, from int) string
	write = func(v, from int) string {
		var below []string
		for _, i := range r.Perm(len(near[v])) {
			if u := near[v][i]; u != from {
				below = append(below, write(u, v))
			}
		}
		if below == nil {
			return fmt.Sprint(labels[v])
		}
		return fmt.Sprintf("%d(%s)", labels[v], strings.Join(below, " "))
	}
	return write(root, -1)
}

// TestTreesHungUpElsewhere does the same for trees.
func TestTreesHungUpElsewhere(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(testlong.Times(5, 8, 40)) {
		r := rand.New(rand.NewPCG(seed, 12))
		n := 12 + r.IntN(4)
		labels, near := make([]int, n), make([][]int, n)
		for v := range n {
			labels[v] = 1 + r.IntN(3)
			if v > 0 {
				u := r.IntN(v)
				near[v], near[u] = append(near[v], u), append(near[u], v)
			}
		}
		for _, v := range []*games.Variant{depotnim.Tree, depotnim.TreeMisere} {
			text := hungUp(labels, near, 0, r)
			won := must.Get(newSolver().Wins(ctx, v, gamestest.Parse(t, v, text, games.Left)))(t)
			other := hungUp(labels, near, r.IntN(n), r)
			if got, err := newSolver().Wins(ctx, v, gamestest.Parse(t, v, other, games.Left)); err != nil || got != won {
				t.Errorf("%s: %s wins: %v; %s: %v, %v", v.ID, text, won, other, got, err)
			}
			if v == depotnim.Tree && n < 14 {
				// The value is computed in another way than the winner.
				value, err := newSolver().Grundy(ctx, v, gamestest.Parse(t, v, text, games.Left))
				if err != nil || (value == 0) == won {
					t.Errorf("%s wins: %v, and has the value %d, %v", text, won, value, err)
				}
			}
		}
	}
}

// renamed adds a prefix to the names of a graph and, if flip is set, exchanges the colours.
func renamed(text, prefix string, flip bool) (stacks, edges []string) {
	left, right, _ := strings.Cut(text, ";")
	for _, stack := range strings.Fields(left) {
		stacks = append(stacks, prefix+stack)
	}
	for _, edge := range strings.Fields(right) {
		i := strings.IndexAny(edge, "-<>")
		name := func(v string) string {
			if v == "*" {
				return v
			}
			return prefix + v
		}
		sign := edge[i : i+1]
		if flip {
			sign = map[string]string{"-": "-", "<": ">", ">": "<"}[sign]
		}
		edges = append(edges, name(edge[:i])+sign+name(edge[i+1:]))
	}
	return stacks, edges
}

// TestTwins joins a graph to its copy, in the coloured game with colours exchanged. With roads that
// keep the symmetry the player to move loses. With another road the solver must not rely on the
// symmetry.
func TestTwins(t *testing.T) {
	s := newSolver()
	for _, v := range []*games.Variant{depotnim.Depot, depotnim.Coloured} {
		compared := 0
		twins := testlong.Times(30, 60, 300)
		for seed := range uint64(twins) {
			r := rand.New(rand.NewPCG(seed, 13))
			n := 2 + r.IntN(3)
			var one []string
			for i := range n {
				one = append(one, fmt.Sprintf("%c=%d", 'a'+i, 1+r.IntN(2)))
			}
			sign := func() string {
				if v.Partizan {
					return string("--<>"[r.IntN(4)])
				}
				return "-"
			}
			var edges []string
			for i := range n {
				from := "*"
				if i > 0 {
					from = letter(r.IntN(i))
				}
				edges = append(edges, from+sign()+letter(i))
			}
			text := strings.Join(one, " ") + "; " + strings.Join(edges, " ")
			stacks, roads := renamed(text, "x", false)
			moreStacks, moreRoads := renamed(text, "y", v.Partizan)
			stacks, roads = append(stacks, moreStacks...), append(roads, moreRoads...)
			// A road between twins is its own image if exchanging the colours leaves its colour.
			i, j := letter(r.IntN(n)), letter(r.IntN(n))
			roads = append(roads, "x"+i+"-y"+i)
			pair := strings.Join(stacks, " ") + "; " + strings.Join(roads, " ")
			if p, err := v.Parse(pair, games.Left); err == nil {
				if won, err := s.Wins(context.Background(), v, p); err != nil || won {
					t.Errorf("%s %s is won by the player to move, %v", v.ID, pair, err)
				}
			}
			if i != j {
				// Add one more road of any colour and compare with the brute force.
				if compare(t, s, v, pair+" x"+i+sign()+"y"+j, 100_000) {
					compared++
				}
			}
			if compare(t, s, v, strings.Replace(pair, "<", ">", 1), 100_000) {
				compared++
			}
		}
		if compared < twins/2 {
			t.Errorf("%s: only %d boards were compared", v.ID, compared)
		}
	}
}

// TestMirroredGrids checks grids that are lost by symmetry and far too large to search.
func TestMirroredGrids(t *testing.T) {
	for _, size := range [][2]int{{20, 20}, {1, 400}, {7, 20}} {
		p := gamestest.Parse(t, depotnim.Forklift, grid(size[0], size[1], func() int { return 1_000_000 }), games.Left)
		if won, err := newSolver().Wins(context.Background(), depotnim.Forklift, p); err != nil || won {
			t.Errorf("%v: wins %v, %v", size, won, err)
		}
	}
	// A pattern with its half-turned copy has no cell fixed by the half turn either.
	r := rand.New(rand.NewPCG(1, 1))
	rows := cells(grid(12, 6, func() int { return 1 + r.IntN(50) }))
	half := turned(turned(rows))
	for y := range rows {
		rows[y] = append(rows[y], half[y]...)
	}
	p := gamestest.Parse(t, depotnim.Forklift, written(rows), games.Left)
	if won, err := newSolver().Wins(context.Background(), depotnim.Forklift, p); err != nil || won {
		t.Errorf("%s: wins %v, %v", p, won, err)
	}
}

// TestOnes checks boards of 1s: only their number matters.
func TestOnes(t *testing.T) {
	one := func() int { return 1 }
	for _, test := range []struct {
		variant *games.Variant
		text    string
		won     bool
		winning int
	}{
		{depotnim.Forklift, grid(9, 11, one), true, 36},
		{depotnim.ForkliftMisere, grid(9, 11, one), false, 0},
		{depotnim.ForkliftMisere, grid(10, 10, one), true, 36},
		{depotnim.Tree, star(rand.New(rand.NewPCG(1, 1)), 300, 1), true, 300},
		{depotnim.TreeMisere, star(rand.New(rand.NewPCG(1, 1)), 301, 1), true, 301},
	} {
		p := gamestest.Parse(t, test.variant, test.text, games.Left)
		won, err := newSolver().Wins(context.Background(), test.variant, p)
		moves, _, err2 := newSolver().Winning(context.Background(), test.variant, p, 1000)
		if err != nil || err2 != nil || won != test.won || len(moves) != test.winning {
			t.Errorf("%s %.40s…: wins %v, %v, by %d moves, %v", test.variant.ID, test.text, won, err, len(moves), err2)
		}
	}
}
