package picture

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nimatron/games"
	"nimatron/games/gamestest/walk"
	"nimatron/internal/golden"
	"nimatron/internal/must"
)

// grid returns a board of side×side cells, named as in chess, each joined to its neighbours. Every
// third cell has a counter.
func grid(side int) games.Graph {
	var g games.Graph
	for i := range side * side {
		row, column := i/side, i%side
		g.Vertices = append(g.Vertices, games.Vertex{
			Name:     fmt.Sprintf("%c%d", 'a'+column, row+1),
			Counters: uint64((i + 1) % 3 / 2),
			Open:     i%20 == 7,
		})
		if column > 0 {
			g.Edges = append(g.Edges, games.Edge{From: i - 1, To: i})
		}
		if row > 0 {
			g.Edges = append(g.Edges, games.Edge{From: i - side, To: i})
		}
	}
	return g
}

// star returns a graph with one vertex that is joined to all the others.
func star(vertices int) games.Graph {
	var g games.Graph
	for i := range vertices {
		g.Vertices = append(g.Vertices, games.Vertex{Name: fmt.Sprint("v", i), Counters: uint64(i+1) * 1000})
		if i > 0 {
			g.Edges = append(g.Edges, games.Edge{From: 0, To: i})
		}
	}
	return g
}

// walked returns the shape of the walk at a vertex.
func walked(t *testing.T, at string) games.Shape {
	p := must.Get(walk.Variant.Parse(at, games.Left))(t)
	return p.Shape()
}

func TestGraph(t *testing.T) {
	for _, tt := range []struct {
		name  string
		graph games.Shape
	}{
		{"graph-empty", games.Graph{}},
		{"graph-one", games.Graph{Vertices: []games.Vertex{{Name: "a", Counters: 5, Open: true}}}},
		{"graph-loop", games.Graph{Vertices: []games.Vertex{{Name: "a"}}, Edges: []games.Edge{{}}}},
		{"graph-walk", walked(t, "t")},
		{"graph-walk-over", walked(t, "z")},
		{"graph-grid", grid(4)},
		{"graph-400", grid(20)},
		{"graph-star", star(30)},
		{"graph-long-names", games.Graph{
			Vertices: []games.Vertex{
				{Name: strings.Repeat("north", 20), Counters: games.MaxPile, Open: true},
				{Name: strings.Repeat("é", 20), Counters: 1},
				{Name: strings.Repeat("é", 21)},
			},
			Edges: []games.Edge{{From: 0, To: 1}, {From: 1, To: 2}},
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			golden.Equal(t, tt.name+".txt", Text(tt.graph)+"\n")
		})
	}
}

// TestGraphBounds draws random graphs. They fit, and every vertex is shown with its counters or
// counted as left out.
func TestGraphBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var g games.Graph
		top := rapid.SampledFrom([]uint64{0, 1, 9, 5000, games.MaxPile}).Draw(t, "top")
		prefix := rapid.SampledFrom([]string{"", "v", "ß", "a long name of a place "}).Draw(t, "prefix")
		size := rapid.IntRange(1, 400).Draw(t, "size")
		for i := range size {
			g.Vertices = append(g.Vertices, games.Vertex{
				Name:     fmt.Sprint(prefix, i),
				Counters: rapid.Uint64Range(0, top).Draw(t, "counters"),
				Open:     rapid.IntRange(0, 9).Draw(t, "open") == 0,
			})
		}
		vertex := rapid.IntRange(0, size-1)
		for range rapid.SampledFrom([]int{0, 10, 1000}).Draw(t, "edges") {
			g.Edges = append(g.Edges, games.Edge{From: vertex.Draw(t, "from"), To: vertex.Draw(t, "to")})
		}
		text := Text(g)
		checkBounds(t, text)

		shown, more := 0, 0
		open := false
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			switch {
			case strings.HasPrefix(line, "and "):
				must.Get(fmt.Sscanf(line, "and %d more place", &more))(t)
			case strings.HasPrefix(line, "* = "):
				open = true
			default:
				shown++
			}
		}
		if shown+more != size {
			t.Fatalf("%d vertices are shown and %d left out of %d:\n%s", shown, more, size, text)
		}
		for _, v := range g.Vertices {
			if v.Open && !open {
				t.Fatalf("%s is open and nothing is marked:\n%s", v.Name, text)
			}
		}
	})
}
