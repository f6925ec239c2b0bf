package depots

import (
	"math/bits"
	"slices"

	"nimatron/games"
	"nimatron/games/depotnim"
)

// row returns the piles of a part that is a row of End-Nim: a path of which only the ends are open.
func (s *position) row(p part) (piles []uint64, ok bool) {
	if open := p.mask &^ p.closed; bits.OnesCount64(open) != 2 {
		return nil, false
	}
	for v := range bitsOf(p.mask) {
		want := 1 + int(p.closed>>v&1)
		if bits.OnesCount64(s.joins(p, v)) != want {
			return nil, false
		}
	}
	piles = make([]uint64, 0, bits.OnesCount64(p.mask))
	for v, rest := bits.TrailingZeros64(p.mask&^p.closed), p.mask; ; {
		piles = append(piles, s.counters[v])
		rest &^= 1 << v
		next := s.joins(p, v) & rest
		if next == 0 {
			// A separate cycle would be another part.
			return piles, true
		}
		v = bits.TrailingZeros64(next)
	}
}

// onesOnly reports whether every stack of mask has one counter. Then all are emptied one by one,
// and their parity decides.
func (s *position) onesOnly(mask uint64) bool {
	for v := range bitsOf(mask) {
		if s.counters[v] != 1 {
			return false
		}
	}
	return true
}

// RowOf returns the stacks of an impartial board from end to end if it is a row of End-Nim of at
// least two piles: a path of which only the ends are open.
func RowOf(p *depotnim.Position) (vertices []int, ok bool) {
	joined, piles := groups(p)
	if len(joined) != 1 || len(piles) > 0 {
		return nil, false
	}
	if vertices, ok = joined[0].row(p); ok && vertices[0] > vertices[len(vertices)-1] {
		slices.Reverse(vertices)
	}
	return vertices, ok
}

// row returns the vertices, in order, of a group that is a row of End-Nim.
func (g group) row(p *depotnim.Position) (vertices []int, ok bool) {
	open := p.Open(games.Left)
	near := map[int][]int{}
	for _, v := range g {
		near[v] = nil
	}
	for _, e := range p.Board().Edges() {
		_, from := near[e.From]
		_, to := near[e.To]
		if from && to && !(open[e.From] && open[e.To]) {
			near[e.From] = append(near[e.From], e.To)
			near[e.To] = append(near[e.To], e.From)
		}
	}
	at := -1
	for _, v := range g {
		switch {
		case !open[v] && len(near[v]) == 2:
		case open[v] && len(near[v]) == 1:
			at = v
		default:
			return nil, false
		}
	}
	// A connected group is now a path, or, without an end, a cycle.
	for before := -1; at >= 0; {
		vertices = append(vertices, at)
		next := -1
		for _, v := range near[at] {
			if v != before {
				next = v
			}
		}
		before, at = at, next
	}
	return vertices, vertices != nil
}
