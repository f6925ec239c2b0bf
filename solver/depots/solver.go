package depots

import (
	"context"
	"math"
	"slices"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/solver/theory"
)

// maxCounters bounds a searched board, so that moves fit an int64.
const maxCounters = 1 << 60

// A Solver is the theory.Prover of the games of depotnim.
type Solver struct {
	// Table is the question's own if it is nil.
	Table *Table
	// Nodes bounds the positions of a search; 0 leaves that to the question.
	Nodes uint64

	visited uint64
	spent   bool
	// value is the last value found, for the position in of; searched is the number of positions that it
	// took.
	value    theory.Value
	of       games.Position
	searched uint64
	before   uint64
	won      map[games.Position][]games.Move
}

// Visited returns the number of positions searched so far.
func (s *Solver) Visited() uint64 { return s.visited }

type question struct {
	ctx     context.Context
	solver  *Solver
	limits  *limits
	variant *games.Variant
	enough  bool
	*depotnim.Position
}

func (s *Solver) ask(ctx context.Context, v *games.Variant, p games.Position) (*question, error) {
	if s.Table == nil {
		s.Table = theory.Kept(ctx, ownTable)
	}
	nodes := s.Nodes
	if nodes == 0 {
		nodes = math.MaxUint64
	} else {
		s.Table.most = max(s.Table.most, int(min(nodes, largestTable)))
	}
	return &question{ctx: ctx, solver: s, limits: &limits{nodes: nodes}, variant: v, Position: p.(*depotnim.Position)}, ctx.Err()
}

func searched[T any](q *question, search func(*searcher) T) (T, error) {
	c := &searcher{ctx: q.ctx, table: q.solver.Table, limits: q.limits}
	value := search(c)
	q.solver.visited += c.nodes
	err := c.err // The search may have found its result before its last options were counted.
	c.report(c.looks % checkEvery)
	return value, err
}

func (q *question) wins() (bool, error) {
	p := q.Position
	if games.Over(p) {
		winner, _ := q.variant.Winner(p)
		return winner == p.Turn().Owner, nil
	}
	if _, ok := q.seen(); ok {
		return true, nil
	}
	if onesAlone(q.variant, p) || mirrorOf(p) != nil {
		return false, nil
	}
	if q.variant.Partizan {
		return q.trucksWin(p)
	}
	if h := highBoard(p); h != nil {
		return h.sum != 0, nil
	}
	lost, err := q.sum(q.summands()).is(0)
	return !lost, err
}

func (q *question) trucksWin(p *depotnim.Position) (bool, error) {
	if !fits(p, places(p), maxCounters) {
		return false, theory.ErrBudget
	}
	return searched(q, func(c *searcher) bool {
		search, yard := newTrucks(c, p)
		return search.wins(*yard, p.Turn().Owner)
	})
}

func places(p *depotnim.Position) (all []int) {
	for v := range p.Counters() {
		all = append(all, v)
	}
	return all
}

func fits(p *depotnim.Position, vertices []int, counters uint64) bool {
	sum := uint64(0)
	for _, v := range vertices {
		if sum += min(p.Counters()[v], counters+1); sum > counters {
			return false
		}
	}
	return len(vertices) <= maxStacks
}

func together(joined []group, piles []int) []int {
	vertices := slices.Clone(piles)
	for _, g := range joined {
		vertices = append(vertices, g.vertices...)
	}
	slices.Sort(vertices)
	return vertices
}
