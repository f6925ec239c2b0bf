package depots

import (
	"math/bits"

	"nimatron/games"
	"nimatron/solver/rows"
)

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

func (s *position) onesOnly(mask uint64) bool {
	for v := range bitsOf(mask) {
		if s.counters[v] != 1 {
			return false
		}
	}
	return true
}

// theorem decides who wins a group under normal play, and by which moves.
type theorem interface {
	lost() bool
	winning() []lowering
}

func (g group) theorem() theorem {
	if r := g.row(); r != nil {
		return r
	}
	if s := g.star(); s != nil {
		return s
	}
	return nil
}

// row is a row of End-Nim of at least two piles: a path of which only the ends are open.
type row struct {
	vertices []int // from end to end, the lower number first
	piles    []uint64
}

func (g group) row() *row {
	at := -1
	for _, v := range g.vertices {
		switch n := len(g.near[v]); {
		case !g.open[v] && n == 2:
		case g.open[v] && n == 1:
			if at < 0 || v < at {
				at = v
			}
		default:
			return nil
		}
	}
	if at < 0 {
		return nil
	}
	r := &row{}
	for before, next := -1, at; next >= 0; before = at {
		at, next = next, -1
		r.vertices, r.piles = append(r.vertices, at), append(r.piles, g.Counters()[at])
		for _, v := range g.near[at] {
			if v != before {
				next = v
			}
		}
	}
	return r
}

func (r *row) lost() bool { return rows.Lost(games.Normal, r.piles) }

func (r *row) winning() (found []lowering) {
	for _, m := range rows.Winning(games.Normal, r.piles) {
		end := int(m.Index) * (len(r.piles) - 1)
		found = append(found, lowering{r.vertices[end], r.piles[end] - m.Count})
	}
	return found
}
