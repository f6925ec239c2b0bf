package solver

import (
	"context"
	"errors"

	"nimatron/games"
)

// ErrBudget is returned when the search visited as many positions as it may:
// nothing is proved then.
var ErrBudget = errors.New("the search ran out of its budget: nothing is proved")

// Solver answers who wins and how. The zero value is ready to use with default
// budgets. It holds no state besides its settings and is safe for concurrent use.
//
// In every method the position must be one of the variant: parsed by it, or
// reached by moves from such a one. Variants with a theorem answer at once, look
// at no context and give no error; the others are searched.
type Solver struct {
	// Nodes is how many positions one search may visit, counting returns to
	// positions that it knows; 0 or less means DefaultNodes.
	Nodes int
	// Cells bounds the cells of the tables that are filled to find the Grundy value
	// of one row; 0 or less means RowCells.
	Cells int
}

// DefaultNodes is how many positions a search may visit unless Solver.Nodes says
// otherwise: less than a second of work on rows and piles, and at most some hundred
// megabytes.
const DefaultNodes = 1 << 20

// theory is what is proved about one family. All methods take positions of the
// family, finished ones included.
type theory interface {
	// wins reports whether the player who decides now wins.
	wins(v *games.Variant, p games.Position) bool
	// winning returns at most limit winning decisions of whoever decides now and
	// whether these are all.
	winning(v *games.Variant, p games.Position, limit int) (moves []string, complete bool)
	// grundy returns the Grundy value where it is known, or can be found by tables
	// of at most so many cells.
	grundy(v *games.Variant, p games.Position, cells int) (uint64, bool)
	// appendWhy appends one sentence without its full stop, of at most 280 bytes
	// however large p is (130 in partizan games, where an Analysis gives one for
	// each side), that gives the reason for the verdict.
	appendWhy(dst []byte, v *games.Variant, p games.Position) []byte
	// steps is the working behind the reason.
	steps(v *games.Variant, p games.Position) []string
	// theorem is the theorem in a few sentences, of at most 1,000 bytes.
	theorem(v *games.Variant) string
	// source names where the theorem was published.
	source(v *games.Variant) string
}

// theories has what is known, by the family of the variant.
var theories = map[string]theory{
	"nim":              nimTheory{},
	"reverse-nim":      reverseNimTheory{},
	"end-nim":          endNimTheory{},
	"split-nim":        splitNimTheory{},
	"partizan-end-nim": partizanTheory{},
}

// Wins reports whether the player who decides now, Turn().Actor, wins. On a
// finished game that is whether this player has won. The error is ErrBudget or
// ctx.Err() where the search could not prove it.
func (s *Solver) Wins(ctx context.Context, v *games.Variant, p games.Position) (bool, error) {
	return s.ask(v).wins(ctx, p)
}

// Winning returns the winning decisions of whoever decides now, in canonical form
// and a fixed order, at most limit of them; complete says whether these are all.
// There are none in a lost position and in a finished one. A search that runs out
// of its budget returns what it has proved with complete false; the error, as in
// Wins, is for having proved no move.
//
// Theorems list moves pile by pile, or the left end before the right, fewest
// counters first; the search lists them in the order of Position.Options.
func (s *Solver) Winning(ctx context.Context, v *games.Variant, p games.Position, limit int) (moves []string, complete bool, err error) {
	return s.ask(v).winning(ctx, p, limit)
}

// inquiry is one question put to the solver: a theorem where there is one, else a
// search, whose memory lasts as long as the question.
type inquiry struct {
	variant *games.Variant
	cells   int     // that tables of Grundy values may fill
	theory  theory  // nil where none is known
	search  *search // nil where a theory is known
}

func (s *Solver) ask(v *games.Variant) inquiry {
	if t := theories[v.Family]; t != nil {
		cells := s.Cells
		if cells <= 0 {
			cells = RowCells
		}
		return inquiry{variant: v, cells: cells, theory: t}
	}
	nodes := s.Nodes
	if nodes <= 0 {
		nodes = DefaultNodes
	}
	return inquiry{variant: v, search: newSearch(v, nodes)}
}

func (q inquiry) wins(ctx context.Context, p games.Position) (bool, error) {
	if q.theory != nil {
		return q.theory.wins(q.variant, p), nil
	}
	return q.search.wins(ctx, p)
}

// grundy returns the Grundy value of p where it is known.
func (q inquiry) grundy(p games.Position) (uint64, bool) {
	if q.theory == nil {
		return 0, false
	}
	return q.theory.grundy(q.variant, p, q.cells)
}

func (q inquiry) winning(ctx context.Context, p games.Position, limit int) ([]string, bool, error) {
	if q.theory != nil {
		moves, complete := q.theory.winning(q.variant, p, limit)
		return moves, complete, nil
	}
	return q.search.winning(ctx, p, limit)
}

// verdict is wins and winning together. Where moves are proved it is that the
// player who decides wins, even if the search could not list them all.
func (q inquiry) verdict(ctx context.Context, p games.Position, limit int) (won bool, moves []string, complete bool, err error) {
	moves, complete, err = q.winning(ctx, p, limit)
	switch {
	case err != nil:
		return false, nil, false, err
	case len(moves) > 0:
		return true, moves, complete, nil
	case q.theory != nil || games.Over(p):
		won, err = q.wins(ctx, p)
		return won, nil, complete, err
	default:
		return false, nil, true, nil
	}
}
