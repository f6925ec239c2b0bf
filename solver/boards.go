package solver

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/solver/depots"
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

// AppendWhy appends one sentence without its full stop that gives the reason for the
// verdict on p, which is proved; moves are winning ones.
func (b *boards) AppendWhy(dst []byte, p games.Position, moves []games.Move) []byte {
	if known := b.theorem(p); known != "" {
		return append(dst, known...)
	}
	switch {
	case games.Over(p):
		return append(dst, "the game is over"...)
	case len(moves) > 0:
		return append(moves[0].AppendTo(dst), " wins against every reply, as a search proved"...)
	}
	return append(dst, "every move loses, as a search proved"...)
}

// boardTheorems is where the statements are proved that settle a board without a search.
const boardTheorems = "docs/theory-boards.md of Nimatron"

// theorem returns the reason for the verdict on p where no search is needed, else "".
func (b *boards) theorem(p games.Position) string {
	board := p.(*depotnim.Position)
	stacks, ones, open := 0, true, true
	sum := uint64(0)
	reached := board.Open(p.Turn().Owner)
	for v, n := range board.Counters() {
		if n > 0 {
			stacks++
			sum ^= n
			ones, open = ones && n == 1, open && reached[v]
		}
	}
	misere := b.variant.Ending == games.Misere
	switch {
	case stacks == 0:
		return ""
	case b.variant.Partizan:
	case ones:
		return fmt.Sprintf("each move empties one stack of 1, and %d are left, an %s number", stacks, theory.Parity(stacks))
	case open && board.Board().Rule() == depotnim.Depots && misere:
		return "every stack can be reached, so this is misère Nim"
	case open && board.Board().Rule() == depotnim.Depots:
		return fmt.Sprintf("every stack can be reached, so this is Nim, and the nim-sum of the stacks is %d", sum)
	}
	if pairs := depots.Pairs(b.variant, p); len(pairs) > 0 {
		return string(appendPairs(nil, board, pairs))
	}
	return ""
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

// shownPairs is how many pairs of stacks a sentence names.
const shownPairs = 4

// appendPairs says how the second player wins where a symmetry moves every stack.
func appendPairs(dst []byte, board *depotnim.Position, pairs [][2]int) []byte {
	dst = append(dst, "each move is answered by the same one on the stack's partner in a symmetry of the board: "...)
	for i, pair := range pairs[:min(len(pairs), shownPairs)] {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = append(append(append(dst, board.Name(pair[0])...), " with "...), board.Name(pair[1])...)
	}
	if len(pairs) > shownPairs {
		dst = append(dst, " and so on"...)
	}
	return dst
}
