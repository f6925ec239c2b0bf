package board

import (
	"cmp"
	"math"
	"slices"

	"nimatron/games"
)

// layersOf puts the places of a graph into layers by their distance, in edges, from the depots
// or, without any, from the first place of each part. A layer of more than most places is folded.
func layersOf(g games.Graph, most int) [][]int {
	near := neighbours(g)
	depth := make([]int, len(g.Vertices))
	for v := range depth {
		depth[v] = -1
	}
	var queue []int
	visit := func(v, d int) {
		if depth[v] < 0 {
			depth[v] = d
			queue = append(queue, v)
		}
	}
	for v, place := range g.Vertices {
		if place.Depot {
			visit(v, 0)
		}
	}
	var layers [][]int
	for next := 0; len(queue) > 0 || next < len(g.Vertices); {
		if len(queue) == 0 {
			visit(next, 0)
			next++
			continue
		}
		v := queue[0]
		queue = queue[1:]
		for len(layers) <= depth[v] {
			layers = append(layers, nil)
		}
		layers[depth[v]] = append(layers[depth[v]], v)
		for _, to := range near[v] {
			visit(to, depth[v]+1)
		}
	}
	var lines [][]int
	for _, layer := range layers {
		lines = append(lines, fold(layer, most)...)
	}
	return lines
}

// fold splits a layer into lines of at most that many places. Lines of even and odd length alternate if
// possible: then a place stands below a gap, where its edges from above pass.
func fold(layer []int, most int) [][]int {
	var lines [][]int
	last := 0
	for left := (len(layer) + most - 1) / most; left > 0; left-- {
		n := len(layer) / left
		if last > 0 && (n-last)%2 == 0 && n < most && n < len(layer) {
			n++
		}
		if left == 1 {
			n = len(layer)
		}
		lines = append(lines, layer[:n])
		layer, last = layer[n:], n
	}
	return lines
}

func neighbours(g games.Graph) [][]int {
	near := make([][]int, len(g.Vertices))
	for _, e := range g.Edges {
		near[e.From] = append(near[e.From], e.To)
		near[e.To] = append(near[e.To], e.From)
	}
	for _, places := range near {
		slices.Sort(places)
	}
	return near
}

const (
	// mostEdges bounds the edges for which crossings are counted.
	mostEdges = 150
	// mostSwapped bounds the edges for which places are swapped in pairs.
	mostSwapped = 40
)

// untangle orders the places of each layer so that few edges cross: by the mean of their
// neighbours' places, and then by swaps while one helps.
func untangle(g games.Graph, layers [][]int) {
	const rounds = 8
	if len(g.Edges) > mostEdges {
		return
	}
	near := neighbours(g)
	order := newOrdering(g, layers)
	least, best := order.crossings(g.Edges, every), clone(layers)
	for round := 0; round < rounds && least > 0; round++ {
		for k := range layers {
			if round%2 == 1 {
				k = len(layers) - 1 - k
			}
			sortByMean(layers[k], near, order.x)
			order.place(layers[k])
		}
		n := order.crossings(g.Edges, every)
		for swapped := n > 0 && len(g.Edges) <= mostSwapped; swapped; n = order.crossings(g.Edges, every) {
			swapped = false
			for _, layer := range layers {
				swapped = order.swap(g.Edges, layer) || swapped
			}
		}
		if n < least {
			least, best = n, clone(layers)
		}
	}
	copy(layers, best)
}

func sortByMean(layer []int, near [][]int, x []float64) map[int]float64 {
	wish := make(map[int]float64, len(layer))
	for _, v := range layer {
		wish[v] = mean(near[v], x, x[v])
	}
	slices.SortStableFunc(layer, func(a, b int) int { return cmp.Compare(wish[a], wish[b]) })
	return wish
}

func clone(layers [][]int) [][]int {
	copied := make([][]int, len(layers))
	for k, layer := range layers {
		copied[k] = slices.Clone(layer)
	}
	return copied
}

func mean(places []int, x []float64, other float64) float64 {
	if len(places) == 0 {
		return other
	}
	sum := 0.0
	for _, v := range places {
		sum += x[v]
	}
	return sum / float64(len(places))
}

type ordering struct {
	layer []int
	x     []float64
}

func newOrdering(g games.Graph, layers [][]int) *ordering {
	o := &ordering{layer: make([]int, len(g.Vertices)), x: make([]float64, len(g.Vertices))}
	for k, layer := range layers {
		for _, v := range layer {
			o.layer[v] = k
		}
		o.place(layer)
	}
	return o
}

func (o *ordering) place(layer []int) {
	for i, v := range layer {
		o.x[v] = float64(i) - float64(len(layer)-1)/2
	}
}

func (o *ordering) swap(edges []games.Edge, layer []int) (swapped bool) {
	for k, b := range layer {
		for i, a := range layer[:k] {
			moved := func(e games.Edge) bool { return e.From == a || e.From == b || e.To == a || e.To == b }
			before := o.crossings(edges, moved)
			o.x[a], o.x[b] = o.x[b], o.x[a]
			if o.crossings(edges, moved) < before {
				layer[i], layer[k], b, swapped = b, a, a, true
			} else {
				o.x[a], o.x[b] = o.x[b], o.x[a]
			}
		}
	}
	return swapped
}

func every(games.Edge) bool { return true }

// crossings counts pairs of edges that cross, at least one of them chosen. An edge within a layer bends
// around the places between its ends, and counts once for each.
func (o *ordering) crossings(edges []games.Edge, chosen func(games.Edge) bool) int {
	n := 0
	for i, e := range edges {
		if !chosen(e) {
			continue
		}
		if o.layer[e.From] == o.layer[e.To] {
			n += max(0, int(math.Abs(o.x[e.From]-o.x[e.To]))-1)
		}
		for k, f := range edges {
			if (k < i || !chosen(f)) && o.cross(e, f) {
				n++
			}
		}
	}
	return n
}

func (o *ordering) cross(e, f games.Edge) bool {
	if e.From == f.From || e.From == f.To || e.To == f.From || e.To == f.To {
		return false
	}
	// The ends of each edge lie on both sides of the other.
	return o.side(e, f.From)*o.side(e, f.To) < 0 && o.side(f, e.From)*o.side(f, e.To) < 0
}

func (o *ordering) side(e games.Edge, v int) float64 {
	down, right := float64(o.layer[e.To]-o.layer[e.From]), o.x[e.To]-o.x[e.From]
	return down*(o.x[v]-o.x[e.From]) - right*float64(o.layer[v]-o.layer[e.From])
}

// align returns the x of each place. Places of a layer are at least pitch apart, and each is as near to the
// centre of its neighbours as possible. Places swap for that if no crossing is added.
func align(g games.Graph, layers [][]int, pitch, left, right float64) []float64 {
	near := neighbours(g)
	x := make([]float64, len(g.Vertices))
	for _, layer := range layers {
		first := (left + right - pitch*float64(len(layer)-1)) / 2
		for i, v := range layer {
			x[v] = first + float64(i)*pitch
		}
	}
	order, least := newOrdering(g, layers), 0
	if len(g.Edges) <= mostEdges {
		least = order.crossings(g.Edges, every)
	}
	const rounds = 24
	for round := range rounds {
		for k := range layers {
			if round%2 == 1 {
				k = len(layers) - 1 - k
			}
			sorted := slices.Clone(layers[k])
			wish := sortByMean(sorted, near, x)
			if !slices.Equal(sorted, layers[k]) {
				order.place(sorted)
				if len(g.Edges) > mostEdges || order.crossings(g.Edges, every) <= least {
					layers[k] = sorted
				} else {
					order.place(layers[k])
				}
			}
			spread(layers[k], wish, x, pitch, left, right)
		}
	}
	widen(x, left, right)
	return x
}

// widen moves places apart by up to 60 percent, if there is room, and centres them.
func widen(x []float64, left, right float64) {
	first, last := slices.Min(x), slices.Max(x)
	factor := 1.0
	if last > first {
		factor = min(1.6, (right-left)/(last-first))
	}
	for v := range x {
		x[v] = (left+right)/2 + (x[v]-(first+last)/2)*factor
	}
}

// spread places the nodes of a layer in order, at least pitch apart and as near to their wished x as
// possible.
func spread(layer []int, wish map[int]float64, x []float64, pitch, left, right float64) {
	at := left
	for _, v := range layer {
		x[v] = max(wish[v], at)
		at = x[v] + pitch
	}
	at = right
	for i := len(layer) - 1; i >= 0; i-- {
		v := layer[i]
		// Taking half of the push back keeps a group centred below its neighbours.
		if push := x[v] - wish[v]; push > 0 {
			x[v] -= push / 2
		}
		x[v] = max(min(x[v], at), left+float64(i)*pitch)
		at = x[v] - pitch
	}
}
