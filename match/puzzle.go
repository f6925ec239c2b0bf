package match

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// PuzzleKind says where a puzzle is from. Its value is its spelling in the database.
type PuzzleKind string

const (
	DailyPuzzle PuzzleKind = "daily" // of a day, the same for all
	MatchPuzzle PuzzleKind = "match" // a win that somebody let slip in a match
	DrawnPuzzle PuzzleKind = "drawn" // drawn for a player
)

// PuzzleID says which puzzle one is. The fields of other kinds are zero, and the zero
// PuzzleID is none.
type PuzzleID struct {
	Kind PuzzleKind
	// Day is that of a daily puzzle, such as "2025-03-14".
	Day string
	// Match and Number, from 1, say which decision of which match it is.
	Match  int64
	Number int
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
// "7.12" or "end-nim.easy.0000002a".
func (id PuzzleID) String() string {
	switch id.Kind {
	case DailyPuzzle:
		return id.Day
	case MatchPuzzle:
		return fmt.Sprintf("%d.%d", id.Match, id.Number)
	case DrawnPuzzle:
		return fmt.Sprintf("%s.%s.%08x", id.Variant, id.Level, id.Seed)
	}
	return ""
}

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
		seed, err := strconv.ParseUint(parts[2], 16, 32)
		id = PuzzleID{Kind: DrawnPuzzle, Variant: parts[0], Level: parts[1], Seed: uint32(seed)}
		ok = err == nil && parts[0] != "" && parts[1] != ""
	}
	if !ok {
		return PuzzleID{}, false
	}
	return id, true
}
