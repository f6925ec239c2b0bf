package match

import (
	"context"
	"time"

	"nimatron/games"
	"nimatron/match/rating"
)

// A PastMatch is what the marks of a player follow from in a finished match of theirs.
type PastMatch struct {
	ID      int64
	Ended   time.Time
	Variant string
	Family  string
	Level   Level // NoLevel: against a person
	Result
	Side     games.Side // the player's own
	Leg      Leg
	Chosen   bool   // a player chose the start
	Lesson   string // of which it was the test, "" for none
	Helped   bool   // the player had a hint or took moves back
	Advised  bool   // as in [Match]
	Reviewed bool   // Findings says something
	Findings Findings
	// Points are what the rated pair that the match completes was worth for the player, from 0
	// to 1. Before and Opponent are the overall ratings of both before it. All are zero where no
	// rating changed; Opponent is also zero for the bot and for somebody who was forgotten.
	Points           float64
	Before, Opponent rating.Rating
}

// Won reports whether the player has won the match.
func (m *PastMatch) Won() bool { return m.OutcomeOf(m.Side) == Won }

// Achievements are what the marks of a player follow from.
type Achievements struct {
	Matches []PastMatch // in the order in which they ended
	Days    []Puzzle    // daily puzzles that are solved, by day
	Lessons []Lesson
	// Tournaments is how many of them the player has won, as [Entrant.Place] says.
	Tournaments int
	Told        []string // the marks that the player was told of
}

// MaxAchievements is how many matches of a player, the oldest, and how many days marks follow from.
const MaxAchievements = 10_000

// Marks are what a player has done that is worth something.
type Marks interface {
	// Achievements returns what the marks of a player follow from, at most MaxAchievements of each.
	Achievements(ctx context.Context, player string) (Achievements, error)

	// RecordTold notes that a player is told of these marks now, and returns those of them that
	// were not noted before.
	RecordTold(ctx context.Context, player Player, marks []string, now time.Time) (fresh []string, err error)
}
