package match

import "time"

// A Pace says how long players may think. Results at different paces are not compared: everybody
// can ask a solver, so only quick decisions show what a player knows.
type Pace string

const (
	Live Pace = "live" // at most LiveTurn a turn
	Long Pace = "long" // a longer limit, or none
)

// LiveTurn is the longest time for a turn of a live match.
const LiveTurn = 2 * time.Minute

// PaceOf returns the pace of a match with this time for a turn, 0 for no limit.
func PaceOf(turn time.Duration) Pace {
	if turn > 0 && turn <= LiveTurn {
		return Live
	}
	return Long
}

// A Ladder has the ratings that are compared: of a family of games, or [Overall], at a pace.
type Ladder struct {
	Family string
	Pace   Pace
}
