package picture

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nimatron/games"
)

// TestTrees draws random trees. The branches show the parent of each stack.
func TestTrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var g games.Graph
		size := rapid.SampledFrom([]int{1, 2, 3, 8, 15, maxPlaces, maxPlaces + 1, 400}).Draw(t, "size")
		top := rapid.SampledFrom([]uint64{1, 9, games.MaxPile}).Draw(t, "top")
		steep := rapid.IntRange(0, 3).Draw(t, "steep")
		parents := []int{-1}
		for v := range size {
			if v > 0 { // its parent is the previous vertex or an ancestor of that
				parent := v - 1
				for range rapid.IntRange(0, steep).Draw(t, "up") {
					if parents[parent] >= 0 {
						parent = parents[parent]
					}
				}
				parents = append(parents, parent)
				g.Edges = append(g.Edges, games.Edge{From: parent, To: v})
			}
			g.Vertices = append(g.Vertices, games.Vertex{
				Name: fmt.Sprint("v", v), Counters: rapid.Uint64Range(1, top).Draw(t, "counters"), Open: rapid.Bool().Draw(t, "open"),
			})
		}
		drawing := Text(g)
		checkBounds(t, drawing)
		if size > 1 && !strings.Contains(drawing, "└─ ") {
			if size <= 12 {
				t.Fatalf("%d stacks are not drawn as branches:\n%s", size, drawing)
			}
			return
		}
		if size > maxPlaces {
			t.Fatalf("%d stacks are drawn as branches:\n%s", size, drawing)
		}
		lines := slices.Collect(strings.Lines(drawing))
		stars := slices.ContainsFunc(g.Vertices, func(v games.Vertex) bool { return v.Open })
		if (strings.HasPrefix(lines[len(lines)-1], "* = ")) != stars {
			t.Fatalf("the stars are not explained:\n%s", drawing)
		}
		at := make([]int, size) // the column of each name
		for v, vertex := range g.Vertices {
			line := []rune(strings.TrimSuffix(lines[v], "\n"))
			text := vertex.Name + " " + counters(vertex)
			at[v] = len(line) - len(text)
			if string(line[at[v]:]) != text || (line[0] == '*') != vertex.Open {
				t.Fatalf("%v is drawn as %s", vertex, string(line))
			}
			if v == 0 {
				continue
			}
			// The line of the branch leads up to the parent's name.
			column := at[v] - 3
			up := v - 1
			for strings.ContainsRune("│├", []rune(lines[up])[column]) {
				up--
			}
			if up != parents[v] || at[up] != column {
				t.Fatalf("%s hangs on %d, and not on %d:\n%s", vertex.Name, up, parents[v], drawing)
			}
		}
	})
}
