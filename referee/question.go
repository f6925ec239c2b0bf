package referee

import (
	"context"
	"errors"
	"slices"
	"time"

	"nimatron/match"
	"nimatron/referee/lesson"
)

// A Question is what a player was asked apart from matches: a puzzle, or the exercise of a
// lesson.
type Question struct {
	Exercise bool   // it is one of the lesson that the player has turned to last
	Channel  string // where it was asked; empty where that is not known
	At       time.Time

	puzzle match.PuzzleID // unless it is an exercise
	lesson string         // of the exercise
}

// LastQuestion returns what a player was asked last of what they have not solved: the puzzle
// or the exercise. It is nil where there is neither.
func (r *Referee) LastQuestion(ctx context.Context, player string) (*Question, error) {
	var open []Question
	asked, err := r.store.AskedPuzzle(ctx, player)
	if err != nil && !errors.Is(err, match.ErrNotFound) {
		return nil, err
	}
	if err == nil {
		state, err := r.store.PuzzleState(ctx, player, asked.Puzzle)
		if err != nil {
			return nil, err
		}
		if !state.Closed() {
			open = append(open, Question{Channel: asked.Channel, At: asked.At, puzzle: asked.Puzzle})
		}
	}
	lessons, err := r.store.Lessons(ctx, player)
	if err != nil {
		return nil, err
	}
	if len(lessons) > 0 && lesson.Find(lessons[0].ID) != nil && lessons[0].Exercises < lesson.Exercises {
		open = append(open, Question{Exercise: true, Channel: lessons[0].Channel, At: lessons[0].Opened, lesson: lessons[0].ID})
	}
	if len(open) == 0 {
		return nil, nil
	}
	last := slices.MaxFunc(open, func(a, b Question) int { return a.At.Compare(b.At) })
	return &last, nil
}

// LeaveQuestion notes that a player has turned from what was asked in a channel to their
// match there. The question stays open, but is no longer that of the channel.
func (r *Referee) LeaveQuestion(ctx context.Context, channel string, by match.Player) error {
	q, err := r.LastQuestion(ctx, by.ID)
	switch {
	case err != nil || q == nil || q.Channel != channel:
		return err
	case q.Exercise:
		return r.store.OpenLesson(ctx, by, q.lesson, 0, "", q.At) // which has its seed
	}
	return r.store.AskPuzzle(ctx, by, match.Asked{Puzzle: q.puzzle, At: q.At})
}

// LastDecided returns when a player last took a decision in the match; when it was created
// if there was none.
func (g *Game) LastDecided(player string) time.Time {
	seat, _ := g.SeatOf(player)
	for _, m := range slices.Backward(g.Moves) {
		if m.Actor == seat {
			return m.At
		}
	}
	return g.Created
}
