package referee

import (
	"context"
	"errors"

	"nimatron/games"
	"nimatron/match"
	"nimatron/solver"
)

// Hint is advice for the player who decides now.
type Hint struct {
	Game *Game
	// Move is what the bot would play.
	Move games.Move
	// Wins says that Move wins by force. Known is false if the search could not
	// settle that.
	Wins, Known bool
	Reason      solver.Reason
}

// Hint advises by, who must be the player who decides now. The match counts the
// hints that each side was given, and its result mentions them.
func (r *Referee) Hint(ctx context.Context, channel, by string) (*Hint, error) {
	g, seat, err := r.gameAndSeat(ctx, channel, by)
	if err != nil {
		return nil, err
	}
	if g.Rated {
		return nil, &Refusal{Code: RatedMatch, Game: g}
	}
	if err := r.CheckAdvice(ctx, by, g.Family); err != nil {
		return nil, err
	}
	v, p := g.Play.Variant(), g.Play.Position()
	if p.Turn().Actor != seat {
		return nil, &Refusal{Code: NotYourTurn, Game: g}
	}
	ctx, cancel := context.WithTimeout(ctx, thinkingTime)
	defer cancel()
	h := &Hint{Game: g}
	step, err := r.solver.Choose(ctx, v, p, 0, randomAt(g.Seed, 1+len(g.Moves)))
	if err != nil {
		return nil, err
	}
	h.Move = step.Move
	if !step.Guessed {
		h.Wins, err = r.solver.Wins(ctx, v, p)
		h.Known = err == nil
	}
	if h.Known {
		h.Reason, err = r.solver.Explain(ctx, v, p)
	}
	if err != nil && !errors.Is(err, solver.ErrBudget) {
		return nil, err
	}
	if err := r.store.AddHint(ctx, g.ID, g.Version, seat); err != nil {
		return nil, refusedIf(err, match.ErrStale, &Refusal{Code: Busy})
	}
	return h, nil
}
