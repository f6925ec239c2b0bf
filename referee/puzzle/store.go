package puzzle

import (
	"context"

	"nimatron/match"
)

// A Store has the puzzles of players, by player and ID.
type Store interface {
	// RecordTry records a player's try at a puzzle, unless it is solved or given up. It returns how
	// many tries are recorded now and whether the rating was stored, which only the first try does.
	// The error is ErrStale if the rating does not start from the stored one.
	RecordTry(ctx context.Context, t Try) (tries int, rated bool, err error)

	// AskPuzzle stores which puzzle the player was asked last.
	AskPuzzle(ctx context.Context, player match.Player, asked Asked) error

	// AskedPuzzle returns the puzzle that the player was asked last, or ErrNotFound.
	AskedPuzzle(ctx context.Context, player string) (Asked, error)

	// PuzzleRating returns the player's rating in puzzles, zero for a player without one.
	PuzzleRating(ctx context.Context, player string) (match.Rating, error)

	// PuzzleState returns the player's progress with a puzzle.
	PuzzleState(ctx context.Context, player string, puzzle ID) (State, error)

	// PuzzleStreak returns on how many days in a row, up to today or yesterday, the player has solved
	// the daily puzzle. A puzzle that is given up ends the streak.
	PuzzleStreak(ctx context.Context, player, today string) (int, error)
}
