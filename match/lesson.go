package match

import (
	"time"

	"nimatron/games"
)

// A Lesson is a player's progress in a lesson.
type Lesson struct {
	ID        string
	Seed      uint64    // of its exercises
	Exercises int       // how many are solved, from the first on
	Wins      int       // passed tests
	Channel   string    // where the player last opened it; "" if that is not known
	Opened    time.Time // when the player last opened it
}

// PassedTest reports whether the match is a passed test of a lesson: won without hints and takebacks.
func (m *Match) PassedTest() bool {
	return m.Lesson != "" && m.Winner == LeftSeat && !m.Sides[games.Left].Helped()
}
