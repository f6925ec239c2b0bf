package match

// Found counts the wins that a player had to find: the decisions at which some options
// won and others lost, and those of them that kept the win.
type Found struct {
	Wins int // that there were to find
	Kept int // that were found, at most Wins
}

// Plus returns the sum of two counts.
func (f Found) Plus(other Found) Found {
	return Found{Wins: f.Wins + other.Wins, Kept: f.Kept + other.Kept}
}

// Accuracy returns which part of the wins was found, from 0 to 1; ok is false where
// there was none to find.
func (f Found) Accuracy() (accuracy float64, ok bool) {
	if f.Wins == 0 {
		return 0, false
	}
	return float64(f.Kept) / float64(f.Wins), true
}

// Findings are what a review of a finished match has found, by games.Side.
type Findings [2]Found
