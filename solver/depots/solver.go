package depots

import (
	"context"
	"fmt"
	"slices"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/solver/theory"
)

const (
	// usualNodes bounds a question without a deadline or bounds of its own, timedNodes one with a
	// deadline, which ends it earlier.
	usualNodes, timedNodes = 1 << 20, 1 << 40
	// maxCounters bounds a searched board, so that moves fit an int64.
	maxCounters = 1 << 60
)

// A Solver is the theory.Prover of the games of depotnim.
type Solver struct {
	// Table must not be nil.
	Table *Table
	// Nodes bounds the positions of a question; 0 leaves that to the context's deadline.
	Nodes uint64

	visited uint64
	spent   bool
	// value is the last value found, of the position of, with the number of positions searched for
	// it.
	value    theory.Value
	of       games.Position
	searched uint64
	// before is the count of positions when the reason was asked for.
	before uint64
	// won has the winning moves found, by position.
	won map[games.Position][]games.Move
}

// Visited returns how many positions were searched so far.
func (s *Solver) Visited() uint64 { return s.visited }

type question struct {
	solver   *Solver
	searcher *searcher
	variant  *games.Variant
	enough   bool // stop at one winning move
	*depotnim.Position
}

func (s *Solver) ask(ctx context.Context, v *games.Variant, p games.Position) (*question, error) {
	position, ok := p.(*depotnim.Position)
	if !ok {
		return nil, fmt.Errorf("depots: %s is no game of trees, graphs and grids", v.ID)
	}
	nodes := s.Nodes
	if _, timed := ctx.Deadline(); nodes == 0 && timed {
		nodes = timedNodes
	} else if nodes == 0 {
		nodes = usualNodes
	}
	return &question{solver: s, searcher: &searcher{table: s.Table, ctx: ctx, most: nodes}, variant: v, Position: position}, ctx.Err()
}

// search runs one search of the question.
func search[T any](q *question, run func(*searcher) T) (T, error) {
	before := q.searcher.nodes
	q.searcher.err = nil
	value := run(q.searcher)
	q.solver.visited += q.searcher.nodes - before
	return value, q.searcher.err
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
	lost, err := q.sum(q.summands()).is(0)
	return !lost, err
}

func (q *question) trucksWin(p *depotnim.Position) (bool, error) {
	if !fits(p, places(p), maxCounters) {
		return false, theory.ErrBudget
	}
	return search(q, func(c *searcher) bool {
		trucks, yard := newTrucks(c, p)
		return trucks.wins(*yard, p.Turn().Owner)
	})
}

// places returns all vertices: roads lead through empty ones too.
func places(p *depotnim.Position) (all []int) {
	for v := range p.Counters() {
		all = append(all, v)
	}
	return all
}

// fits reports whether vertices are at most maxStacks, with at most this many counters together.
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
