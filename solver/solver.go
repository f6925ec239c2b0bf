package solver

import (
	"cmp"
	"context"
	"math"
	"time"

	"nimatron/games"
	"nimatron/solver/rows"
	"nimatron/solver/search"
	"nimatron/solver/theory"
)

// ErrBudget is the error of a search that ran out of its budget: nothing is proved.
var ErrBudget = theory.ErrBudget

// Solver answers who wins and how. The zero value is ready to use. Apart from its settings it has
// only a table of proved positions, and it is safe for concurrent use.
//
// Positions must be the variant's own: parsed by it or reached by moves. Variants with a theorem
// answer in a few milliseconds, check the context only while they fill tables for a Grundy value,
// and otherwise return no error. Others are searched.
//
// A question has a budget of work and memory that is the same on every machine, and no question
// depends on another. So the same question always has the same answer. The context's deadline is no
// budget: past it the error is ctx.Err(), and there is no answer.
type Solver struct {
	// Nodes bounds the positions of one search, revisits included; 0 or less means
	// search.DefaultNodes. It does not apply to trees, graphs and grids.
	Nodes int
	// BoardNodes is Nodes for trees, graphs and grids; 0 means as many as the question may.
	BoardNodes uint64
	// Cells bounds the tables for one Grundy value of a row; 0 or less means rows.DefaultCells.
	Cells int
	// Bare omits the reasons from Analyze, which take most of its time if a theorem answers.
	Bare bool
	// Watch, if not nil, gets the duration of every question and whether a search ran out of its
	// budget. It must be safe for concurrent use.
	Watch func(question Question, took time.Duration, spent bool)
	// TableSteps bounds the estimated work of one Table; 0 or less means that only the size is
	// bounded. A step is a filled cell or a pair of piles: about 10 ns.
	TableSteps int

	// records is nil for the standard records.
	records records
}

// VerdictWork bounds the work for a verdict by default, in positions of boards whose options were
// looked at. A quiet machine looks at 130,000 to 450,000 a second: two seconds at most. Larger
// questions, such as a review, use it for all of their verdicts together.
const VerdictWork = 1 << 18

// furtherWork is for what follows a verdict: values, reasons, the choice of a move.
const furtherWork = VerdictWork / 4

// begin starts a question with its own budget, or continues the one in ctx; done ends it. A theorem
// without tables needs no budget. Questions with a name are reported to Watch.
func (s *Solver) begin(ctx context.Context, q Question, r prover, tables bool) (within context.Context, done func()) {
	within, done = ctx, func() {}
	if r.searched() || tables && r.cells > bareCells {
		within, done = theory.Ask(ctx, s.work())
	}
	if s.Watch == nil || q == "" {
		return within, done
	}
	began, release := time.Now(), done
	return within, func() {
		release()
		s.Watch(q, time.Since(began), r.asked.Spent())
	}
}

func (s *Solver) work() uint64 {
	return max(VerdictWork, uint64(max(s.Nodes, 0)), s.BoardNodes) + furtherWork
}

func proving(ctx context.Context) context.Context {
	left := theory.Left(ctx)
	if left <= furtherWork || left == math.MaxUint64 {
		return ctx
	}
	return theory.Part(ctx, left-furtherWork)
}

// bareCells is the size of tables below which they are not counted.
const bareCells = 1 << 14

// Question is a kind of question, named by its method.
type Question string

const (
	AskWins    Question = "wins"
	AskWinning Question = "winning"
	AskChoose  Question = "choose"
	AskAnalyze Question = "analyze"
	AskExplain Question = "explain"
	AskTable   Question = "table"
)

// quickNodes bounds a quick search to a quarter of a verdict.
const quickNodes = 1 << 16

// QuickBudget returns a solver like s whose searches of boards take at most a quarter of the work, for
// questions beside a main task.
func (s *Solver) QuickBudget() *Solver {
	g := *s
	if g.BoardNodes == 0 || g.BoardNodes > quickNodes {
		g.BoardNodes = quickNodes
	}
	return &g
}

// Wins reports whether the player who decides, Turn().Actor, wins; in a finished game, has won. The
// error is ErrBudget or ctx.Err() if the search could not prove it.
func (s *Solver) Wins(ctx context.Context, v *games.Variant, p games.Position) (bool, error) {
	r := s.prover(v)
	ctx, done := s.begin(ctx, AskWins, r, false)
	defer done()
	return r.wins(proving(ctx), p)
}

// Winning returns at most limit winning decisions, in a fixed order; complete means that these are
// all. A lost or finished position has none. A search without budget returns what it has proved,
// with complete false. The error, as in Wins, means that no move is proved.
//
// Theorems list moves pile by pile, or the left end first, fewest counters first. The search lists
// them in the order of Position.Options.
func (s *Solver) Winning(ctx context.Context, v *games.Variant, p games.Position, limit int) (moves []games.Move, complete bool, err error) {
	r := s.prover(v)
	ctx, done := s.begin(ctx, AskWinning, r, false)
	defer done()
	moves, complete, err = r.winning(proving(ctx), p, limit)
	return moves, complete, cmp.Or(err, ctx.Err()) // moves may be missing if it was cut short
}

// Outcome returns the outcome under perfect play, in a partizan game for either side starting. The
// error is as for Wins.
func (s *Solver) Outcome(ctx context.Context, v *games.Variant, p games.Position) (theory.Outcome, error) {
	r := s.prover(v)
	ctx, done := s.begin(ctx, "", r, false)
	defer done()
	return r.outcome(proving(ctx), p)
}

// Certificate returns a proof of the verdict on p for jsonline.Value (docs/theory/certificates.md), or nil
// if the game has none. The error is as for Outcome, or says that the proof would be too long.
func (s *Solver) Certificate(ctx context.Context, v *games.Variant, p games.Position) (any, error) {
	r := s.prover(v)
	if r.family.Certificate == nil {
		return nil, nil
	}
	ctx, done := theory.Ask(ctx, s.work())
	defer done()
	outcome, err := r.outcome(ctx, p)
	if err != nil {
		return nil, err
	}
	claim := theory.Certificate{Variant: v.ID, Position: p.String(), Claim: outcome}
	return r.family.Certificate(ctx, claim, v, p)
}

type prover struct {
	variant *games.Variant
	family  *theory.Family
	asked   theory.Prover
	cells   int
}

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

// briefly returns r with a small budget: askedNodes positions on a board. A search by the rules
// keeps its budget, because its memory is separate.
func (r prover) briefly() prover {
	if r.searched() && r.family != search.Family {
		r.asked = r.family.Prover(r.variant, theory.Limits{Nodes: askedSums, BoardNodes: askedNodes})
	}
	return r
}

func (r prover) searched() bool { return r.family.Theorem == nil }

func (r prover) wins(ctx context.Context, p games.Position) (bool, error) {
	return r.asked.Wins(ctx, r.variant, p)
}

func (r prover) winning(ctx context.Context, p games.Position, limit int) ([]games.Move, bool, error) {
	return r.asked.Winning(ctx, r.variant, p, limit)
}

// verdict combines wins and winning. A proved move means a win even if the search could not list all.
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
