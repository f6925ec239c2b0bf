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
		_, solved, err := r.store.PuzzleState(ctx, player, asked.Puzzle)
		if err != nil {
			return nil, err
		}
		if !solved {
			open = append(open, Question{Channel: asked.Channel, At: asked.At})
		}
	}
	lessons, err := r.store.Lessons(ctx, player)
	if err != nil {
		return nil, err
	}
	if len(lessons) > 0 && lesson.Find(lessons[0].ID) != nil && lessons[0].Exercises < lesson.Exercises {
		open = append(open, Question{Exercise: true, Channel: lessons[0].Channel, At: lessons[0].Opened})
	}
	if len(open) == 0 {
		return nil, nil
	}
	last := slices.MaxFunc(open, func(a, b Question) int { return a.At.Compare(b.At) })
	return &last, nil
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
