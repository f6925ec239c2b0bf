package depots

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/solver/theory"
)

const (
	// usualNodes bounds a question without a deadline or other bounds. timedNodes bounds one with a
	// deadline.
	usualNodes, timedNodes = 1 << 20, 1 << 40
	// alone is the time that one core searches before the others join.
	alone = 50 * time.Millisecond
	// maxCounters bounds a searched board, so that moves fit an int64.
	maxCounters = 1 << 60
)

// A Solver is the theory.Prover of the games of depotnim.
type Solver struct {
	// Table must not be nil.
	Table *Table
	// Nodes bounds the positions of a question; 0 leaves that to the context's deadline.
	Nodes uint64
	// Cores is the number of cores that search one question; 0 means all.
	Cores int

	visited atomic.Uint64
	spent   bool
	// value is the last value found, for the position of, and the number of positions searched for
	// it.
	value    theory.Value
	of       games.Position
	searched uint64
	// before is the count of positions at the start of the reason.
	before uint64
	// won has the winning moves found, by position.
	won map[games.Position][]games.Move
}

// Visited returns the number of positions searched so far.
func (s *Solver) Visited() uint64 { return s.visited.Load() }

type question struct {
	solver  *Solver
	limits  *limits
	variant *games.Variant
	enough  bool // one winning move is enough
	*depotnim.Position
}

func (s *Solver) ask(ctx context.Context, v *games.Variant, p games.Position) (*question, error) {
	nodes := s.Nodes
	if _, timed := ctx.Deadline(); nodes == 0 && timed {
		nodes = timedNodes
	} else if nodes == 0 {
		nodes = usualNodes
	}
	return &question{solver: s, limits: &limits{ctx: ctx, nodes: nodes}, variant: v, Position: p.(*depotnim.Position)}, ctx.Err()
}

// race searches on one core, after a while on the others too, and returns the first result.
func race[T any](q *question, search func(*searcher) T) (T, error) {
	cores := q.solver.Cores
	if cores == 0 {
		cores = runtime.GOMAXPROCS(0)
	}
	type result struct {
		value T
		err   error
	}
	ctx, cancel := context.WithCancel(q.limits.ctx)
	defer cancel()
	results := make(chan result, cores)
	var running sync.WaitGroup
	start := func(core int) {
		running.Go(func() {
			c := &searcher{table: q.solver.Table, limits: q.limits, ctx: ctx, core: core}
			value := search(c)
			q.solver.visited.Add(c.nodes)
			if core == 0 || c.err != errOvertaken {
				results <- result{value, c.err}
			}
		})
	}
	start(0)
	if cores > 1 {
		running.Go(func() {
			select {
			case <-ctx.Done():
			case <-time.After(alone):
				for core := 1; core < cores; core++ {
					start(core)
				}
			}
		})
	}
	first := <-results
	cancel()
	running.Wait()
	return first.value, first.err
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
	return race(q, func(c *searcher) bool {
		search, yard := newTrucks(c, p)
		return search.wins(*yard, p.Turn().Owner)
	})
}

// places returns all vertices, because roads lead through empty ones too.
func places(p *depotnim.Position) (all []int) {
	for v := range p.Counters() {
		all = append(all, v)
	}
	return all
}

// fits reports whether there are at most maxStacks vertices, with at most this many counters in
// total.
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
