// Package puzzle asks for winning moves: the puzzle of the day, mistakes of a player's own, boards drawn
// at a level, and positions that a teacher has chosen. It judges the answers and rates players by them.
package puzzle

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"nimatron/match"
)

// Kind is the origin of a puzzle, as it is spelled in the database.
type Kind string

const (
	Daily     Kind = "daily" // of a day, the same for all
	FromMatch Kind = "match" // a win that a player missed in a match
	Drawn     Kind = "drawn" // drawn for a player
	FromSet   Kind = "set"   // of a Set
)

// ID identifies a puzzle. Fields of other kinds are zero, and the zero ID is no puzzle.
type ID struct {
	Kind Kind
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
	Puzzle  ID
	Channel string // where the puzzle was asked; "" if that is not known
	At      time.Time
}

// String returns the spelling that ParseID reads, such as "2025-03-14", "7.12",
// "end-nim.easy.0000002a" or "set.3.12".
func (id ID) String() string {
	switch id.Kind {
	case Daily:
		return id.Day
	case FromMatch:
		return fmt.Sprintf("%d.%d", id.Match, id.Number)
	case FromSet:
		return fmt.Sprintf("%s%d", SetPrefix(id.Set), id.Number)
	case Drawn:
		return fmt.Sprintf("%s.%s.%08x", id.Variant, id.Level, id.Seed)
	}
	return ""
}

// SetPrefix returns the beginning of the IDs of the puzzles of a set.
func SetPrefix(set int64) string { return fmt.Sprintf("set.%d.", set) }

// ParseID reads an ID; ok is false for other text.
func ParseID(text string) (id ID, ok bool) {
	if _, err := time.Parse(time.DateOnly, text); err == nil {
		return ID{Kind: Daily, Day: text}, true
	}
	switch parts := strings.Split(text, "."); len(parts) {
	case 2:
		number, err1 := strconv.ParseInt(parts[0], 10, 64)
		decision, err2 := strconv.Atoi(parts[1])
		id = ID{Kind: FromMatch, Match: number, Number: decision}
		ok = err1 == nil && err2 == nil && number > 0 && decision > 0
	case 3:
		if parts[0] == "set" {
			set, err1 := strconv.ParseInt(parts[1], 10, 64)
			number, err2 := strconv.Atoi(parts[2])
			id = ID{Kind: FromSet, Set: set, Number: number}
			ok = err1 == nil && err2 == nil && set > 0 && number > 0
			break
		}
		seed, err := strconv.ParseUint(parts[2], 16, 32)
		id = ID{Kind: Drawn, Variant: parts[0], Level: parts[1], Seed: uint32(seed)}
		ok = err == nil && parts[0] != "" && parts[1] != ""
	}
	if !ok {
		return ID{}, false
	}
	return id, true
}

// A Post is the message that announces the puzzle of a day in a room.
type Post struct {
	ID      int64
	Room    string // see [RoomOf]
	Channel string
	Day     string // such as "2025-03-14"
	Message string // the front's handle; "" if it is not known
	// Version begins at 1. It rises with each answer in the room, and when the puzzle of a later day is
	// announced.
	Version int64
}

// Count is how many people in a room have tried the puzzle of a day, and how many of them have
// solved it.
type Count struct {
	Day          string
	Tried, Found int
}

// A Finder is a player who has solved daily puzzles in a room.
type Finder struct {
	Player match.Player
	Found  int // solved puzzles
	Tries  int // tries at these puzzles
	// Streak is on how many days in a row, up to today, the player has solved the puzzle in any room.
	Streak int
}

// Posts have the results of a room in the puzzle of the day. A day is written "2025-03-14".
type Posts interface {
	// PuzzlePost returns a post, or ErrNotFound. Posts are kept for PostLife.
	PuzzlePost(ctx context.Context, id int64) (Post, error)

	// PuzzlePostIn returns a channel's post of a day, or ErrNotFound.
	PuzzlePostIn(ctx context.Context, channel, day string) (Post, error)

	// PuzzleCounts returns the counts of a room, from one day to another, in order. It leaves out days
	// without tries.
	PuzzleCounts(ctx context.Context, room, from, to string) ([]Count, error)

	// FirstFinder returns the first player of a room to solve the puzzle of a day, or ErrNotFound.
	FirstFinder(ctx context.Context, room, day string) (Finder, error)

	// PuzzleFinders returns the players of a room who have solved the most puzzles from one day to
	// another. Of equals, those with fewer tries come first.
	PuzzleFinders(ctx context.Context, room, from, to, today string, limit int) ([]Finder, error)
}

// PostLife is for how many days a Post is kept.
const PostLife = 30

// Results are a player's results in a puzzle.
type Results struct {
	ID   ID
	Room string // the room that counts it, "" for none
	// Variant and Family are its game, "" if that is not known.
	Variant, Family string
	Tries           int
	Tried           time.Time // when last
	Solved          time.Time // zero: not yet
	GaveUp          time.Time // zero: not yet
}

// State is a player's progress with a puzzle. At most one of Solved and GaveUp is
// true.
type State struct {
	Tries  int // giving up counts as one
	Solved bool
	GaveUp bool // the player asked for the solution
}

// Closed reports whether further tries are ignored.
func (s State) Closed() bool { return s.Solved || s.GaveUp }

// A Try is an answer to a puzzle, or giving up.
type Try struct {
	Player match.Player
	// Room is where the puzzle was answered; see [RoomOf]. The first room in which a player answers
	// it counts it.
	Room   string
	Puzzle ID
	// Variant and Family are its game.
	Variant, Family string
	Solved          bool
	GaveUp          bool // never with Solved
	At              time.Time
	Rating          *match.RatingChange // the change if this is the first try; nil: none
}

// Ladder is the ladder of ratings in puzzles, which are separate from ratings in matches.
var Ladder = match.Ladder{Family: "puzzles", Pace: match.Long}
