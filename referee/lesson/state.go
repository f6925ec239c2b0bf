package lesson

import (
	"context"
	"time"

	"nimatron/match"
)

// State is a player's progress in a lesson.
type State struct {
	ID        string
	Seed      uint64    // of its exercises
	Exercises int       // how many are solved, from the first on
	Wins      int       // passed tests
	Channel   string    // where the player last opened it; "" if that is not known
	Opened    time.Time // when the player last opened it
}

// A Store has the lessons of players, by player and name.
type Store interface {
	// Lessons returns the lessons that a player has opened, the last opened first.
	Lessons(ctx context.Context, player string) ([]State, error)

	// OpenLesson records that a player opens a lesson in a channel. A lesson keeps the seed with
	// which it was first opened.
	OpenLesson(ctx context.Context, player match.Player, lesson string, seed uint64, channel string, now time.Time) error

	// SolveExercise records that a player has solved the exercise with that number, from 1. The error
	// is ErrStale unless it is the first unsolved one of a lesson that was opened.
	SolveExercise(ctx context.Context, player, lesson string, exercise int) error

	// BreakRule counts an error of a player in an exercise about the rule with that number, from 1.
	// The error is ErrStale unless the lesson was opened.
	BreakRule(ctx context.Context, player, lesson string, rule int) error

	// CreateMatch stores a new match and returns it as stored, as match.Matches says.
	CreateMatch(ctx context.Context, m match.Match) (match.Match, error)
}
