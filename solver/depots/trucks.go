package depots

import (
	"math/big"
	"math/bits"

	"nimatron/games"
	"nimatron/games/depotnim"
)

// trucks searches the coloured game.
//
// Independent stacks are summed. A stack that both trucks reach is a Nim pile. Stacks that only one
// side can ever reach are spare moves, one for each counter.
type trucks struct {
	*searcher
	// All are by side. near has the neighbours of each place, home those of the depot, and ever the
	// places that the truck can reach at some time.
	near  [2][maxStacks]uint64
	home  [2]uint64
	ever  [2]uint64
	roads *Roads
	board key
}

// truckTouches counts the stacks of a yard for touchesEach: its state and its key take more time than the form
// of a tree.
const truckTouches = 5

type yard struct {
	counters [maxStacks]uint64
	full     uint64
	spare    int64 // Left's spare moves minus Right's
	pile     uint64
}

func newTrucks(c *searcher, p *depotnim.Position) (*trucks, *yard) {
	s := &trucks{searcher: c, roads: RoadsOf(p.Board())}
	y := &yard{}
	for v, n := range p.Counters() {
		if y.counters[v] = n; n > 0 {
			y.full |= 1 << v
		}
	}
	h := p.Board().Home()
	board := hash(saltTrucks)
	for _, e := range p.Board().Edges() {
		for _, side := range []games.Side{games.Left, games.Right} {
			switch {
			case !e.Colour.For(side):
			case e.From == h:
				s.home[side] |= 1 << e.To
			case e.To == h:
				s.home[side] |= 1 << e.From
			default:
				s.near[side][e.From] |= 1 << e.To
				s.near[side][e.To] |= 1 << e.From
			}
		}
	}
	for side := range s.home {
		s.ever[side] = s.reach(games.Side(side), 0)
		board = board.plus(hash(s.home[side])).mixed()
		for v := range h {
			board = board.plus(hash(s.near[side][v])).mixed()
		}
	}
	s.board = board
	return s, y
}

func (s *trucks) reach(side games.Side, full uint64) uint64 {
	return flood(s.home[side], func(v int) uint64 {
		if full>>v&1 != 0 {
			return 0
		}
		return s.near[side][v]
	})
}

type settled struct {
	reached [2]uint64
	active  uint64
}

// depends returns the places that v depends on or that depend on v: a truck will be able to use the
// road between them, but can't yet.
func (s *trucks) depends(reached *[2]uint64, v int) uint64 {
	joined := uint64(0)
	for side := range reached {
		if s.ever[side]>>v&1 == 0 {
			continue
		}
		near := s.near[side][v] & s.ever[side]
		if reached[side]>>v&1 != 0 {
			near &^= reached[side]
		}
		joined |= near
	}
	return joined
}

func (s *trucks) simplify(y *yard) settled {
	for {
		var now settled
		for side := range now.reached {
			now.reached[side] = s.reach(games.Side(side), y.full)
		}
		again := false
		for rest := y.full; rest != 0; {
			v := bits.TrailingZeros64(rest)
			grown := flood(1<<v, func(u int) uint64 { return s.depends(&now.reached, u) })
			stacks := grown & y.full
			rest &^= stacks
			switch left, right := stacks&s.ever[games.Left], stacks&s.ever[games.Right]; {
			case right == 0:
				y.spare += int64(s.clear(y, stacks))
			case left == 0:
				y.spare -= int64(s.clear(y, stacks))
			case grown == 1<<v:
				y.pile ^= s.clear(y, stacks)
				continue
			default:
				now.active |= grown
				continue
			}
			// A path through several stacks may open more empty places.
			again = again || grown&(grown-1) != 0
		}
		if !again {
			return now
		}
	}
}

func (s *trucks) clear(y *yard, stacks uint64) uint64 {
	y.full &^= stacks
	sum := uint64(0)
	for v := range bitsOf(stacks) {
		sum += y.counters[v]
		y.counters[v] = 0
	}
	return sum
}

func (y *yard) total(mask uint64) int64 {
	sum := int64(0)
	for v := range bitsOf(mask & y.full) {
		sum += int64(y.counters[v])
	}
	return sum
}

// bounded decides a state by counting moves, if possible.
func (s *trucks) bounded(y *yard, side games.Side) (won, known bool) {
	ahead := y.spare
	if side == games.Right {
		ahead = -ahead
	}
	mine, theirs := y.total(s.ever[side]), y.total(s.ever[side.Other()])
	switch {
	case ahead > theirs, ahead == theirs && y.pile > 0:
		return true, true
	case -ahead > mine, -ahead == mine && y.pile == 0:
		return false, true
	}
	w := s.roads.ways(y.counters[:len(s.roads.left)])
	if w == nil {
		return false, false
	}
	mean := w.mean()
	ahead = int64(from(mean.Add(mean, new(big.Rat).SetInt64(y.spare)), side).Sign())
	return ahead > 0, ahead != 0
}

// key returns the key of a simplified state. Inactive places are empty, and each truck that can reach them
// ever does so now.
func (s *trucks) key(y *yard, active uint64, side games.Side) key {
	k := s.board.plus(hash(uint64(y.spare)<<1 | uint64(side))).mixed().plus(hash(y.pile)).mixed()
	for v := range bitsOf(active) {
		k = k.plus(hash(y.counters[v]).mixed().plus(hash(uint64(v))).mixed())
	}
	return k.mixed()
}

func (s *trucks) wins(y yard, side games.Side) bool {
	s.touched += uint64(bits.OnesCount64(y.full) * truckTouches)
	now := s.simplify(&y)
	if won, known := s.bounded(&y, side); known {
		return won
	}
	k := s.key(&y, now.active, side)
	if value, known := s.table.get(k).value(); known {
		return value == 1
	}
	before := s.nodes
	defer s.leave()
	if !s.visit() {
		return false
	}
	won := s.tries(&y, now.reached[side]&now.active&y.full, side)
	if s.err != nil {
		return false
	}
	value := uint64(0)
	if won {
		value = 1
	}
	s.put(k, entry(0).withValue(value), s.nodes-before)
	return won
}

// tries reports whether side has a winning move in a simplified state. mine are the stacks that it
// may lower.
func (s *trucks) tries(y *yard, mine uint64, side games.Side) bool {
	won := false
	try := func(v int, left uint64) bool {
		won = s.winsTo(y, v, left, side)
		return !won && s.goesOn()
	}
	// On the ends of a row, taking all or one wins if anything does. Elsewhere these are good guesses.
	for v := range bitsOf(mine) {
		if !try(v, 0) {
			return won
		}
	}
	for v := range bitsOf(mine) {
		if y.counters[v] >= 2 && !try(v, y.counters[v]-1) {
			return won
		}
	}
	for v := range bitsOf(mine) {
		for left := uint64(1); left+1 < y.counters[v]; left++ {
			if !try(v, left) {
				return won
			}
		}
	}
	for left := uint64(0); left < y.pile && !won && s.goesOn(); left++ {
		next := *y
		next.pile = left
		won = !s.wins(next, side.Other())
	}
	// A spare move comes last. It is never better, unless the rest of the position is a number.
	if ahead := y.spare * (1 - 2*int64(side)); ahead > 0 && !won && s.err == nil {
		next := *y
		next.spare -= 1 - 2*int64(side)
		won = !s.wins(next, side.Other())
	}
	return won
}

func (s *trucks) winsTo(y *yard, v int, left uint64, side games.Side) bool {
	next := *y
	if next.counters[v] = left; left == 0 {
		next.full &^= 1 << v
	}
	return !s.wins(next, side.Other())
}
