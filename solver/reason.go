package solver

import (
	"context"
	"fmt"
	"time"

	"nimatron/games"
	"nimatron/solver/theory"
)

// Reason says why a verdict holds, as data.
type Reason = theory.Reason

// Explain gives the reason for the verdict on p, for whoever decides now; of a won
// position it is about the decision that is easiest to go on from. The error is that of
// Wins.
func (s *Solver) Explain(ctx context.Context, v *games.Variant, p games.Position) (Reason, error) {
	return s.explain(ctx, v, p, games.Move{})
}

// ExplainMove gives the reason why a decision in p wins. The error is that of Wins, or
// says that the decision does not win.
func (s *Solver) ExplainMove(ctx context.Context, v *games.Variant, p games.Position, move games.Move) (Reason, error) {
	next, err := p.Play(move)
	if err != nil {
		return Reason{}, err
	}
	won, err := s.Wins(ctx, v, next)
	if err != nil {
		return Reason{}, err
	}
	if won != (next.Turn().Actor == p.Turn().Actor) {
		return Reason{}, fmt.Errorf("solver: %s does not win on %s", move, p)
	}
	return s.explain(ctx, v, p, move)
}

func (s *Solver) explain(ctx context.Context, v *games.Variant, p games.Position, move games.Move) (Reason, error) {
	r := s.prover(v)
	if s.Watch != nil {
		defer s.answered(AskExplain, time.Now(), r)
	}
	ctx, done := s.ask(ctx, r)
	defer done()
	won, _, err := r.verdict(ctx, p, 1)
	if err != nil {
		return Reason{}, err
	}
	return r.asked.Reason(ctx, r.variant, p, won, move), nil
}
