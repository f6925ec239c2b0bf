package solver

import (
	"context"
	"fmt"

	"nimatron/games"
	"nimatron/solver/theory"
)

// Reason justifies a verdict.
type Reason = theory.Reason

// Explain justifies the verdict on p for the player who decides. In a won position it explains the
// decision that is easiest to follow up. The error is as for Wins.
func (s *Solver) Explain(ctx context.Context, v *games.Variant, p games.Position) (Reason, error) {
	return s.explain(ctx, v, p, games.Move{})
}

// ExplainMove explains why a decision in p wins. The error is as for Wins, or says that the
// decision does not win.
func (s *Solver) ExplainMove(ctx context.Context, v *games.Variant, p games.Position, move games.Move) (Reason, error) {
	next, err := p.Play(move)
	if err != nil {
		return Reason{}, err
	}
	ctx, done := s.begin(ctx, "", s.prover(v), false)
	defer done()
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
	ctx, done := s.begin(ctx, AskExplain, r, false)
	defer done()
	won, _, err := r.verdict(proving(ctx), p, 1)
	if err != nil {
		return Reason{}, err
	}
	return r.asked.Reason(ctx, r.variant, p, won, move), ctx.Err()
}
