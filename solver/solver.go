package solver

import (
	"context"
	"time"

	"nimatron/games"
	"nimatron/solver/depots"
	"nimatron/solver/rows"
	"nimatron/solver/search"
	"nimatron/solver/theory"
)

// ErrBudget is returned when the search visited as many positions as it may:
// nothing is proved then.
var ErrBudget = search.ErrBudget

// Solver answers who wins and how. The zero value is ready to use with default
// budgets. Besides its settings it holds no state but a table of what is proved, and it
// is safe for concurrent use.
//
// In every method the position must be one of the variant: parsed by it, or
// reached by moves from such a one. Variants with a theorem answer in a few
// milliseconds, look at the context only while tables are filled for a Grundy value,
// and otherwise give no error; the others are searched. The games on trees, graphs and
// grids are searched until the deadline of the context, which is one more budget for
// them: past it the error is ErrBudget.
type Solver struct {
	// Nodes is how many positions one search may visit, counting returns to
	// positions that it knows; 0 or less means search.DefaultNodes. It is not about
	// games on trees, graphs and grids.
	Nodes int
	// BoardNodes is Nodes for the games on trees, graphs and grids; 0 means as many as
	// there is time for by the context, or search.DefaultNodes where it has no deadline.
	BoardNodes uint64
	// Cells bounds the cells of the tables that are filled to find the Grundy value
	// of one row; 0 or less means rows.DefaultCells.
	Cells int
	// Watch, unless it is nil, is told of every question how long it took and whether a
	// search has run out of its budget. It may be called from several goroutines.
	Watch func(question Question, took time.Duration, spent bool)
	// TableSteps bounds the work of one Table, as it is reckoned before it begins; 0 or
	// less means that only the size of tables is bounded. A step is a cell that is
	// filled for a Grundy value, or a pair of piles that is looked at: some 10 ns.
	TableSteps int

	// table remembers what is proved of games on trees, graphs and grids; nil means the
	// one that all solvers of the process share. cores is how many search, 0 for all.
	table func() *depots.Table
	cores int
}

// Question is what a solver was asked, in the words of its method.
type Question string

// The questions.
const (
	AskWins    Question = "wins"
	AskWinning Question = "winning"
	AskChoose  Question = "choose"
	AskAnalyze Question = "analyze"
	AskExplain Question = "explain"
	AskTable   Question = "table"
)

// answered tells Watch, which must not be nil, of a question that began then and is
// answered now.
func (s *Solver) answered(q Question, began time.Time, r prover) {
	s.Watch(q, time.Since(began), r.search != nil && r.search.Spent())
}

// Wins reports whether the player who decides now, Turn().Actor, wins. On a
// finished game that is whether this player has won. The error is ErrBudget or
// ctx.Err() where the search could not prove it.
func (s *Solver) Wins(ctx context.Context, v *games.Variant, p games.Position) (bool, error) {
	r := s.prover(v)
	if s.Watch != nil {
		defer s.answered(AskWins, time.Now(), r)
	}
	return r.wins(ctx, p)
}

// Winning returns the winning decisions of whoever decides now, in a fixed order,
// at most limit of them; complete says whether these are all. There are none in a
// lost position and in a finished one. A search that runs out of its budget returns
// what it has proved with complete false; the error, as in Wins, is for having
// proved no move.
//
// Theorems list moves pile by pile, or the left end before the right, fewest
// counters first; the search lists them in the order of Position.Options.
func (s *Solver) Winning(ctx context.Context, v *games.Variant, p games.Position, limit int) (moves []games.Move, complete bool, err error) {
	r := s.prover(v)
	if s.Watch != nil {
		defer s.answered(AskWinning, time.Now(), r)
	}
	return r.winning(ctx, p, limit)
}

// prover is how the positions of one variant are settled: by a theorem where there
// is one, else by a search, which remembers what it has settled.
type prover struct {
	variant *games.Variant
	cells   int           // that tables of Grundy values may fill
	theory  theory.Family // nil where none is known
	search  searcher      // nil where a theory is known
	boards  *boards       // the same as search in a game on a tree, a graph or a grid
}

// searcher proves what no theorem says.
type searcher interface {
	Wins(ctx context.Context, p games.Position) (bool, error)
	Winning(ctx context.Context, p games.Position, limit int) ([]games.Move, bool, error)
	Reason(ctx context.Context, p games.Position, wins bool, move games.Move) theory.Reason
	Spent() bool
}

// prover returns a new prover, with the budget of one question.
func (s *Solver) prover(v *games.Variant) prover {
	if known := families[v.Family]; known != nil {
		cells := s.Cells
		if cells <= 0 {
			cells = rows.DefaultCells
		}
		return prover{variant: v, cells: cells, theory: known}
	}
	if boardFamilies[v.Family] {
		b := s.newBoards(v)
		return prover{variant: v, search: b, boards: b}
	}
	nodes := s.Nodes
	if nodes <= 0 {
		nodes = search.DefaultNodes
	}
	return prover{variant: v, search: search.New(v, nodes)}
}

func (r prover) wins(ctx context.Context, p games.Position) (bool, error) {
	if r.theory != nil {
		return r.theory.Wins(r.variant, p), nil
	}
	return r.search.Wins(ctx, p)
}

// grundy returns the Grundy value of p where it is known before ctx ends.
func (r prover) grundy(ctx context.Context, p games.Position) (uint64, bool) {
	switch {
	case r.theory != nil:
		return r.theory.Grundy(ctx, r.variant, p, r.cells)
	case r.boards != nil:
		return nimSum(r.boards.components(ctx, p))
	}
	return 0, false
}

func (r prover) winning(ctx context.Context, p games.Position, limit int) ([]games.Move, bool, error) {
	if r.theory != nil {
		moves, complete := r.theory.Winning(r.variant, p, limit)
		return moves, complete, nil
	}
	return r.search.Winning(ctx, p, limit)
}

// verdict is wins and winning together. Where moves are proved it is that the
// player who decides wins, even if the search could not list them all.
func (r prover) verdict(ctx context.Context, p games.Position, limit int) (won bool, moves Moves, err error) {
	list, complete, err := r.winning(ctx, p, limit)
	switch {
	case err != nil:
		return false, Moves{}, err
	case len(list) > 0:
		return true, Moves{list, complete}, nil
	case r.theory != nil || games.Over(p):
		won, err = r.wins(ctx, p)
		return won, Moves{nil, complete}, err
	default:
		return false, Moves{nil, true}, nil
	}
}

// reason gives the reason for the verdict on p, of which winning are winning decisions;
// of a won one it is about move, or about the best one to go on from if move is the
// zero Move.
func (r prover) reason(ctx context.Context, p games.Position, won bool, winning []games.Move, move games.Move) theory.Reason {
	if r.theory != nil {
		return r.theory.Reason(r.variant, p, move)
	}
	if move == (games.Move{}) && len(winning) > 0 {
		move = winning[0]
	}
	return r.search.Reason(ctx, p, won, move)
}
