package puzzle

import (
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

// A Set is positions that a teacher has chosen for a class.
type Set struct {
	ID      int64
	Class   int64
	Name    string
	Made    time.Time
	Size    int         // the number of puzzles
	Puzzles []SetPuzzle // in order; lists of sets leave them out
}

// A SetPuzzle is a position of a set. The player to move, games.Left, can win.
type SetPuzzle struct {
	Variant  string
	Position string // in canonical notation
	Text     string // the teacher's comment, "" for none
}
