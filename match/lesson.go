package match

import (
	"time"

	"nimatron/games"
)

// A Lesson is how far a player has come in a lesson.
type Lesson struct {
	ID        string
	Seed      uint64    // of its exercises
	Exercises int       // how many are solved, which are the first ones
	Wins      int       // tests that are passed
	Channel   string    // where the player last turned to it; empty where that is not known
	Opened    time.Time // when that was
}

// PassedTest reports whether the match is a passed test of a lesson: won, without a hint
// and without moves taken back.
func (m *Match) PassedTest() bool {
	return m.Lesson != "" && m.Winner == LeftSeat && !m.Sides[games.Left].Helped()
}
