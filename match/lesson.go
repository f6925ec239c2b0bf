package match

import (
	"nimatron/games"
)

// PassedTest reports whether the match is a passed test of a lesson: won without hints and takebacks.
func (m *Match) PassedTest() bool {
	return m.Lesson != "" && m.Winner == LeftSeat && !m.Sides[games.Left].Helped()
}
