package season

import (
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/match/rating"
	"nimatron/referee/lesson"
	"nimatron/referee/puzzle"
)

// A PastMatch is a player's finished match, as far as it matters for their marks.
type PastMatch struct {
	ID      int64
	Ended   time.Time
	Variant string
	Family  string
	Level   match.Level // NoLevel: against a person
	match.Result
	Side     games.Side // the player's own
	Leg      match.Leg
	Chosen   bool   // a player chose the start
	Lesson   string // the lesson that it was the test of, "" for none
	Helped   bool   // the player got a hint or took moves back
	Advised  bool   // as in [Match]
	Reviewed bool   // Findings is known
	Findings match.Findings
	// Points are the player's, from 0 to 1, for the rated pair that the match completes. Before and
	// Opponent are the overall ratings before it. All are zero if no rating changed; Opponent is also
	// zero for the bot and for deleted players.
	Points           float64
	Before, Opponent rating.Rating
}

// Won reports whether the player won the match.
func (m *PastMatch) Won() bool { return m.OutcomeOf(m.Side) == match.Won }

// Achievements determine the marks of a player.
type Achievements struct {
	Matches []PastMatch      // in the order in which they ended
	Days    []puzzle.Results // daily puzzles that are solved, by day
	Lessons []lesson.State
	// Tournaments is how many tournaments the player has won, by [Entrant.Place].
	Tournaments int
	Told        []string // the marks that the player was notified of
}

// MaxAchievements bounds the matches, of which the oldest are taken, and the days.
const MaxAchievements = 10_000
