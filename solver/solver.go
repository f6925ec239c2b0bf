package solver

import (
	"context"
	"time"

	"nimatron/games"
	"nimatron/solver/rows"
	"nimatron/solver/search"
	"nimatron/solver/theory"
)

// ErrBudget is returned when the search visited as many positions as it may:
// nothing is proved then.
var ErrBudget = theory.ErrBudget

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
	// Bare leaves the reasons out of what Analyze says, which take most of its time where a
	// theorem answers.
	Bare bool
	// Watch, unless it is nil, is told of every question how long it took and whether a
	// search has run out of its budget. It may be called from several goroutines.
	Watch func(question Question, took time.Duration, spent bool)
	// TableSteps bounds the work of one Table, as it is reckoned before it begins; 0 or
	// less means that only the size of tables is bounded. A step is a cell that is
	// filled for a Grundy value, or a pair of piles that is looked at: some 10 ns.
	TableSteps int

	// records are what is known of the families; nil means the standard ones.
	records records
}

// questionWork is how many positions the searches for one question may visit together where there is
// no deadline and nobody has said how many one of them may.
const questionWork = 1 << 21

// ask begins a question with a budget of its own, or goes on with one that ctx is a part of. Where a
// theorem answers without tables nothing is counted.
func (s *Solver) ask(ctx context.Context, r prover) (within context.Context, done func()) {
	if !r.searched() && r.cells <= bareCells {
		return ctx, func() {}
	}
	work := max(questionWork, 4*uint64(max(s.Nodes, 0)), 4*s.BoardNodes)
	if _, timed := ctx.Deadline(); timed {
		work = 0
	}
	return theory.Ask(ctx, work)
}

// bareCells is how many cells of tables are not worth counting.
const bareCells = 1 << 14

// Question is what a solver was asked, in the words of its method.
type Question string

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
	s.Watch(q, time.Since(began), r.asked != nil && r.asked.Spent())
}

// glanceNodes bounds a search that is made in passing, to some 0.1 s. Positions proved during a
// match are remembered and take none of it.
const glanceNodes = 1 << 16

// Glance returns a solver like s for what is asked in passing, where people wait for something
// else: its searches of boards take some 0.1 s at most.
func (s *Solver) Glance() *Solver {
	g := *s
	if g.BoardNodes == 0 || g.BoardNodes > glanceNodes {
		g.BoardNodes = glanceNodes
	}
	return &g
}

// Wins reports whether the player who decides now, Turn().Actor, wins. On a
// finished game that is whether this player has won. The error is ErrBudget or
// ctx.Err() where the search could not prove it.
func (s *Solver) Wins(ctx context.Context, v *games.Variant, p games.Position) (bool, error) {
	r := s.prover(v)
	if s.Watch != nil {
		defer s.answered(AskWins, time.Now(), r)
	}
	if r.searched() {
		var done func()
		ctx, done = s.ask(ctx, r)
		defer done()
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
	if r.searched() {
		var done func()
		ctx, done = s.ask(ctx, r)
		defer done()
	}
	return r.winning(ctx, p, limit)
}

// Outcome returns who wins under perfect play: in a partizan game whoever starts. The error
// is that of Wins.
func (s *Solver) Outcome(ctx context.Context, v *games.Variant, p games.Position) (theory.Outcome, error) {
	r := s.prover(v)
	ctx, done := s.ask(ctx, r)
	defer done()
	return r.outcome(ctx, p)
}

// Certificate returns the proof of the verdict on p as a value that jsonline.Value writes as an
// object, docs/certificates.md, and nil where a game has no proofs that a program can check.
// The error is that of Outcome, or says that the proof would be too long.
func (s *Solver) Certificate(ctx context.Context, v *games.Variant, p games.Position) (any, error) {
	r := s.prover(v)
	if !r.family.Certifies() {
		return nil, nil
	}
	ctx, done := theory.Ask(ctx, 0) // the proof has a budget of positions of its own
	defer done()
	outcome, err := r.outcome(ctx, p)
	if err != nil {
		return nil, err
	}
	claim := theory.Certificate{Variant: v.ID, Position: p.String(), Claim: outcome}
	if r.family.Listing != nil {
		return r.family.Listing(ctx, claim, v, p)
	}
	return r.family.Certificate(claim, v, p), nil
}

// prover answers one question about positions of a variant.
type prover struct {
	variant *games.Variant
	family  *theory.Family
	asked   theory.Prover
	cells   int // that tables of Grundy values may fill
}

// prover returns a new prover, with the budget of one question.
func (s *Solver) prover(v *games.Variant) prover {
	known := s.records
	if known == nil {
		known = standard
	}
	family, cells := known.of(v), s.Cells
	if cells <= 0 {
		cells = rows.DefaultCells
	}
	return prover{v, family, family.Prover(v, theory.Limits{Nodes: s.Nodes, BoardNodes: s.BoardNodes}), cells}
}

// briefly returns r for questions that are not worth much: on a board each may visit
// askedNodes positions. A search of any game by its rules goes on within its budget, as it
// remembers nothing but what it has proved itself.
func (r prover) briefly() prover {
	if r.searched() && r.family != search.Family {
		r.asked = r.family.Prover(r.variant, theory.Limits{Nodes: askedSums, BoardNodes: askedNodes})
	}
	return r
}

// searched reports whether a search may have to find who wins.
func (r prover) searched() bool { return r.family.Theorem == nil }

// wins and winning ask a theorem without a detour, which would take 5 ns of the 20 that most
// answers take.
func (r prover) wins(ctx context.Context, p games.Position) (bool, error) {
	if theorem := r.family.Theorem; theorem != nil {
		return theorem.Wins(r.variant, p), nil
	}
	return r.asked.Wins(ctx, r.variant, p)
}

func (r prover) winning(ctx context.Context, p games.Position, limit int) ([]games.Move, bool, error) {
	if theorem := r.family.Theorem; theorem != nil {
		moves, complete := theorem.Winning(r.variant, p, limit)
		return moves, complete, nil
	}
	return r.asked.Winning(ctx, r.variant, p, limit)
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
	case games.Over(p):
		won, err = r.wins(ctx, p)
	}
	return won, Moves{nil, true}, err
}

// outcome is the verdict without the moves.
func (r prover) outcome(ctx context.Context, p games.Position) (theory.Outcome, error) {
	if !r.variant.Partizan {
		won, err := r.wins(ctx, p)
		return theory.ImpartialOutcome(p.Turn(), won), err
	}
	leftWon, err := r.wins(ctx, p.WithTurn(games.Left))
	if err != nil {
		return "", err
	}
	rightWon, err := r.wins(ctx, p.WithTurn(games.Right))
	return theory.PartizanOutcome(leftWon, rightWon), err
}
