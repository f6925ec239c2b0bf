package puzzle

import (
	"context"
	"errors"
	"slices"
	"time"

	"nimatron/games"
	"nimatron/games/spoken"
	"nimatron/match"
	"nimatron/match/rating"
	"nimatron/referee"
	"nimatron/solver"
)

// Answered is the result of an answer to a puzzle.
type Answered struct {
	Decision referee.Decision
	// Right is true if the decision wins. Reason then explains it, also for a player who gave up.
	// After a wrong decision Reason explains why the player is lost at their next turn; it has no
	// Justification if there is none.
	Right  bool
	Reason solver.Reason
	// Refutation is the line after a wrong decision: that decision and perfect play by both sides,
	// up to longestLine decisions. Over is true if it reaches the end.
	Refutation []referee.Decision
	Over       bool
	// Answered is the number of decisions of Refutation until the player decides again: the wrong
	// one, and mostly one answer.
	Answered int
	// Rating is the change of the player's puzzle rating, nil for none. Only the first answer to a puzzle
	// drawn for the player counts, and only if it was the last one asked.
	Rating *match.RatingChange
	// Helped means that the answer is recorded as giving up, or in a set as a second try, because
	// the player got an answer about a chosen position since the puzzle was posed.
	Helped bool
	// Late means that nothing is recorded, because the day of the puzzle is over.
	Late bool
	// Again is the day on which a drilled rule is repeated, "" for one that is not learnt yet or not repeated.
	Again string
}

// Any game of a lesson ends within longestLesson decisions.
const (
	longestLine   = 12
	longestLesson = 100
)

// Answer tries a decision as the solution of a puzzle and records it for a room's counts. The error
// is a *games.IllegalMove for an illegal decision, which is not recorded.
func (r *Rules) Answer(ctx context.Context, room string, by match.Player, p *Puzzle, text string) (*Answered, error) {
	a, err := p.Answer(text)
	if err != nil {
		return nil, err
	}
	if a.Right {
		a.Reason, err = r.referee.Solver().ExplainMove(ctx, p.Variant, p.Position, a.Decision.Step.Move)
	} else {
		err = r.refuted(ctx, p, a)
	}
	if err != nil {
		return nil, err
	}
	if of, ok := r.sources[p.ID.Kind]; ok {
		return a, of.Record(ctx, by, p, a)
	}
	return a, r.recordTry(ctx, Try{Player: by, Room: room, Solved: a.Right}, p, a)
}

// GiveUp shows a player the solution, and closes the puzzle for them. It counts as a wrong answer.
func (r *Rules) GiveUp(ctx context.Context, room string, by match.Player, p *Puzzle) (*Answered, error) {
	reason, err := r.Solution(ctx, p)
	if err != nil {
		return nil, err
	}
	a := &Answered{Reason: reason}
	return a, r.recordTry(ctx, Try{Player: by, Room: room, GaveUp: true}, p, a)
}

// Answer plays a decision and compares it with the winning ones.
func (e *Exercise) Answer(text string) (*Answered, error) {
	move, err := spoken.Read(e.Variant, e.Position, text)
	if err != nil {
		return nil, err
	}
	after, err := e.Position.Play(move)
	if err != nil {
		return nil, err
	}
	return &Answered{
		Decision: referee.Decision{Turn: e.Position.Turn(), Step: games.Step{Move: move, Position: after}},
		Right:    slices.Contains(e.Winning, move),
	}, nil
}

// Refutation plays a wrong answer out, up to most decisions.
func (r *Rules) Refutation(ctx context.Context, a *Answered, v *games.Variant, most int) error {
	rest, over, err := r.perfectLine(ctx, v, a.Decision.Step.Position, most-1)
	a.Refutation, a.Over = append([]referee.Decision{a.Decision}, rest...), over
	a.Answered = len(a.Refutation)
	for i, d := range a.Refutation {
		if p := d.Step.Position; games.Over(p) || p.Turn().Actor == a.Decision.Turn.Actor {
			a.Answered = i + 1
			break
		}
	}
	return err
}

// refuted is Refutation for a puzzle. Without a lesson's rule the loss needs a reason.
func (r *Rules) refuted(ctx context.Context, p *Puzzle, a *Answered) error {
	most := longestLine
	if p.ID.Lesson != "" {
		most = longestLesson
	}
	if err := r.Refutation(ctx, a, p.Variant, most); err != nil {
		return err
	}
	lost := a.Refutation[a.Answered-1].Step.Position
	if p.ID.Lesson != "" || games.Over(lost) || lost.Turn().Actor != a.Decision.Turn.Actor {
		return nil
	}
	var err error
	a.Reason, err = r.referee.Solver().Explain(ctx, p.Variant, lost)
	return err
}

// Refute plays a wrong answer of the player out again. It is nil if they have not tried the puzzle
// on its day, or if the answer is right. The errors are those of Answer.
func (r *Rules) Refute(ctx context.Context, p *Puzzle, text string) (*Answered, error) {
	if p.ID.Kind != FromLesson && p.Tries == 0 && !r.DayIsOver(p) {
		return nil, nil
	}
	a, err := p.Answer(text)
	if err != nil || a.Right {
		return nil, err
	}
	return a, r.refuted(ctx, p, a)
}

// Solution explains the first winning decision.
func (r *Rules) Solution(ctx context.Context, p *Puzzle) (solver.Reason, error) {
	return r.referee.Solver().ExplainMove(ctx, p.Variant, p.Position, p.Winning[0])
}

// recordTry stores an answer and, if it is the first to a puzzle drawn for the player, the change of their
// puzzle rating. The store knows whether it is the first: another answer may have come meanwhile.
func (r *Rules) recordTry(ctx context.Context, try Try, p *Puzzle, a *Answered) error {
	// The solution is public, and an old message must not extend a streak.
	if a.Late = r.DayIsOver(p); a.Late {
		return nil
	}
	try.Puzzle, try.Variant = p.ID, p.Variant.ID
	asked, err := r.Asked(ctx, try.Player.ID)
	if err != nil {
		return err
	}
	helped, err := r.helped(ctx, try.Player.ID, p, asked)
	if err != nil {
		return err
	}
	if a.Helped = helped && try.Solved; a.Helped {
		if p.Set == nil {
			try.Solved, try.GaveUp = false, true
		} else { // homework may be done after the day, but not on the first try
			first := try
			first.Solved, first.At = false, r.referee.Now()
			if _, _, err := r.store.RecordTry(ctx, first); err != nil {
				return err
			}
		}
	}
	// A puzzle that was not the last one asked may have been looked up.
	rated := p.Grade != nil && p.Tries == 0 && asked.Puzzle == p.ID
	for range referee.Attempts {
		now := r.referee.Now()
		try.At, try.Rating = now, nil
		if rated {
			before, err := r.store.PuzzleRating(ctx, try.Player.ID)
			if err != nil {
				return err
			}
			points := 0.0
			if try.Solved {
				points = 1
			}
			posed := rating.Rating{Value: p.Grade.Points(), Deviation: puzzleDeviation, Volatility: rating.StartVolatility}
			after := before.Strength(now).After([]rating.Game{{Opponent: posed, Score: points}})
			change := before.Change(try.Player.ID, Ladder, after, points, now)
			try.Rating = &change
		}
		_, stored, err := r.store.RecordTry(ctx, try)
		if errors.Is(err, match.ErrStale) {
			continue
		}
		if err != nil {
			return err
		}
		if stored {
			a.Rating = try.Rating
		}
		return r.loadAttempts(ctx, p, try.Player.ID)
	}
	return &referee.Refusal{Words: referee.Busy}
}

// Helped reports whether a player got an answer about a chosen position since an open puzzle was posed.
// The puzzle of the day is public, so it is posed when its day begins, and one of a set with the set.
func (r *Rules) Helped(ctx context.Context, player string, p *Puzzle) (bool, error) {
	asked, err := r.Asked(ctx, player)
	if err != nil {
		return false, err
	}
	return r.helped(ctx, player, p, asked)
}

func (r *Rules) helped(ctx context.Context, player string, p *Puzzle, asked Asked) (bool, error) {
	if p.Closed() || p.Set != nil && p.Tries > 0 {
		return false, nil
	}
	var posed time.Time // zero if another puzzle was asked since
	switch {
	case p.Daily():
		posed = r.referee.Now().Truncate(24 * time.Hour)
	case p.Set != nil:
		posed = p.Set.Made
	case asked.Puzzle == p.ID:
		posed = asked.Posed
	}
	last, err := r.store.LastAdvice(ctx, player)
	return !last.IsZero() && !last.Before(posed), err
}

// perfectLine plays on with the perfect level on both sides, up to most decisions; over is true at
// the end of the game.
func (r *Rules) perfectLine(ctx context.Context, v *games.Variant, p games.Position, most int) (line []referee.Decision, over bool, err error) {
	for len(line) < most {
		if games.Over(p) {
			return line, true, nil
		}
		// Perfect play needs no random numbers.
		step, err := r.referee.Solver().Choose(ctx, v, p, 0, referee.RandomAt(0, 0))
		if err != nil {
			return line, false, err
		}
		line = append(line, referee.Decision{Turn: p.Turn(), Step: step.Step})
		p = step.Position
	}
	return line, games.Over(p), nil
}
