package depots

import (
	"math/bits"

	"nimatron/games"
	"nimatron/solver/piles"
	"nimatron/solver/rows"
)

// misere searches an impartial game under misère play, as a whole: there are no
// values by which its parts could be summed.
type misere struct {
	searcher
	position
}

// wins reports whether the player to move wins with the stacks that are full.
func (s *misere) wins() bool {
	var room [maxStacks]uint64
	parts, open := s.split(s.full, nil, room[:0])
	if len(parts) == 0 {
		return !piles.Lost(games.Misere, open)
	}
	if s.onesOnly(s.full) {
		return bits.OnesCount64(s.full)%2 == 0
	}
	if len(parts) == 1 && len(open) == 0 {
		if row, ok := s.row(parts[0]); ok {
			return !rows.Lost(games.Misere, row)
		}
	}
	k := s.key(parts, open)
	if won, known := s.table.get(k).truth(); known {
		return won
	}
	before := s.nodes
	if !s.visit() {
		return false
	}
	won := false
	s.ordered(s.full&^s.closed(s.full), func(v int) bool {
		won = s.winsBy(v)
		return !won && s.err == nil
	})
	if s.err != nil {
		return false
	}
	s.table.put(k, entry(0).withTruth(won), s.nodes-before)
	return won
}

// key returns the key of parts and piles in any order. Two piles of 1 are nothing
// under misère play too.
func (s *misere) key(parts []part, piles []uint64) key {
	k := s.table.hash(saltMisere)
	ones := 0
	for _, n := range piles {
		if n == 1 {
			ones++
		} else {
			k = k.plus(s.table.hash(n<<8 + saltPile).mixed())
		}
	}
	if ones%2 == 1 {
		k = k.plus(s.table.hash(1<<8 + saltPile).mixed())
	}
	for _, p := range parts {
		k = k.plus(s.form(s.table, p).mixed())
	}
	return k.mixed()
}

// winsBy reports whether lowering stack v wins.
func (s *misere) winsBy(v int) bool {
	n := s.counters[v]
	won := false
	for left := uint64(0); left < n && !won && s.goesOn(); left++ {
		won = s.winsTo(v, left)
	}
	return won
}

// winsTo reports whether lowering stack v to left wins.
func (s *misere) winsTo(v int, left uint64) bool {
	n, full := s.counters[v], s.full
	s.counters[v] = left
	if left == 0 {
		s.full &^= 1 << v
	}
	won := !s.wins()
	s.counters[v], s.full = n, full
	return won
}
