package depots

import (
	"math/bits"
	"slices"
	"unsafe"

	"nimatron/games"
	"nimatron/solver/rows"
)

// trees searches who wins a tree. A tree never splits, so values do not matter. A move changes
// hashes only on the way to the root, so the key is updated incrementally.
type trees struct {
	searcher
	position
	top  int // the root
	salt key
	up   [maxStacks]int // the parent of each stack, itself for the root
	ends uint64         // the open stacks
	// below is the sum of the hashes of a stack's children, whole the hash of its subtree.
	below, whole [maxStacks]key
	// worth counts how often a move won, for move ordering.
	worth [maxStacks][worthLabels]uint32
	lists [][]move // by depth, reused
}

// worthLabels is how many labels of a stack have separate counts.
const worthLabels = 16

type move struct {
	v     int
	left  uint64
	worth uint32
}

// newTrees prepares the search of a tree, rooted at its centre so that equal trees have equal keys.
func newTrees(c searcher, start *position) *trees {
	s := &trees{searcher: c, position: *start, salt: c.table.hash(saltTree)}
	s.ends = s.full &^ s.closed(s.full)
	order := s.hang()
	slices.Reverse(order)
	for _, v := range order {
		s.rehash(v)
		if v != s.top {
			s.below[s.up[v]] = s.below[s.up[v]].plus(s.whole[v])
		}
	}
	return s
}

// hang roots the tree at its centre and returns the stacks, parents first.
func (s *trees) hang() []int {
	rest, leaves := s.full, s.ends
	for bits.OnesCount64(rest) > 2 {
		rest &^= leaves
		next := uint64(0)
		for v := range bitsOf(rest) {
			if near := s.near[v] & rest; near&(near-1) == 0 {
				next |= 1 << v
			}
		}
		leaves = next
	}
	s.top = bits.TrailingZeros64(rest)
	s.up[s.top] = s.top
	order := []int{s.top}
	for i := 0; i < len(order); i++ {
		v := order[i]
		for u := range bitsOf(s.near[v] &^ (1 << s.up[v])) {
			s.up[u] = v
			order = append(order, u)
		}
	}
	return order
}

func (s *trees) rehash(v int) {
	s.whole[v] = s.below[v].plus(s.table.hash(s.counters[v])).mixed()
}

func (s *trees) lower(v int, left uint64) {
	old := s.whole[v]
	s.counters[v] = left
	if left > 0 {
		s.rehash(v)
		s.carry(v, old)
		return
	}
	s.full &^= 1 << v
	s.ends &^= 1 << v
	// The stack is open, so it has at most one neighbour.
	if near := s.near[v] & s.full; near != 0 {
		u := bits.TrailingZeros64(near)
		if others := s.near[u] & s.full; others&(others-1) == 0 {
			s.ends |= near
		}
		if v == s.top {
			s.top = u
			return
		}
	}
	s.whole[v] = key{}
	s.carry(v, old)
}

// carry propagates a changed hash to the root.
func (s *trees) carry(v int, old key) {
	for v != s.top && s.up[v] != v {
		u := s.up[v]
		before := s.whole[u]
		s.below[u] = key{s.below[u].a - old.a + s.whole[v].a, s.below[u].b - old.b + s.whole[v].b}
		s.rehash(u)
		v, old = u, before
	}
}

// raise undoes lower, given the previous counters, full and open stacks, and root.
func (s *trees) raise(v int, n uint64, full, ends uint64, top int) {
	s.counters[v], s.full, s.ends = n, full, ends
	if top != s.top { // the old root was taken: its subtree is unchanged
		s.top = top
		return
	}
	old := s.whole[v]
	s.rehash(v)
	s.carry(v, old)
}

func (s *trees) wins(depth int) bool {
	if bits.OnesCount64(s.ends) <= 2 {
		return !s.isPathLost()
	}
	k := s.whole[s.top].plus(s.salt).mixed()
	if won, known := s.table.get(k).truth(); known {
		return won
	}
	before := s.nodes
	defer s.leave()
	if !s.visit() {
		return false
	}
	won := false
	for _, m := range s.moves(depth) {
		if !s.goesOn() {
			break
		}
		if won = s.winsBy(m.v, m.left, depth); won || s.err != nil {
			s.worth[m.v][min(m.left, worthLabels-1)]++
			break
		}
	}
	if s.err == nil {
		s.table.put(k, entry(0).withTruth(won), s.nodes-before)
	}
	return won
}

// moves lists the moves, those that won most often first.
func (s *trees) moves(depth int) []move {
	if depth == len(s.lists) {
		s.lists = append(s.lists, nil)
	}
	list := s.lists[depth][:0]
	for v := range s.ordered(s.ends) {
		for left := range s.counters[v] {
			list = append(list, move{v, left, s.worth[v][min(left, worthLabels-1)]})
		}
	}
	for i := 1; i < len(list); i++ { // faster than slices.SortStableFunc
		for j := i; j > 0 && list[j].worth > list[j-1].worth; j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
	s.allocate((cap(list) - cap(s.lists[depth])) * int(unsafe.Sizeof(move{})))
	s.lists[depth] = list
	return list
}

func (s *trees) winsBy(v int, left uint64, depth int) bool {
	n, full, ends, top := s.counters[v], s.full, s.ends, s.top
	s.lower(v, left)
	won := !s.wins(depth + 1)
	s.raise(v, n, full, ends, top)
	return won
}

func (s *trees) isPathLost() bool {
	var room [maxStacks]uint64
	row := room[:0]
	rest := s.full
	for next := s.ends & -s.ends; next != 0; {
		v := bits.TrailingZeros64(next)
		row = append(row, s.counters[v])
		rest &^= next
		next = s.near[v] & rest
	}
	return rows.Lost(games.Normal, row)
}
