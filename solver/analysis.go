package solver

import (
	"context"
	"errors"
	"time"

	"nimatron/games"
	"nimatron/games/sum"
	"nimatron/solver/theory"
)

// Method is how a verdict was reached.
type Method = theory.Method

const (
	MethodTheorem = theory.ByTheorem
	MethodSearch  = theory.BySearch
)

// Decider says who takes the decision that is due.
type Decider string

const (
	// Owner is the player whose turn it is.
	Owner Decider = "owner"
	// Opponent is the opponent of the player whose turn it is.
	Opponent Decider = "opponent"
)

// Moves are winning decisions.
type Moves struct {
	// List has the first of them, in the order of Solver.Winning.
	List []games.Move
	// Complete says whether these are all.
	Complete bool
}

// Analysis is all that is known of a position.
type Analysis struct {
	// Variant is the game.
	Variant *games.Variant
	// Position is the position.
	Position games.Position
	// Outcome is empty if Exact is false.
	Outcome theory.Outcome
	// Exact is false where the search ran out of its budget, so that who wins is
	// not proved.
	Exact bool
	// Grundy is the Grundy value where GrundyKnown is true.
	Grundy uint64
	// GrundyKnown says whether Grundy holds a value; it is never a guess.
	GrundyKnown bool
	// Components are what a board falls into under normal play, in games on trees,
	// graphs and grids. Where all their values are known Grundy is the nim-sum of these.
	Components []Component
	// Weights are the atomic weights of the parts of a partizan sum, nil where one is not known.
	Weights []int
	// Winning has the winning decisions of whoever decides now in an impartial game,
	// at most theory.MaxWinning.
	Winning Moves
	// Left and Right have the winning moves of either side when it moves first in a
	// partizan game, each at most theory.MaxWinning.
	Left, Right Moves
	// Decides says in the reverse games whose decision is due. It is empty in all
	// other games.
	Decides Decider
	// Method is how the verdict was reached.
	Method Method
	// Reason is why it holds, for whoever decides now in an impartial game. It and the two
	// below are empty where Solver.Bare leaves them out.
	Reason Reason
	// LeftReason and RightReason are why it holds for either side moving first in a
	// partizan game.
	LeftReason, RightReason Reason
}

// Component is stacks of a board that affect each other and no others.
type Component = theory.Component

// valueTime is how long the Grundy value of a board is looked for at least, and valueNodes in how many
// positions if a theorem has given the verdict, or nothing has.
const valueTime, valueNodes = time.Second, 1 << 14

// Analyze says all that is known of a position. In a partizan game that is what
// comes of either side moving first. The error is ctx.Err() if it ended before
// anything was proved, or the Grundy value was found. A search that runs out of its budget is no error: Exact is
// false then.
func (s *Solver) Analyze(ctx context.Context, v *games.Variant, p games.Position) (*Analysis, error) {
	a := new(Analysis)
	if err := s.AnalyzeInto(ctx, a, v, p); err != nil {
		return nil, err
	}
	return a, nil
}

// AnalyzeInto is Analyze for those who analyze hundreds of thousands of positions a second: it
// overwrites a, which has no meaning where there is an error.
func (s *Solver) AnalyzeInto(ctx context.Context, a *Analysis, v *games.Variant, p games.Position) error {
	r := s.prover(v)
	var began time.Time
	if s.Watch != nil || r.searched() {
		began = time.Now()
	}
	if s.Watch != nil {
		defer s.answered(AskAnalyze, began, r)
	}
	ctx, done := s.ask(ctx, r)
	defer done()
	*a = Analysis{Variant: v, Position: p, Method: MethodSearch, Weights: Weights(v, p)}
	// In a partizan game first is what comes of Left's moving first, second of Right's.
	first, second := verdict{position: p}, verdict{}
	if v.Partizan {
		first.position, second.position = p.WithTurn(games.Left), p.WithTurn(games.Right)
	}
	err := first.settle(ctx, r)
	if v.Partizan && err == nil {
		err = second.settle(ctx, r)
	}
	if errors.Is(err, ErrBudget) {
		a.Reason = Reason{Claim: theory.Unproved}
		value, err := r.quick().Value(ctx, v, p, r.cells)
		a.Components = value.Components
		return err
	}
	if err != nil {
		return err
	}
	// The value can take more work than the verdict, so it comes after it, and nobody
	// waits for that of a search much longer than for the verdict.
	within := ctx
	if _, timed := ctx.Deadline(); timed && r.searched() {
		var cancel context.CancelFunc
		within, cancel = context.WithTimeout(ctx, max(valueTime, time.Since(began)))
		defer cancel()
	}
	a.Exact, a.Method = true, r.asked.Method(v, p)
	valuing := r.asked
	if a.Method == MethodTheorem { // which gives the verdict at once
		valuing = r.quick()
	}
	value, err := valuing.Value(within, v, p, r.cells)
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
		return nil
	case v.Reverse && turn.Actor == turn.Owner:
		a.Decides = Owner
	case v.Reverse:
		a.Decides = Opponent
	}
	a.Outcome, a.Winning = theory.ImpartialOutcome(turn, first.won), first.moves
	if !s.Bare {
		a.Reason = first.reason(ctx, r)
	}
	return nil
}

// Weights returns the atomic weights of the parts of a partizan sum, nil where one is not known and
// for other positions.
func Weights(v *games.Variant, p games.Position) (weights []int) {
	of, ok := p.(*sum.Position)
	if !ok || !v.Partizan {
		return nil
	}
	for _, part := range of.Parts() {
		worth, w := FamilyOf(part.Variant).Worth, theory.Nothing()
		switch turn := part.Position.Turn().Owner; {
		case worth != nil:
			w = worth(part.Position)
		case !games.Over(part.Position) || !games.Over(part.Position.WithTurn(turn.Other())):
			return nil
		}
		weights = append(weights, w.Weight)
	}
	return weights
}

// quick returns a prover for what the verdict does not wait for.
func (r prover) quick() theory.Prover {
	if !r.searched() {
		return r.asked
	}
	return r.family.Prover(r.variant, theory.Limits{Nodes: valueNodes, BoardNodes: valueNodes})
}

// verdict is what is proved of a position.
type verdict struct {
	position games.Position
	won      bool
	moves    Moves
}

// settle proves the verdict.
func (d *verdict) settle(ctx context.Context, r prover) (err error) {
	d.won, d.moves, err = r.verdict(ctx, d.position, theory.MaxWinning)
	return err
}

// reason says why it holds.
func (d *verdict) reason(ctx context.Context, r prover) Reason {
	return r.asked.Reason(ctx, r.variant, d.position, d.won, games.Move{})
}
