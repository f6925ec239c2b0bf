package match

import (
	"context"
	"errors"
	"time"
)

// ErrTooManySets: the class has MaxSets.
var ErrTooManySets = errors.New("the class has too many puzzle sets")

// Bounds on puzzle sets. Names and texts are measured in characters.
const (
	MaxSets       = 10 // of a class
	MaxSetPuzzles = 20 // of a set
	MaxSetName    = 40
	MaxSetText    = 200 // of a puzzle
)

// A PuzzleSet is positions that a teacher has chosen for a class.
type PuzzleSet struct {
	ID      int64
	Class   int64
	Name    string
	Made    time.Time
	Size    int         // how many puzzles it has
	Puzzles []SetPuzzle // by Number less 1; lists of sets leave them out
}

// A SetPuzzle is a position of a set in which the player to move can win.
type SetPuzzle struct {
	Variant  string
	Position string // in canonical notation; games.Left is to move
	Text     string // what the teacher says to it, "" for nothing
}

// PuzzleSets are kept with their classes, and go with them.
type PuzzleSets interface {
	// CreatePuzzleSet stores a new set and returns it as stored. The error is ErrNotFound unless
	// its class goes on, ErrTooManySets with MaxSets.
	CreatePuzzleSet(ctx context.Context, s PuzzleSet) (PuzzleSet, error)

	// PuzzleSet returns a set of a class that the player leads or is in, or ErrNotFound.
	PuzzleSet(ctx context.Context, id int64, player string) (PuzzleSet, error)

	// DropPuzzleSet deletes a set of a class, or returns ErrNotFound. Answers to its puzzles stay
	// those of the players who gave them.
	DropPuzzleSet(ctx context.Context, class, id int64) error
}
