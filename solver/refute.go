package solver

import (
	"context"

	"nimatron/games"
)

// Refutation explains why a decision loses.
type Refutation struct {
	// Move is the decision. Reason justifies the verdict on After: won for the opponent, or lost if the same
	// player decides again.
	Move   games.Move
	After  games.Position
	Reason Reason
	// Left is the position after the opponent's answer, Reason.Move, and LeftReason its verdict.
	// Left is nil if the opponent does not decide.
	Left       games.Position
	LeftReason Reason
}

// Refute explains why a losing decision that leads to after loses: by answer, or by the easiest
// answer if that is the zero Move. The error is as for ExplainMove.
func (s *Solver) Refute(ctx context.Context, v *games.Variant, move games.Move, after games.Position, answer games.Move) (*Refutation, error) {
	r := &Refutation{Move: move, After: after}
	var err error
	if answer == (games.Move{}) {
		r.Reason, err = s.Explain(ctx, v, after)
	} else {
		r.Reason, err = s.ExplainMove(ctx, v, after, answer)
	}
	if err != nil || r.Reason.Move == (games.Move{}) {
		return r, err
	}
	if r.Left, err = after.Play(r.Reason.Move); err == nil {
		r.LeftReason, err = s.Explain(ctx, v, r.Left)
	}
	return r, err
}
