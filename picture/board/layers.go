package board

import (
	"cmp"
	"slices"

	"nimatron/games"
)

// layersOf shares the places of a graph out to layers, by how many edges away they are
// from the depots or, where there are none, from the first place of each part. A layer
// of more than most places takes several lines.
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
		slices.Sort(layer)
		lines = append(lines, fold(layer, most)...)
	}
	return lines
}

// fold shares a layer out to lines of at most most places. An even and an odd number of
// them take turns as far as that goes, so that a place stands below a gap and the lines
// that lead to it from above pass through there.
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

// neighbours lists the places next to each place, in order.
func neighbours(g games.Graph) [][]int {
	near := make([][]int, len(g.Vertices))
	for _, e := range g.Edges {
		near[e.From] = append(near[e.From], e.To)
		near[e.To] = append(near[e.To], e.From)
	}
	return near
}

// settle returns the x of each place, from left to right at least pitch apart in each
// layer, each as near to the middle of its neighbours as that leaves it. The order in a
// layer is changed for it: few edges cross then.
func settle(g games.Graph, layers [][]int, pitch, left, right float64) []float64 {
	near := neighbours(g)
	x := make([]float64, len(g.Vertices))
	for _, layer := range layers {
		first := (left + right - pitch*float64(len(layer)-1)) / 2
		for i, v := range layer {
			x[v] = first + float64(i)*pitch
		}
	}
	const rounds = 24
	for round := range rounds {
		for k := range layers {
			if round%2 == 1 {
				k = len(layers) - 1 - k
			}
			layer := layers[k]
			wish := make(map[int]float64, len(layer))
			for _, v := range layer {
				wish[v] = x[v]
				if len(near[v]) > 0 {
					sum := 0.0
					for _, to := range near[v] {
						sum += x[to]
					}
					wish[v] = sum / float64(len(near[v]))
				}
			}
			slices.SortStableFunc(layer, func(a, b int) int { return cmp.Compare(wish[a], wish[b]) })
			spread(layer, wish, x, pitch, left, right)
		}
	}
	widen(x, left, right)
	return x
}

// widen moves places that take less than the room from left to right apart, up to half as
// far again, and into the middle.
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

// spread puts a layer's places near where they wish to be, in their order and apart.
func spread(layer []int, wish map[int]float64, x []float64, pitch, left, right float64) {
	at := left
	for _, v := range layer {
		x[v] = max(wish[v], at)
		at = x[v] + pitch
	}
	at = right
	for i := len(layer) - 1; i >= 0; i-- {
		v := layer[i]
		// Half of what pushed them apart is taken back, so that a group stays in the
		// middle of what it belongs to.
		if push := x[v] - wish[v]; push > 0 {
			x[v] -= push / 2
		}
		x[v] = max(min(x[v], at), left+float64(i)*pitch)
		at = x[v] - pitch
	}
}
