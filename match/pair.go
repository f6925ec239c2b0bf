package match

import (
	"time"

	"nimatron/games"
)

// A Leg says which match of a rated pair a match is.
type Leg uint8

// The legs.
const (
	Alone     Leg = iota // a match that is no part of a pair
	FirstLeg             // begins a pair
	SecondLeg            // is played from the same start with swapped sides
)

// SecondGame returns the second match of the pair that m is the first of, as it begins.
func (m *Match) SecondGame(now time.Time) Match {
	return Match{
		Channel: m.Channel, Server: m.Server, Variant: m.Variant, Family: m.Family,
		Start: m.Start, First: m.First, Left: m.Right, Right: m.Left,
		Seed: m.Seed, Rated: true, TurnTime: m.TurnTime, Pair: m.ID, Leg: SecondLeg,
		Created: now, State: Playing,
	}
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
