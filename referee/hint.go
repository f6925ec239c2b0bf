package referee

import (
	"context"
	"errors"

	"nimatron/games"
	"nimatron/match"
	"nimatron/solver"
)

// HintStep is how far a hint goes.
type HintStep uint8

// The steps: every hint in the same position goes one further.
const (
	HintVerdict HintStep = 1 + iota // whether there is a win
	HintPlace                       // where it is or, in a lost position, why there is none
	HintMove                        // what to play, and why
)

// Hint is advice for the player who decides now.
type Hint struct {
	Game *Game
	// Step is how far it goes. All hints about a position that could not be settled, and
	// about one with a single legal decision, are HintMove.
	Step HintStep
	// Move is what the bot advises: in a won position the decision that Reason is about.
	Move games.Move
	// Forced says that there is no other legal decision, Only that no other one wins.
	Forced, Only bool
	// Keeping are, in the last step where Move does not win and the opponent decides next, the
	// replies that keep the opponent's win, the first of them: all if KeepingAll. Replies is
	// how many replies there are, 0 for too many to count.
	Keeping    []games.Move
	KeepingAll bool
	Replies    int
	// Wins says that Move wins by force. Known is false if the search could not
	// settle that.
	Wins, Known bool
	Reason      solver.Reason
}

// Hint advises by, who must be the player who decides now. The match counts the
// hints that each side was given, each step of them, and its result mentions them.
func (r *Referee) Hint(ctx context.Context, channel, by string) (*Hint, error) {
	g, seat, err := r.gameAndSeat(ctx, channel, by)
	if err != nil {
		return nil, err
	}
	if g.Rated {
		return nil, &Refusal{Code: RatedMatch, Game: g}
	}
	v, p := g.Play.Variant(), g.Play.Position()
	if p.Turn().Actor != seat {
		return nil, &Refusal{Code: NotYourTurn, Game: g}
	}
	if err := r.CheckAdvice(ctx, by, g.Family); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, thinkingTime)
	defer cancel()
	h := &Hint{Game: g, Step: min(HintVerdict+HintStep(min(g.HintsHere, int(HintMove))), HintMove), Forced: !games.HasMoreOptions(p, 1)}
	if err := r.advise(ctx, h, v, p); err != nil {
		return nil, err
	}
	if h.Forced || !h.Known {
		h.Step = HintMove
	}
	if err := r.store.AddHint(ctx, g.ID, g.Version, seat); err != nil {
		return nil, refusedIf(err, match.ErrStale, &Refusal{Code: Busy})
	}
	return h, nil
}

// advise finds out what there is to say.
func (r *Referee) advise(ctx context.Context, h *Hint, v *games.Variant, p games.Position) error {
	winning, complete, err := r.solver.Winning(ctx, v, p, 2)
	h.Wins, h.Only = len(winning) > 0, len(winning) == 1 && complete
	h.Known = err == nil && (h.Wins || complete)
	if h.Known {
		h.Reason, err = r.solver.Explain(ctx, v, p)
	}
	if errors.Is(err, solver.ErrBudget) {
		h.Known, err = false, nil
	}
	if err != nil {
		return err
	}
	if h.Wins && h.Known {
		h.Move = h.Reason.Move
		return nil
	}
	step, err := r.solver.Choose(ctx, v, p, 0, randomAt(h.Game.Seed, 1+len(h.Game.Moves)))
	if err != nil {
		return err
	}
	h.Move = step.Move
	if next := step.Position; h.Known && h.Step == HintMove && next.Turn().Actor != p.Turn().Actor {
		for range next.Options() {
			if h.Replies++; h.Replies > countedReplies {
				h.Replies = 0
				break
			}
		}
		// Without an answer in time the hint says less.
		h.Keeping, h.KeepingAll, _ = r.solver.Winning(ctx, v, next, countedReplies)
	}
	return nil
}

// countedReplies is up to how many replies to a move are counted.
const countedReplies = 1000
