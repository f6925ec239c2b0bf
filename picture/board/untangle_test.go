package board

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nimatron/games"
)

// leastCrossings returns the minimum number of crossings over all orders of the places, from a
// layer on.
func leastCrossings(g games.Graph, layers [][]int, from int) int {
	if from == len(layers) {
		return newOrdering(g, layers).crossings(g.Edges, every)
	}
	least := leastCrossings(g, layers, from+1)
	layer := layers[from]
	var permute func(k int)
	permute = func(k int) {
		if k == len(layer) {
			least = min(least, leastCrossings(g, layers, from+1))
			return
		}
		for i := k; i < len(layer); i++ {
			layer[k], layer[i] = layer[i], layer[k]
			permute(k + 1)
			layer[k], layer[i] = layer[i], layer[k]
		}
	}
	permute(0)
	return least
}

// TestUntangleIsBest tries every order of small graphs.
func TestUntangleIsBest(t *testing.T) {
	missed := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 5))
		g := games.Graph{Vertices: make([]games.Vertex, 4+r.IntN(5))}
		g.Vertices[0].Depot = true
		for v := 1; v < len(g.Vertices); v++ {
			g.Edges = append(g.Edges, games.Edge{From: r.IntN(min(v, 3)), To: v})
		}
		for range r.IntN(5) {
			a := r.IntN(len(g.Vertices))
			g.Edges = append(g.Edges, games.Edge{From: a, To: (a + 1 + r.IntN(len(g.Vertices)-1)) % len(g.Vertices)})
		}
		layers := layersOf(g, 6)
		untangle(g, layers)
		got := newOrdering(g, layers).crossings(g.Edges, every)
		if want := leastCrossings(g, clone(layers), 0); got != want {
			missed++
			t.Logf("%v: %d crossings in %v, want %d", g.Edges, got, layers, want)
		}
		if all := slices.Sorted(slices.Values(slices.Concat(layers...))); len(all) != len(g.Vertices) || len(slices.Compact(all)) != len(all) {
			t.Fatalf("%v is not every place", layers)
		}
	}
	if missed > 2 {
		t.Errorf("%d orders of 300 are not the best, and 2 were", missed)
	}
}
