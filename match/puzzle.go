package match

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// PuzzleKind is the origin of a puzzle, as it is spelled in the database.
type PuzzleKind string

const (
	DailyPuzzle  PuzzleKind = "daily" // of a day, the same for all
	MatchPuzzle  PuzzleKind = "match" // a win that a player missed in a match
	DrawnPuzzle  PuzzleKind = "drawn" // drawn for a player
	ChosenPuzzle PuzzleKind = "set"   // of a PuzzleSet
)

// PuzzleID identifies a puzzle. Fields of other kinds are zero, and the zero PuzzleID is no puzzle.
type PuzzleID struct {
	Kind PuzzleKind
	// Day is the day of a daily puzzle, such as "2025-03-14".
	Day string
	// Match and Number identify a decision of a match, or Set and Number a puzzle of a set. Number is
	// counted from 1.
	Match, Set int64
	Number     int
	// A drawn puzzle follows from these.
	Variant, Level string
	Seed           uint32
}

// Asked is a puzzle that a player was asked.
type Asked struct {
	Puzzle  PuzzleID
	Channel string // where the puzzle was asked; "" if that is not known
	At      time.Time
}

// String returns the spelling that ParsePuzzleID reads, such as "2025-03-14", "7.12",
// "end-nim.easy.0000002a" or "set.3.12".
func (id PuzzleID) String() string {
	switch id.Kind {
	case DailyPuzzle:
		return id.Day
	case MatchPuzzle:
		return fmt.Sprintf("%d.%d", id.Match, id.Number)
	case ChosenPuzzle:
		return fmt.Sprintf("%s%d", SetPrefix(id.Set), id.Number)
	case DrawnPuzzle:
		return fmt.Sprintf("%s.%s.%08x", id.Variant, id.Level, id.Seed)
	}
	return ""
}

// SetPrefix returns the beginning of the IDs of the puzzles of a set.
func SetPrefix(set int64) string { return fmt.Sprintf("set.%d.", set) }

// ParsePuzzleID reads an ID; ok is false for other text.
func ParsePuzzleID(text string) (id PuzzleID, ok bool) {
	if _, err := time.Parse(time.DateOnly, text); err == nil {
		return PuzzleID{Kind: DailyPuzzle, Day: text}, true
	}
	switch parts := strings.Split(text, "."); len(parts) {
	case 2:
		number, err1 := strconv.ParseInt(parts[0], 10, 64)
		decision, err2 := strconv.Atoi(parts[1])
		id = PuzzleID{Kind: MatchPuzzle, Match: number, Number: decision}
		ok = err1 == nil && err2 == nil && number > 0 && decision > 0
	case 3:
		if parts[0] == "set" {
			set, err1 := strconv.ParseInt(parts[1], 10, 64)
			number, err2 := strconv.Atoi(parts[2])
			id = PuzzleID{Kind: ChosenPuzzle, Set: set, Number: number}
			ok = err1 == nil && err2 == nil && set > 0 && number > 0
			break
		}
		seed, err := strconv.ParseUint(parts[2], 16, 32)
		id = PuzzleID{Kind: DrawnPuzzle, Variant: parts[0], Level: parts[1], Seed: uint32(seed)}
		ok = err == nil && parts[0] != "" && parts[1] != ""
	}
	if !ok {
		return PuzzleID{}, false
	}
	return id, true
}

// A PuzzlePost is the message that announces the puzzle of a day in a room.
type PuzzlePost struct {
	ID      int64
	Room    string // see [RoomOf]
	Channel string
	Day     string // such as "2025-03-14"
	Message string // the front's handle; "" if it is not known
	// Version begins at 1. It rises with each answer in the room, and when the puzzle of a later day is
	// announced.
	Version int64
}

// PuzzleCount is how many people in a room have tried the puzzle of a day, and how many of them have
// solved it.
type PuzzleCount struct {
	Day          string
	Tried, Found int
}

// A PuzzleFinder is a player who has solved daily puzzles in a room.
type PuzzleFinder struct {
	Player Player
	Found  int // solved puzzles
	Tries  int // tries at these puzzles
	// Streak is on how many days in a row, up to today, the player has solved the puzzle in any room.
	Streak int
}

// PuzzlePosts have the results of a room in the puzzle of the day. A day is written "2025-03-14".
type PuzzlePosts interface {
	// PuzzlePost returns a post, or ErrNotFound. Posts are kept for PuzzlePostLife.
	PuzzlePost(ctx context.Context, id int64) (PuzzlePost, error)

	// PuzzlePostIn returns a channel's post of a day, or ErrNotFound.
	PuzzlePostIn(ctx context.Context, channel, day string) (PuzzlePost, error)

	// PuzzleCounts returns the counts of a room, from one day to another, in order. It leaves out days
	// without tries.
	PuzzleCounts(ctx context.Context, room, from, to string) ([]PuzzleCount, error)

	// FirstFinder returns the first player of a room to solve the puzzle of a day, or ErrNotFound.
	FirstFinder(ctx context.Context, room, day string) (PuzzleFinder, error)

	// PuzzleFinders returns the players of a room who have solved the most puzzles from one day to
	// another. Of equals, those with fewer tries come first.
	PuzzleFinders(ctx context.Context, room, from, to, today string, limit int) ([]PuzzleFinder, error)
}

// PuzzlePostLife is for how many days a PuzzlePost is kept.
const PuzzlePostLife = 30
