package solver

import (
	"context"
	"errors"
	"sync"
	"time"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/solver/depots"
	"nimatron/solver/rows"
	"nimatron/solver/search"
	"nimatron/solver/theory"
)

// boardFamilies are the families whose positions package depots searches.
var boardFamilies = map[*games.Family]bool{
	depotnim.TreeFamily:     true,
	depotnim.DepotFamily:    true,
	depotnim.ForkliftFamily: true,
	depotnim.ColouredFamily: true,
}

// MoveTime is how long Choose searches at most for a decision in a game on a tree, a
// graph or a grid.
const MoveTime = 2 * time.Second

// sharedTable is what all solvers of the process remember of the games on trees, graphs
// and grids. It is made when the first of these is asked about, so that nobody else
// pays for it.
var sharedTable = sync.OnceValue(func() *depots.Table { return depots.NewTable(depots.DefaultTableBytes) })

// Reproducible returns a solver whose answers follow from what it is asked and was asked
// before, as where a start has to come out the same each time: a search visits at most so
// many positions, on one core, and remembers nothing from elsewhere. It is for positions
// that the program draws. It must not be used by two goroutines at a time.
func Reproducible(nodes int) *Solver {
	const tableBytes = 1 << 20
	return &Solver{Nodes: nodes, BoardNodes: uint64(nodes), cores: 1,
		table: sync.OnceValue(func() *depots.Table { return depots.NewFixedTable(tableBytes) })}
}

// WithTable returns a solver that remembers what it proves of games on trees, graphs and
// grids in a table of its own.
func WithTable(t *depots.Table) *Solver {
	return &Solver{table: func() *depots.Table { return t }}
}

// boards answers one question about a game on a tree, a graph or a grid.
type boards struct {
	variant *games.Variant
	nodes   uint64 // that may be visited, 0 where that is left to the context
	solver  depots.Solver
	spent   bool
}

// newBoards returns what answers a question, with the limits of s.
func (s *Solver) newBoards(v *games.Variant) *boards {
	table := s.table
	if table == nil {
		table = sharedTable
	}
	return &boards{variant: v, nodes: s.BoardNodes, solver: depots.Solver{Table: table(), Cores: s.cores}}
}

// within bounds a search for which nobody has said how long it may take.
func (b *boards) within(ctx context.Context) {
	b.solver.Nodes = b.nodes
	if _, timed := ctx.Deadline(); b.nodes == 0 && !timed {
		b.solver.Nodes = search.DefaultNodes
	}
}

// settled makes one error of all that say that time or nodes did not suffice.
func (b *boards) settled(err error) error {
	if errors.Is(err, depots.ErrBudget) || errors.Is(err, context.DeadlineExceeded) {
		b.spent = true
		return ErrBudget
	}
	return err
}

// Wins reports whether the player to move in p wins.
func (b *boards) Wins(ctx context.Context, p games.Position) (bool, error) {
	b.within(ctx)
	won, err := b.solver.Wins(ctx, b.variant, p)
	return won, b.settled(err)
}

// Winning returns winning moves, as Solver.Winning says.
func (b *boards) Winning(ctx context.Context, p games.Position, limit int) ([]games.Move, bool, error) {
	b.within(ctx)
	moves, complete, err := b.solver.Winning(ctx, b.variant, p, limit)
	return moves, complete, b.settled(err)
}

// One returns a winning move, the first that is found; won is false where there is none.
func (b *boards) One(ctx context.Context, p games.Position) (move games.Move, won bool, err error) {
	b.within(ctx)
	move, won, err = b.solver.One(ctx, b.variant, p)
	return move, won, b.settled(err)
}

// Spent reports whether time or nodes did not suffice for what was asked.
func (b *boards) Spent() bool { return b.spent }

// Reason returns the reason for the verdict on p, which is proved; of a won one it is about
// move, which wins.
func (b *boards) Reason(ctx context.Context, p games.Position, wins bool, move games.Move) theory.Reason {
	reason := theory.Reason{Claim: theory.ClaimOf(p, wins), Move: move}
	if games.Over(p) {
		return reason
	}
	g := b.ground(p)
	switch {
	case g.Kind == depots.Row:
		g.EndNim = b.endNim(p.(*depotnim.Position), move)
	case g.Kind == depots.Searched:
		if !wins {
			b.answer(ctx, p, &g.Tried)
		}
		g.Positions = int(b.solver.Visited())
	}
	reason.Ground = g
	return reason
}

// answerTime is how long the answers in a lost position are looked for: what the search
// has refuted it mostly remembers.
const answerTime = 200 * time.Millisecond

// answer looks for answers in a position that the search has found lost.
func (b *boards) answer(ctx context.Context, p games.Position, tried *theory.Tried) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	b.within(ctx)
	tried.Answer(p, func(after games.Position) (games.Move, error) {
		move, _, err := b.solver.One(ctx, b.variant, after)
		return move, err
	})
}

// endNim is the ground in End-Nim of the verdict on a board whose stacks are a row.
func (b *boards) endNim(p *depotnim.Position, move games.Move) *rows.Ground {
	vertices, _ := depots.RowOf(p)
	piles := make([]uint64, len(vertices))
	for i, v := range vertices {
		piles[i] = p.Counters()[v]
	}
	// Its moves are those of the two ends.
	ends := map[string]int{"L": vertices[0], "R": vertices[len(vertices)-1]}
	for where, v := range ends {
		if move.Where == p.Name(v) {
			move.Where = where
			break
		}
	}
	g := rows.Reason(b.variant.Ending, piles, move).Ground.(*rows.Ground)
	for i, m := range g.Winning {
		g.Winning[i] = p.Take(ends[m.Where], m.Count)
	}
	return g
}

// ground returns the ground of the verdict on p, which is not over: Searched where it needs a
// search.
func (b *boards) ground(p games.Position) *depots.Ground {
	board := p.(*depotnim.Position)
	g := &depots.Ground{Kind: depots.Searched, Misere: b.variant.Ending == games.Misere}
	ones, open := true, true
	reached := board.Open(p.Turn().Owner)
	for v, n := range board.Counters() {
		if n > 0 {
			g.Stacks++
			g.NimSum ^= n
			ones, open = ones && n == 1, open && reached[v]
		}
	}
	switch {
	case b.variant.Partizan:
	case ones:
		g.Kind = depots.OneByOne
		return g
	case open && board.Board().Rule() == depotnim.Depots:
		g.Kind = depots.OpenStacks
		return g
	}
	for _, pair := range depots.Pairs(b.variant, p) {
		g.Pairs = append(g.Pairs, [2]string{board.Name(pair[0]), board.Name(pair[1])})
	}
	if len(g.Pairs) > 0 {
		g.Kind = depots.Mirror
		return g
	}
	if b.variant.Partizan {
		return g
	}
	if row, ok := depots.RowOf(board); ok {
		g.Kind = depots.Row
		for _, v := range row {
			g.Places = append(g.Places, board.Name(v))
		}
	}
	return g
}

// sumGround is the ground of a sum of components whose values are known.
func sumGround(list []Component, nimSum uint64) *depots.Ground {
	g := &depots.Ground{Kind: depots.Sum, NimSum: nimSum}
	for _, c := range list {
		g.Stacks += len(c.Places)
		g.Components = append(g.Components, depots.Part{Where: c.Places[0], Value: c.Grundy})
	}
	return g
}

// Component is stacks of a board that affect each other and no others.
type Component struct {
	// Places are the names of the stacks.
	Places []string
	// Grundy is the value where Known is true.
	Grundy uint64
	Known  bool
}

// nimSum returns the value of a sum of components where it is known; nil is for a position
// that has no value.
func nimSum(list []Component) (value uint64, known bool) {
	for _, c := range list {
		if !c.Known {
			return 0, false
		}
		value ^= c.Grundy
	}
	return value, list != nil
}

// components returns what p falls into, of which it is the sum; nil where it has no value.
func (b *boards) components(ctx context.Context, p games.Position) []Component {
	if b.variant.Partizan || b.variant.Ending != games.Normal {
		return nil
	}
	b.within(ctx)
	board := p.(*depotnim.Position)
	list := []Component{}
	for _, c := range b.solver.Components(ctx, b.variant, board) {
		component := Component{Grundy: c.Value, Known: c.Known}
		for _, v := range c.Vertices {
			component.Places = append(component.Places, board.Name(v))
		}
		list = append(list, component)
	}
	return list
}
