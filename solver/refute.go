package solver

import (
	"context"

	"nimatron/games"
)

// Refutation says why a decision loses, as data.
type Refutation struct {
	// Move is the decision, and Reason why what it leaves is won for the opponent, or still
	// lost if the same player decides again.
	Move   games.Move
	After  games.Position
	Reason Reason
	// Left is what the opponent's answer, Reason.Move, leaves, and LeftReason who wins there,
	// and why. Left is nil where the opponent does not decide.
	Left       games.Position
	LeftReason Reason
}

// Refute says why a decision that leads to after, and that loses, does so: by this answer,
// which wins, or by the easiest one if that is the zero Move. The error is that of ExplainMove.
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
