package pairing

import (
	"cmp"
	"slices"
)

// A Player takes part in a tournament.
type Player struct {
	ID     string
	Rating float64 // by which the first round is made
	// Joined is the first round with the player, counted from 1; 0 is the first as well.
	Joined int
	// Left is the last round with the player, 0 for somebody who goes on.
	Left int
}

// plays reports whether somebody is to be paired in a round, counted from 1.
func (p Player) plays(round int) bool {
	return p.Joined <= round && (p.Left == 0 || round <= p.Left)
}

// A Pairing is two games of two players from one start, or a bye.
type Pairing struct {
	// First has the first turn in the first game; Second is empty for a bye.
	First, Second string
	// Won is how many games First and Second have won.
	Won [2]int
	// Forfeit says that it was not played, as somebody did not come.
	Forfeit bool
}

// Bye reports whether nobody meets First.
func (m Pairing) Bye() bool { return m.Second == "" }

// Points of a Swiss: a game won is a point, and a bye three halves.
const (
	pointsOfBye    = 1.5
	pointsOfMissed = 0.5 // of a round before somebody joined
)

// A Forbidden pair may not meet, in either order.
type Forbidden map[[2]string]bool

// Forbid adds a pair.
func (f Forbidden) Forbid(a, b string) { f[ordered(a, b)] = true }

// ordered is a pair in the order in which it is looked up.
func ordered(a, b string) [2]string { return [2]string{min(a, b), max(a, b)} }

// met counts how often each pair has met, and how often each player had a bye, which is a pairing
// with "". A pair of which somebody did not come may meet again.
func met(rounds [][]Pairing) map[[2]string]int {
	n := map[[2]string]int{}
	for _, round := range rounds {
		for _, m := range round {
			if !m.Forfeit {
				n[ordered(m.First, m.Second)]++
			}
		}
	}
	return n
}

// bySeed orders players by rating, the best first.
func bySeed(a, b Player) int {
	return cmp.Or(cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.ID, b.ID))
}

// active returns who is to be paired in a round, by rating.
func active(players []Player, round int) []Player {
	list := slices.DeleteFunc(slices.Clone(players), func(p Player) bool { return !p.plays(round) })
	slices.SortFunc(list, bySeed)
	return list
}
