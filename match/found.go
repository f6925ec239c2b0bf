package match

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

// Findings are the result of a review of a finished match, by games.Side.
type Findings [2]Found
