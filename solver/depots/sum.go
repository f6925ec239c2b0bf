package depots

import (
	"slices"

	"nimatron/solver/theory"
)

type sum struct {
	question *question
	groups   []*summand
	piles    uint64
}

type summand struct {
	group
	start   *position
	whole   part
	theorem theorem
	high    *high
	ones    bool
}

func (q *question) summands() (summands []*summand, piles []int) {
	joined, piles := groups(q.Position)
	for _, g := range joined {
		summands = append(summands, newSummand(g))
	}
	return summands, piles
}

// sum adds up groups and piles. Equal groups cancel if they are small enough to have keys.
func (q *question) sum(summands []*summand, piles []int) *sum {
	s := &sum{question: q}
	for _, v := range piles {
		s.piles ^= q.Counters()[v]
	}
	s.groups = cancel(slices.Clone(summands), func(g *summand) int { return len(g.vertices) }, func(g *summand) key { return g.whole.key })
	return s
}

func newSummand(of group) *summand {
	g := &summand{group: of, theorem: of.theorem(), high: of.high()}
	g.ones = !slices.ContainsFunc(g.vertices, func(v int) bool { return g.Counters()[v] != 1 })
	if len(g.vertices) <= maxStacks {
		g.start = newPosition(g.Position, g.vertices)
		g.whole = part{mask: g.start.full, closed: g.start.closed(g.start.full)}
		g.whole.key, _ = g.start.form(g.whole)
		g.whole.stands = g.start.places(g.whole.mask)
	}
	return g
}

func (q *question) groupValue(g *summand) (uint64, error) {
	if g.ones {
		return uint64(len(g.vertices) % 2), nil
	}
	if g.theorem != nil && g.theorem.lost() {
		return 0, nil
	}
	if h := g.high; h != nil && h.sum <= h.slack {
		return h.sum, nil
	}
	return searchGroup(q, g, func(search *values) uint64 { return search.value(g.whole) })
}

func (q *question) groupIs(g *summand, x uint64) (bool, error) {
	switch {
	case g.ones:
		return uint64(len(g.vertices)%2) == x, nil
	case g.theorem != nil && x == 0:
		return g.theorem.lost(), nil
	case g.high != nil && x <= g.high.slack:
		return g.high.sum == x, nil
	}
	return searchGroup(q, g, func(search *values) bool { return search.is(g.whole, x) })
}

func searchGroup[T any](q *question, g *summand, search func(*values) T) (found T, err error) {
	if g.start == nil {
		return found, theory.ErrBudget
	}
	return searched(q, func(c *searcher) T {
		return search(&values{searcher: c, position: *g.start, tables: heapTables{cells: searchedHeap}})
	})
}

// is reports whether the sum has this value. The value of the largest group need not be computed.
func (s *sum) is(x uint64) (bool, error) {
	if len(s.groups) == 0 {
		return x == s.piles, nil
	}
	others, last := *s, len(s.groups)-1
	others.groups = s.groups[:last]
	value, err := others.value()
	if err != nil {
		return false, err
	}
	return s.question.groupIs(s.groups[last], x^value)
}

func (s *sum) value() (uint64, error) {
	x := s.piles
	for _, g := range s.groups {
		value, err := s.question.groupValue(g)
		if err != nil {
			return 0, err
		}
		x ^= value
	}
	return x, nil
}
