package solver

import (
	"cmp"
	"context"
	"errors"

	"nimatron/games"
	"nimatron/games/sum"
	"nimatron/solver/sums"
	"nimatron/solver/theory"
)

// Decider says who takes the due decision.
type Decider string

const (
	Owner    Decider = "owner"
	Opponent Decider = "opponent"
)

// Moves are winning decisions.
type Moves struct {
	// List has the first winning decisions, in the order of Solver.Winning.
	List     []games.Move
	Complete bool
}

type Analysis struct {
	Variant  *games.Variant
	Position games.Position
	// Outcome is empty if Exact is false.
	Outcome theory.Outcome
	// Exact is false if the search ran out of its budget and nothing is proved.
	Exact bool
	// Grundy is the Grundy value if GrundyKnown is set; it is never a guess.
	Grundy      uint64
	GrundyKnown bool
	// Components are the independent parts of a tree, graph or grid under normal play. If all their
	// values are known Grundy is the nim-sum.
	Components []theory.Component
	// Weights are the atomic weights of the parts of a partizan sum, nil if one is unknown.
	Weights []int
	// Winning has the winning decisions of an impartial position, at most theory.MaxWinning.
	Winning Moves
	// Left and Right have each side's winning moves, moving first, in a partizan game, each at most
	// theory.MaxWinning.
	Left, Right Moves
	// Decides says whose decision is due in the reverse games. It is empty in other games.
	Decides Decider
	Method  theory.Method
	// Reason justifies the verdict in an impartial game for the player who decides. Solver.Bare
	// omits all three reasons.
	Reason Reason
	// LeftReason and RightReason justify the verdicts in a partizan game, each for that side moving
	// first.
	LeftReason, RightReason Reason
}

// valueNodes bounds the search for values if the verdict is not proved or a theorem gave it.
const valueNodes = 1 << 14

// Analyze returns everything known about a position, in a partizan game for either side moving
// first. A search without budget is no error: Exact is then false. The error is ctx.Err().
func (s *Solver) Analyze(ctx context.Context, v *games.Variant, p games.Position) (*Analysis, error) {
	a := new(Analysis)
	if err := s.AnalyzeInto(ctx, a, v, p); err != nil {
		return nil, err
	}
	return a, nil
}

// AnalyzeInto is Analyze without an allocation: it overwrites a, which is void after an error.
func (s *Solver) AnalyzeInto(ctx context.Context, a *Analysis, v *games.Variant, p games.Position) error {
	r := s.prover(v)
	ctx, done := s.begin(ctx, AskAnalyze, r, true)
	defer done()
	*a = Analysis{Variant: v, Position: p, Method: theory.BySearch, Weights: Weights(v, p)}
	first, second := verdict{position: p}, verdict{}
	if v.Partizan {
		first.position, second.position = p.WithTurn(games.Left), p.WithTurn(games.Right)
	}
	err := first.prove(proving(ctx), r)
	if v.Partizan && err == nil {
		err = second.prove(proving(ctx), r)
	}
	if errors.Is(err, ErrBudget) {
		a.Reason = Reason{Claim: theory.Unproved}
		value, err := r.quick().Value(ctx, v, p, r.cells)
		a.Components = value.Components
		return cmp.Or(err, ctx.Err())
	}
	if err != nil {
		return err
	}
	// The value may take more work than the verdict, so it comes last, and leaves some for the reason.
	a.Exact, a.Method = true, r.asked.Method(ctx, v, p)
	valuing := r.asked
	if a.Method == theory.ByTheorem { // then no search has used the budget
		valuing = r.quick()
	}
	value, err := valuing.Value(theory.Half(ctx), v, p, r.cells)
	if err != nil {
		return err
	}
	a.Grundy, a.GrundyKnown, a.Components = value.Grundy, value.Known, value.Components
	turn := p.Turn()
	switch {
	case v.Partizan:
		a.Outcome = theory.PartizanOutcome(first.won, second.won)
		a.Left, a.Right = first.moves, second.moves
		if !s.Bare {
			a.LeftReason, a.RightReason = first.reason(ctx, r), second.reason(ctx, r)
		}
		return ctx.Err()
	case v.Reverse && turn.Actor == turn.Owner:
		a.Decides = Owner
	case v.Reverse:
		a.Decides = Opponent
	}
	a.Outcome, a.Winning = theory.ImpartialOutcome(turn, first.won), first.moves
	if !s.Bare {
		a.Reason = first.reason(ctx, r)
	}
	return ctx.Err()
}

// Weights returns the atomic weights of the parts of a partizan sum, nil if one is unknown and for
// other positions.
func Weights(v *games.Variant, p games.Position) (weights []int) {
	of, ok := p.(*sum.Position)
	if !ok || !v.Partizan {
		return nil
	}
	for _, part := range of.Parts() {
		w := sums.Weigh(FamilyOf(part.Variant), part)
		if w == nil {
			return nil
		}
		weights = append(weights, w.Weight)
	}
	return weights
}

func (r prover) quick() theory.Prover {
	if !r.searched() {
		return r.asked
	}
	return r.family.Prover(r.variant, theory.Limits{Nodes: valueNodes, BoardNodes: valueNodes})
}

type verdict struct {
	position games.Position
	won      bool
	moves    Moves
}

func (d *verdict) prove(ctx context.Context, r prover) (err error) {
	d.won, d.moves, err = r.verdict(ctx, d.position, theory.MaxWinning)
	return err
}

func (d *verdict) reason(ctx context.Context, r prover) Reason {
	return r.asked.Reason(ctx, r.variant, d.position, d.won, games.Move{})
}
