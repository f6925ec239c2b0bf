package puzzle

import (
	"context"
	"time"

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

	// AnnouncePuzzle creates a match.PuzzleNotice and a Post for each room with a puzzle channel that has
	// none for this day, such as "2025-03-14", or a later one. It handles at most limit rooms, and
	// returns how many.
	AnnouncePuzzle(ctx context.Context, day string, now time.Time, limit int) (n int, err error)

	// MatchByID returns a match, or match.ErrNotFound.
	MatchByID(ctx context.Context, id int64) (match.Match, error)

	// LostBy returns the newest matches that the player lost, newest first.
	LostBy(ctx context.Context, player string, limit int) ([]match.Match, error)

	// PuzzleSet returns a set of a class that the player leads or is in, or ErrNotFound.
	PuzzleSet(ctx context.Context, id int64, player string) (Set, error)
}
