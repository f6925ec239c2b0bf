package depots

import (
	"slices"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/solver/rows"
	"nimatron/solver/theory"
)

// sum is an impartial position under normal play, as the sum of its groups.
type sum struct {
	question *question
	groups   []*summand // without pairs of equal ones, the smallest first
	piles    uint64     // the nim-sum of the Nim piles
}

type summand struct {
	vertices group
	start    *position // nil if there are too many stacks to search
	whole    part
	// row has the piles if the group is a row of End-Nim, rowVertices their vertices.
	row         []uint64
	rowVertices []int
	star        *star // nil if the theorem on stars does not apply
	ones        bool  // every stack has one counter
}

// summands returns the groups, and the vertices of the Nim piles.
func (q *question) summands() (summands []*summand, piles []int) {
	joined, piles := groups(q.Position)
	for _, vertices := range joined {
		summands = append(summands, newSummand(q.solver.Table, q.Position, vertices))
	}
	return summands, piles
}

// sum adds up groups and piles. Groups cancel if they are small enough to have keys.
func (q *question) sum(summands []*summand, piles []int) *sum {
	s := &sum{question: q}
	for _, v := range piles {
		s.piles ^= q.Counters()[v]
	}
	s.groups = cancel(slices.Clone(summands), func(g *summand) int { return len(g.vertices) }, func(g *summand) key { return g.whole.key })
	return s
}

func newSummand(t *Table, p *depotnim.Position, vertices group) *summand {
	g := &summand{vertices: vertices, ones: onesOnly(p, vertices)}
	g.rowVertices, _ = vertices.row(p)
	g.star = vertices.star(p)
	for _, v := range g.rowVertices {
		g.row = append(g.row, p.Counters()[v])
	}
	if len(vertices) <= maxStacks {
		g.start = newPosition(p, vertices)
		g.whole = part{mask: g.start.full, closed: g.start.closed(g.start.full)}
		g.whole.key = g.start.form(t, g.whole)
	}
	return g
}

// onesOnly reports whether every vertex has one counter.
func onesOnly(p *depotnim.Position, vertices []int) bool {
	return !slices.ContainsFunc(vertices, func(v int) bool { return p.Counters()[v] != 1 })
}

func (s *sum) groupValue(g *summand) (uint64, error) {
	if g.ones {
		return uint64(len(g.vertices) % 2), nil
	}
	return searchGroup(s.question, g, func(search *values) uint64 { return search.value(g.whole) })
}

func (s *sum) groupIs(g *summand, x uint64) (bool, error) {
	if g.ones {
		return uint64(len(g.vertices)%2) == x, nil
	}
	if g.row != nil && x == 0 {
		return rows.Lost(games.Normal, g.row), nil
	}
	if g.star != nil && x == 0 {
		return g.star.lost(), nil
	}
	return searchGroup(s.question, g, func(search *values) bool { return search.is(g.whole, x) })
}

func searchGroup[T any](q *question, g *summand, search func(*values) T) (found T, err error) {
	if g.start == nil {
		return found, theory.ErrBudget
	}
	return race(q, func(c *searcher) T { return search(&values{searcher: c, position: *g.start}) })
}

func (s *sum) is(x uint64) (bool, error) {
	x ^= s.piles
	if len(s.groups) == 0 {
		return x == 0, nil
	}
	last := len(s.groups) - 1
	for _, g := range s.groups[:last] {
		value, err := s.groupValue(g)
		if err != nil {
			return false, err
		}
		x ^= value
	}
	return s.groupIs(s.groups[last], x)
}

func (s *sum) value() (uint64, error) {
	x := s.piles
	for _, g := range s.groups {
		value, err := s.groupValue(g)
		if err != nil {
			return 0, err
		}
		x ^= value
	}
	return x, nil
}
