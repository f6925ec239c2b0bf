package match

import (
	"time"

	"nimatron/games"
)

// A Leg is the place of a match in a rated pair.
type Leg uint8

const (
	Alone     Leg = iota // not in a pair
	FirstLeg             // the first match of a pair
	SecondLeg            // the same start with swapped sides
)

// CalledOffADay is the number of rated pairs that a player may call off in 24 hours. One more
// closes rated matches to the player for a day.
const CalledOffADay = 3

// ClosedUntil returns until when rated matches are closed to a player who called off rated pairs at
// these times, in order. Each call-off beyond CalledOffADay in 24 hours closes them for 24 hours.
// The zero time means that none did.
func ClosedUntil(calledOff []time.Time) time.Time {
	const day = 24 * time.Hour
	for i := len(calledOff) - 1; i >= CalledOffADay; i-- {
		if calledOff[i].Sub(calledOff[i-CalledOffADay]) < day {
			return calledOff[i].Add(day)
		}
	}
	return time.Time{}
}

// Counts reports whether the end of the match may change ratings. The first match of a pair waits for
// the second, and a match without a winner does not count.
func (m *Match) Counts() bool {
	return m.Rated && m.Finished() && m.Winner != Nobody && m.Leg != FirstLeg
}

// PairPoints returns the points, from 0 to 1, of a side of m for the pair that m completes. first is
// the result of the first match, in which the sides were swapped.
func (m *Match) PairPoints(first Result, side games.Side) float64 {
	return (first.Points(side.Other()) + m.Points(side)) / 2
}
