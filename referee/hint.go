package referee

import (
	"context"
	"errors"

	"nimatron/games"
	"nimatron/solver"
	"nimatron/storage"
)

// Hint is advice for the player who decides now.
type Hint struct {
	Game *Game
	// Move is what the bot would play.
	Move string
	// Wins says that Move wins by force; Known is false where the search could
	// not settle it.
	Wins, Known bool
	Reason      solver.Reason
}

// Hint advises by, who must be the one who decides now. It is counted for the
// match: between people a hint is not nothing.
func (r *Referee) Hint(ctx context.Context, channel, by string) (*Hint, error) {
	g, seat, err := r.seated(ctx, channel, by)
	if err != nil {
		return nil, err
	}
	v, p := g.Play.Variant(), g.Play.Position()
	if p.Turn().Actor != seat {
		return nil, &Refusal{Code: NotYourTurn, Game: g}
	}
	ctx, cancel := context.WithTimeout(ctx, thinkingTime)
	defer cancel()
	h := &Hint{Game: g}
	step, err := r.solver.Choose(ctx, v, p, solver.Perfect, draws(g.Seed, 1+len(g.Moves)))
	if err != nil {
		return nil, err
	}
	h.Move = step.Move
	h.Wins, err = r.solver.Wins(ctx, v, p)
	h.Known = err == nil
	if h.Known {
		h.Reason, err = r.solver.Explain(ctx, v, p)
	}
	if err != nil && !errors.Is(err, solver.ErrBudget) {
		return nil, err
	}
	if err := r.store.AddHint(ctx, g.ID, g.Version, seat.String()); err != nil {
		return nil, refusedIf(err, storage.ErrStale, &Refusal{Code: Busy})
	}
	return h, nil
}

// Lesson says where a finished match was lost.
type Lesson struct {
	// GaveUp is true where the loser resigned in a won position, which is Position;
	// the other fields are then empty.
	GaveUp bool
	// Never is true where the loser never had a winning position; the other
	// fields but Position are then empty. Position is the start.
	Never bool
	// Position is the last one that the loser could have won, before Number, the
	// number of the decision from 1.
	Position string
	Number   int
	// Played was the decision and Better one that would have kept the win.
	Played, Better string
}

// longestLesson bounds the matches that Learn looks through, in moves.
const longestLesson = 400

// Learn finds the decision with which the loser of a match threw the win away for
// good. It returns nil where there is nothing certain to say.
func (r *Referee) Learn(ctx context.Context, g *Game) (*Lesson, error) {
	if !g.Finished() || g.Winner == "" || len(g.Moves) > longestLesson {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, thinkingTime)
	defer cancel()
	loser := sideNamed(g.Winner).Other()
	v := g.Play.Variant()
	p, err := v.Parse(g.Start, sideNamed(g.First))
	if err != nil {
		return nil, err
	}
	lesson := &Lesson{Never: true, Position: p.String()}
	for i, move := range g.Play.Moves() {
		if p.Turn().Actor == loser {
			better, _, err := r.solver.Winning(ctx, v, p, 1)
			if err != nil {
				return nil, unlessUnproved(err)
			}
			if len(better) > 0 && !r.keeps(ctx, v, p, move, loser) {
				lesson = &Lesson{Position: p.String(), Number: i + 1, Played: move, Better: better[0]}
			}
		}
		step, err := p.Play(move)
		if err != nil {
			return nil, err
		}
		p = step.Position
	}
	if g.Termination == Resigned {
		wins, err := r.solver.Wins(ctx, v, p)
		if err != nil {
			return nil, unlessUnproved(err)
		}
		if wins == (p.Turn().Actor == loser) {
			return &Lesson{GaveUp: true, Position: p.String()}, nil
		}
	}
	return lesson, nil
}

// keeps reports whether the player on a side still wins after a move.
func (r *Referee) keeps(ctx context.Context, v *games.Variant, p games.Position, move string, side games.Side) bool {
	step, err := p.Play(move)
	if err != nil {
		return false
	}
	wins, err := r.solver.Wins(ctx, v, step.Position)
	return err == nil && wins == (step.Position.Turn().Actor == side)
}

// unlessUnproved drops the error that says only that the search found no proof.
func unlessUnproved(err error) error {
	if errors.Is(err, solver.ErrBudget) {
		return nil
	}
	return err
}
