package depots

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/solver/rows"
)

type values struct {
	*searcher
	position
	tables  heapTables
	terrain terrain
	found   high
	// forms are those of graphs as they stand, which a search meets by many ways. Memory for roomForms of them is counted.
	forms     map[key]key
	roomForms int
}

// mostForms bounds the kept forms, which are dropped together.
const mostForms = 1 << 16

func (s *values) form(p part) key {
	n := uint64(bits.OnesCount64(p.mask))
	if s.rule == depotnim.Leaves {
		s.touched += n
		return s.treeForm(p)
	}
	s.touched++
	stands := hash(p.mask).plus(hash(p.closed).mixed()).plus(p.stands)
	if k, known := s.forms[stands]; known {
		return k
	}
	k, rounds := s.position.form(p)
	s.touched += n * (rounds + 1)
	switch len(s.forms) {
	case mostForms:
		clear(s.forms)
	case s.roomForms:
		if s.roomForms += tableStep; s.forms == nil {
			s.forms = map[key]key{}
		}
		s.allocate(tableStep * entryBytes)
	}
	s.forms[stands] = k
	return k
}

// places returns the sum of what stands where, if the board is a graph.
func (s *position) places(mask uint64) (sum key) {
	if s.rule == depotnim.Depots {
		for v := range bitsOf(mask) {
			sum = sum.plus(place(v, s.counters[v]))
		}
	}
	return sum
}

func place(v int, counters uint64) key { return hashOf(counters).plus(key{a: uint64(v)}).mixed() }

// fewParts is room for the parts of most positions.
const fewParts = 4

// parts splits mask into parts of unknown value, the smallest first, without pairs of equal ones.
// It also returns the nim-sum of the rest.
// Parts are appended to dst.
func (s *values) parts(mask uint64, places key, dst []part) (parts []part, sum uint64) {
	var room [maxStacks]uint64
	parts, piles := s.split(mask, dst, room[:0])
	for _, n := range piles {
		sum ^= n
	}
	kept := parts[:0]
	for _, p := range parts {
		if few := mask &^ p.mask; len(parts) == 1 && bits.OnesCount64(few) < bits.OnesCount64(p.mask) {
			s.touched += uint64(bits.OnesCount64(few))
			p.stands = places.minus(s.places(few))
		} else {
			s.touched += uint64(bits.OnesCount64(p.mask))
			p.stands = s.places(p.mask)
		}
		p.key = s.form(p)
		if value, known := s.table.get(p.key).value(); known {
			sum ^= value
		} else {
			kept = append(kept, p)
		}
	}
	return cancel(kept, func(p part) int { return bits.OnesCount64(p.mask) }, func(p part) key { return p.key }), sum
}

// cancel drops pairs of equal parts, which add up to 0, and sorts the rest, the smallest first.
func cancel[P any](parts []P, size func(P) int, keyOf func(P) key) []P {
	rest := parts[:0]
	for _, p := range parts {
		if i := slices.IndexFunc(rest, func(q P) bool { return keyOf(p) == keyOf(q) && keyOf(p) != key{} }); i >= 0 {
			rest = slices.Delete(rest, i, i+1)
		} else {
			rest = append(rest, p)
		}
	}
	slices.SortStableFunc(rest, func(p, q P) int { return cmp.Compare(size(p), size(q)) })
	return rest
}

// sumIs reports whether the stacks of mask have the value x. It need not compute the value of the largest
// part.
func (s *values) sumIs(mask uint64, places key, x uint64) bool {
	var room [fewParts]part
	parts, sum := s.parts(mask, places, room[:0])
	last := len(parts) - 1
	if last < 0 {
		return x == sum
	}
	for _, p := range parts[:last] {
		sum ^= s.value(p)
	}
	return s.is(parts[last], x^sum)
}

func (s *values) value(p part) uint64 {
	if value, known := s.table.get(p.key).value(); known {
		return value
	}
	if value, ok := s.theorem(p, math.MaxUint64); ok {
		return value
	}
	x := uint64(0)
	for s.goesOn() && !s.missing(p, x) {
		x++
	}
	s.remember(p, x)
	return x
}

func (s *values) remember(p part, x uint64) {
	if s.err == nil {
		s.put(p.key, s.table.get(p.key).withValue(x), s.nodes)
	}
}

func (s *values) is(p part, x uint64) bool {
	if value, known := s.table.get(p.key).value(); known {
		return value == x
	}
	if value, ok := s.theorem(p, x); ok {
		return value == x
	}
	if !s.missing(p, x) {
		return false
	}
	for y := uint64(0); y < x && s.goesOn(); y++ {
		if s.missing(p, y) {
			s.remember(p, y)
			return false
		}
	}
	s.remember(p, x)
	return true
}

// missing reports whether no option of a part has the value x. It may miss one if a smaller number is the part's
// value.
func (s *values) missing(p part, x uint64) bool {
	const kept = 32 // smaller values of options are kept in the entry
	if x < kept && s.table.get(p.key).notes()>>x&1 != 0 {
		return false
	}
	if s.dominated(p, x) {
		return false
	}
	before := s.nodes
	defer s.leave()
	if !s.visit() {
		return false
	}
	if x == 0 {
		if piles, ok := s.row(p); ok {
			return rows.Lost(games.Normal, piles)
		}
	}
	found := false
	if h := s.high(p); h != nil && x <= h.slack {
		found = len(h.winning(x)) > 0
	} else {
		found = s.reaches(p, x)
	}
	if s.err != nil {
		return false
	}
	if found && x < kept {
		e := s.table.get(p.key)
		s.put(p.key, e.withNotes(e.notes()|1<<x), s.nodes-before)
	}
	return !found
}

// lowering returns the number to which stack v must be lowered so that the part has the value x; at
// most one number does.
func (s *values) lowering(p part, v int, x uint64) (left uint64, found bool) {
	if h := s.high(p); h != nil && x <= h.slack {
		found := h.winning(x)
		i := slices.IndexFunc(found, func(l lowering) bool { return l.vertex == v })
		if i < 0 {
			return 0, false
		}
		return found[i].left, true
	}
	return s.lower(p, v, 0, s.counters[v], x)
}

// dominated reports whether some option has the value x, or a smaller number is the part's value, because an open
// stack has so many counters (docs/theory/boards.md, "One high stack").
func (s *values) dominated(p part, x uint64) bool {
	others, most := x, x
	for v := range bitsOf(p.mask &^ p.closed) {
		others += s.counters[v]
		most = max(most, s.counters[v])
	}
	return most >= others-most+2
}

// reaches reports whether an option has the value x. Which one it meets first makes much of the work. In graphs, emptying
// stacks next to many closed ones makes the board fall apart. Otherwise the largest stacks leave the least to search.
func (s *values) reaches(p part, x uint64) bool {
	var room, opened [maxStacks]int
	open, from := room[:0], []uint64{0}
	for v := range bitsOf(p.mask &^ p.closed) {
		open = append(open, v)
		if s.rule == depotnim.Depots {
			opened[v], from = bits.OnesCount64(s.near[v]&p.closed), []uint64{0, 1}
		}
	}
	slices.SortStableFunc(open, func(v, u int) int {
		return cmp.Or(cmp.Compare(opened[u], opened[v]), cmp.Compare(s.counters[u], s.counters[v]))
	})
	for i, left := range from {
		for _, v := range open {
			to := s.counters[v]
			if i+1 < len(from) {
				to = from[i+1]
			}
			if _, found := s.lower(p, v, left, to, x); found {
				return true
			}
		}
	}
	return false
}

// lower is lowering by search, to from or more but less than to.
func (s *values) lower(p part, v int, from, to, x uint64) (left uint64, found bool) {
	n := s.counters[v]
	for left = from; left < to && !found && s.goesOn(); left++ {
		s.counters[v] = left
		rest := part{mask: p.mask, closed: p.closed, stands: p.stands.minus(place(v, n)).plus(place(v, left))}
		if left == 0 {
			s.full &^= 1 << v
			found = s.sumIs(p.mask&^(1<<v), p.stands.minus(place(v, n)), x)
			s.full |= 1 << v
		} else {
			rest.key = s.form(rest)
			found = s.is(rest, x)
		}
	}
	s.counters[v] = n
	return left - 1, found
}

// theorem returns the value of a part, or any number above x if the value is one.
func (s *values) theorem(p part, x uint64) (value uint64, ok bool) {
	if s.onesOnly(p.mask) {
		return uint64(bits.OnesCount64(p.mask) % 2), true
	}
	if h := s.high(p); h != nil {
		defer s.leave()
		if !s.visit() || min(h.sum, x) <= h.slack {
			return h.sum, true
		}
	}
	return s.oneDoor(p)
}

// mostHigh bounds the counters of open stacks for which a search tries the theorem on high boards. With
// more it would spend its budget on the numbers to which a stack can be lowered.
const mostHigh = 1 << 12

// The next call overwrites what it returns.
func (s *values) high(p part) *high {
	total, open, opened := uint64(0), p.mask&^p.closed, false
	for v := range bitsOf(open) {
		if total += s.counters[v]; total > mostHigh {
			return nil
		}
	}
	// Most parts are not high, which is seen here for less.
	for u := range bitsOf(p.closed) {
		beside := s.near[u] & open
		if uint64(bits.OnesCount64(beside)) < s.need(u) {
			continue
		}
		opened = true
		for v := range bitsOf(beside) {
			if s.counters[u] < total-s.counters[v]+2 {
				return nil
			}
		}
	}
	if !opened {
		return nil
	}
	s.terrain.clear(s.counters[:])
	for v := range bitsOf(open) {
		s.terrain.open = append(s.terrain.open, v)
	}
	for u := range bitsOf(p.closed) {
		s.terrain.addDoor(u, int(s.need(u)), bitsOf(s.near[u]&open))
	}
	s.tables.filled = 0
	ok := s.found.find(&s.terrain, &s.tables)
	s.touched += uint64(2*bits.OnesCount64(p.mask)) + s.tables.filled
	if !ok {
		return nil
	}
	return &s.found
}

// oneDoor returns the value of a part with a single open stack of a counters. If g is the value
// after emptying it, lowering the stack gives the values 0, 1, 2 … without g.
func (s *values) oneDoor(p part) (value uint64, ok bool) {
	open := p.mask &^ p.closed
	if open&(open-1) != 0 {
		return 0, false
	}
	v := bits.TrailingZeros64(open)
	n := s.counters[v]
	s.counters[v] = 0
	s.full &^= open
	var room [fewParts]part
	parts, g := s.parts(p.mask&^open, p.stands.minus(place(v, n)), room[:0])
	for _, rest := range parts {
		g ^= s.value(rest)
	}
	s.counters[v] = n
	s.full |= open
	if n <= g {
		return n - 1, true
	}
	return n, true
}
