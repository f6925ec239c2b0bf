package solver

import (
	"context"
	"errors"
	"time"

	"nimatron/games"
	"nimatron/solver/depots"
	"nimatron/solver/theory"
)

// Method is how a verdict was reached.
type Method string

// The methods.
const (
	MethodTheorem Method = "theorem"
	MethodSearch  Method = "search"
)

// Decider says who takes the decision that is due.
type Decider string

// The deciders.
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
	// Reason is why it holds, for whoever decides now in an impartial game.
	Reason Reason
	// LeftReason and RightReason are why it holds for either side moving first in a
	// partizan game.
	LeftReason, RightReason Reason
}

// valueTime is how long the Grundy value of a board is looked for at least.
const valueTime = time.Second

// Analyze says all that is known of a position. In a partizan game that is what
// comes of either side moving first. The error is ctx.Err() if it ended before
// anything was proved, or the Grundy value was found. A search that runs out of its budget is no error: Exact is
// false then.
func (s *Solver) Analyze(ctx context.Context, v *games.Variant, p games.Position) (*Analysis, error) {
	r := s.prover(v)
	var began time.Time
	if s.Watch != nil || r.boards != nil {
		began = time.Now()
	}
	if s.Watch != nil {
		defer s.answered(AskAnalyze, began, r)
	}
	a := &Analysis{Variant: v, Position: p, Method: MethodSearch}
	if r.theory != nil {
		a.Method = MethodTheorem
		a.Grundy, a.GrundyKnown = r.grundy(ctx, p)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	settle := a.settleImpartial
	if v.Partizan {
		settle = a.settlePartizan
	}
	err := settle(ctx, r)
	if errors.Is(err, ErrBudget) {
		a.Reason = Reason{Claim: theory.Unproved}
		if r.boards != nil {
			a.Components = r.boards.components(ctx, p)
		}
		return a, nil
	}
	if err != nil {
		return nil, err
	}
	if r.boards != nil {
		// The value takes more work than the verdict, so it comes after it, and nobody
		// waits for it much longer than for that.
		if _, timed := ctx.Deadline(); timed {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, max(valueTime, time.Since(began)))
			defer cancel()
		}
		a.Components = r.boards.components(ctx, p)
		a.Grundy, a.GrundyKnown = nimSum(a.Components)
		switch {
		case games.Over(p):
		case r.boards.ground(p).Kind != depots.Searched:
			a.Method = MethodTheorem
		case len(a.Components) > 1 && a.GrundyKnown && a.Reason.Ground != nil:
			a.Reason.Ground = sumGround(a.Components, a.Grundy)
		}
	}
	return a, nil
}

// settleImpartial settles the position for whoever decides now.
func (a *Analysis) settleImpartial(ctx context.Context, r prover) error {
	won, moves, err := r.verdict(ctx, a.Position, theory.MaxWinning)
	if err != nil {
		return err
	}
	turn := a.Position.Turn()
	if a.Variant.Reverse {
		a.Decides = Owner
		if turn.Actor != turn.Owner {
			a.Decides = Opponent
		}
	}
	a.Exact, a.Outcome, a.Winning = true, theory.ImpartialOutcome(turn, won), moves
	a.Reason = r.reason(ctx, a.Position, won, moves.List, games.Move{})
	return nil
}

// settlePartizan settles the position once with each side to move.
func (a *Analysis) settlePartizan(ctx context.Context, r prover) error {
	left, right := a.Position.WithTurn(games.Left), a.Position.WithTurn(games.Right)
	leftWon, leftMoves, err := r.verdict(ctx, left, theory.MaxWinning)
	if err != nil {
		return err
	}
	rightWon, rightMoves, err := r.verdict(ctx, right, theory.MaxWinning)
	if err != nil {
		return err
	}
	a.Exact, a.Outcome = true, theory.PartizanOutcome(leftWon, rightWon)
	a.Left, a.Right = leftMoves, rightMoves
	a.LeftReason = r.reason(ctx, left, leftWon, leftMoves.List, games.Move{})
	a.RightReason = r.reason(ctx, right, rightWon, rightMoves.List, games.Move{})
	return nil
}
