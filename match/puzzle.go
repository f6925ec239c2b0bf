package match

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// PuzzleKind says where a puzzle is from. Its value is its spelling in the database.
type PuzzleKind string

const (
	DailyPuzzle  PuzzleKind = "daily" // of a day, the same for all
	MatchPuzzle  PuzzleKind = "match" // a win that somebody let slip in a match
	DrawnPuzzle  PuzzleKind = "drawn" // drawn for a player
	ChosenPuzzle PuzzleKind = "set"   // of a PuzzleSet
)

// PuzzleID says which puzzle one is. The fields of other kinds are zero, and the zero
// PuzzleID is none.
type PuzzleID struct {
	Kind PuzzleKind
	// Day is that of a daily puzzle, such as "2025-03-14".
	Day string
	// Match and Number, from 1, say which decision of which match it is, or Set and Number which
	// puzzle of which set.
	Match, Set int64
	Number     int
	// A puzzle that was drawn follows from its game, level and seed.
	Variant, Level string
	Seed           uint32
}

// Asked is a puzzle that a player was asked.
type Asked struct {
	Puzzle  PuzzleID
	Channel string // where that was; empty where it is not known
	At      time.Time
}

// String returns the one spelling of the ID, which ParsePuzzleID reads: "2025-03-14",
// "7.12", "end-nim.easy.0000002a" or "set.3.12".
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

// SetPrefix is how the IDs of the puzzles of a set begin.
func SetPrefix(set int64) string { return fmt.Sprintf("set.%d.", set) }

// ParsePuzzleID reads an ID; ok is false for text that is none.
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
	Message string // the front's handle; "" where it is not known
	// Version rises from 1 whenever there may be something else to show: an answer of the room
	// was noted, or the puzzle of a later day is announced.
	Version int64
}

// PuzzleCount says how many people of a room have tried the puzzle of a day there, and how many
// of them have found the solution.
type PuzzleCount struct {
	Day          string
	Tried, Found int
}

// A PuzzleFinder is somebody who has found solutions of daily puzzles in a room.
type PuzzleFinder struct {
	Player Player
	Found  int // puzzles
	Tries  int // that those took
	// Streak is on how many days in a row, up to today, the player has solved the puzzle, in
	// whatever room.
	Streak int
}

// PuzzlePosts are what people of a room make of the puzzle of the day. Days are such as
// "2025-03-14".
type PuzzlePosts interface {
	// PuzzlePost returns a post, or ErrNotFound. Posts are kept for PuzzlePostLife.
	PuzzlePost(ctx context.Context, id int64) (PuzzlePost, error)

	// PuzzlePostIn returns a channel's post of a day, or ErrNotFound.
	PuzzlePostIn(ctx context.Context, channel, day string) (PuzzlePost, error)

	// PuzzleCounts returns the counts of a room, from one day to another, in order and without
	// days on which nobody has tried.
	PuzzleCounts(ctx context.Context, room, from, to string) ([]PuzzleCount, error)

	// FirstFinder returns who was the first of a room to find the solution of a day, or
	// ErrNotFound.
	FirstFinder(ctx context.Context, room, day string) (PuzzleFinder, error)

	// PuzzleFinders returns those of a room who have found the most solutions from one day to
	// another; those with as many in fewer tries come first.
	PuzzleFinders(ctx context.Context, room, from, to, today string, limit int) ([]PuzzleFinder, error)
}

// PuzzlePostLife is for how many days it is known which message a PuzzlePost is.
const PuzzlePostLife = 30
