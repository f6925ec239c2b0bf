package match

import (
	"time"

	"nimatron/games"
)

// A Leg says which match of a rated pair a match is.
type Leg uint8

const (
	Alone     Leg = iota // a match that is no part of a pair
	FirstLeg             // begins a pair
	SecondLeg            // is played from the same start with swapped sides
)

// SecondGame returns the second match of the pair that m is the first of, as it begins. Its
// seed is its own: the seed of m is no secret any more.
func (m *Match) SecondGame(seed uint64, now time.Time) Match {
	return Match{
		Channel: m.Channel, Server: m.Server, Variant: m.Variant, Family: m.Family,
		Start: m.Start, First: m.First, Sides: Between(m.Sides[games.Right].Player, m.Sides[games.Left].Player),
		Level: m.Level, Seed: seed, Rated: true, TurnTime: m.TurnTime, Pace: m.Pace, Pair: m.ID, Leg: SecondLeg,
		Tournament: m.Tournament,
		Created:    now, State: Playing,
	}
}

// Score returns how many games of a pair each player has won, in the order of the sides of m. m
// is the second game; first is the winner of the first.
func (m *Match) Score(first Result) (left, right int) {
	return int(2 * m.PairPoints(first, games.Left)), int(2 * m.PairPoints(first, games.Right))
}

// CalledOffADay is how many rated pairs somebody may call off in 24 hours before rated
// matches are closed to them for a day.
const CalledOffADay = 3

// ClosedUntil returns until when rated matches are closed to somebody who has called off
// rated pairs at these times, which are in order: for 24 hours from each that was more
// than CalledOffADay in 24 hours. It is the zero time where there was none.
func ClosedUntil(calledOff []time.Time) time.Time {
	const day = 24 * time.Hour
	for i := len(calledOff) - 1; i >= CalledOffADay; i-- {
		if calledOff[i].Sub(calledOff[i-CalledOffADay]) < day {
			return calledOff[i].Add(day)
		}
	}
	return time.Time{}
}

// Counts reports whether the end of the match may change ratings. The first match of
// a pair waits for the second, and a match that nobody won counts nothing.
func (m *Match) Counts() bool {
	return m.Rated && m.Finished() && m.Winner != Nobody && m.Leg != FirstLeg
}

// PairPoints returns what the pair that m completes is worth for a side of m, from 0
// to 1, when first has won the first match, in which the players sat the other way
// round.
func (m *Match) PairPoints(first Result, side games.Side) float64 {
	return (first.Points(side.Other()) + m.Points(side)) / 2
}
