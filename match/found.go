package match

import "cmp"

// Found counts the decisions of a player at which some options won and others lost.
type Found struct {
	Wins int // all of these decisions
	Kept int // the decisions that kept the win, at most Wins
}

// Plus returns the sum of two counts.
func (f Found) Plus(other Found) Found {
	return Found{Wins: f.Wins + other.Wins, Kept: f.Kept + other.Kept}
}

// Accuracy returns Kept/Wins, from 0 to 1; ok is false if Wins is 0.
func (f Found) Accuracy() (accuracy float64, ok bool) {
	if f.Wins == 0 {
		return 0, false
	}
	return float64(f.Kept) / float64(f.Wins), true
}

// Compare compares the parts of the wins that were found: +1 if f's is larger. They are equal if
// one of the two had no win to find.
func (f Found) Compare(other Found) int { return cmp.Compare(f.Kept*other.Wins, other.Kept*f.Wins) }

// Findings are the result of a review of a finished match, by games.Side.
type Findings [2]Found
