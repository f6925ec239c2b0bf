package depots

import (
	"iter"
	"math/bits"

	"nimatron/games"
	"nimatron/games/depotnim"
)

// maxStacks bounds the stacks of a searched board, because they are bits of a word. More would be
// too many to search anyway.
const maxStacks = 64

type position struct {
	rule depotnim.Rule
	near [maxStacks]uint64
	// open has the stacks that have been next to an empty place from the start.
	open uint64
	// counters is by stack; a search changes it.
	counters [maxStacks]uint64
	full     uint64
}

func bitsOf(mask uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; mask != 0 && yield(bits.TrailingZeros64(mask)); mask &= mask - 1 {
		}
	}
}

func flood(start uint64, next func(v int) uint64) uint64 {
	for fresh := start; fresh != 0; {
		more := next(bits.TrailingZeros64(fresh)) &^ start
		start |= more
		fresh = fresh&(fresh-1) | more
	}
	return start
}

type group struct {
	*depotnim.Position
	vertices []int
	near     [][]int
	open     []bool
}

func groups(p *depotnim.Position) (joined []group, piles []int) {
	counters, open := p.Counters(), p.Open(games.Left)
	near := make([][]int, len(counters))
	for _, e := range p.Board().Edges() {
		if e.From < len(counters) && e.To < len(counters) && counters[e.From] > 0 && counters[e.To] > 0 && !(open[e.From] && open[e.To]) {
			near[e.From] = append(near[e.From], e.To)
			near[e.To] = append(near[e.To], e.From)
		}
	}
	seen := make([]bool, len(counters))
	for v, n := range counters {
		if n == 0 || seen[v] {
			continue
		}
		seen[v] = true
		members := []int{v}
		for i := 0; i < len(members); i++ {
			for _, u := range near[members[i]] {
				if !seen[u] {
					seen[u] = true
					members = append(members, u)
				}
			}
		}
		if len(members) == 1 {
			piles = append(piles, v)
		} else {
			joined = append(joined, group{p, members, near, open})
		}
	}
	return joined, piles
}

func only(p *depotnim.Position) group {
	if joined, piles := groups(p); len(joined) == 1 && len(piles) == 0 {
		return joined[0]
	}
	return group{}
}

func newPosition(p *depotnim.Position, vertices []int) *position {
	b, counters := p.Board(), p.Counters()
	place := make([]int, len(counters)+1)
	for i := range place {
		place[i] = -1
	}
	s := &position{rule: b.Rule()}
	open := p.Open(0)
	for i, v := range vertices {
		place[v] = i
		s.counters[i] = counters[v]
		s.full |= 1 << i
		if open[v] && s.rule == depotnim.Depots {
			s.open |= 1 << i
		}
	}
	for _, e := range b.Edges() {
		if i, j := place[e.From], place[e.To]; i >= 0 && j >= 0 {
			s.near[i] |= 1 << j
			s.near[j] |= 1 << i
		}
	}
	return s
}

func (s *position) closed(mask uint64) uint64 {
	closed := uint64(0)
	if s.rule == depotnim.Leaves {
		for v := range bitsOf(mask) {
			if n := s.near[v] & s.full; n&(n-1) != 0 {
				closed |= 1 << v
			}
		}
		return closed
	}
	for v := range bitsOf(mask &^ s.open) {
		if s.near[v]&^s.full == 0 {
			closed |= 1 << v
		}
	}
	return closed
}

func (s *position) need(v int) uint64 {
	if s.rule == depotnim.Leaves {
		return uint64(bits.OnesCount64(s.near[v]&s.full)) - 1
	}
	return 1
}

// part is an independent set of stacks that is more than a Nim pile.
type part struct {
	mask, closed uint64
	key          key // of its form
	stands       key // the sum of its places, in a graph
}

func (s *position) joins(p part, v int) uint64 {
	if p.closed>>v&1 != 0 {
		return s.near[v] & p.mask
	}
	return s.near[v] & p.closed
}

// split appends the parts of mask, without keys, to dst and the counters of Nim piles to piles.
func (s *position) split(mask uint64, dst []part, piles []uint64) ([]part, []uint64) {
	all := part{mask: mask, closed: s.closed(mask)}
	for rest := mask; rest != 0; {
		v := bits.TrailingZeros64(rest)
		grown := flood(1<<v, func(u int) uint64 { return s.joins(all, u) })
		rest &^= grown
		if grown&(grown-1) == 0 {
			piles = append(piles, s.counters[v])
		} else {
			dst = append(dst, part{mask: grown, closed: all.closed & grown})
		}
	}
	return dst, piles
}
