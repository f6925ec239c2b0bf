package match

import "time"

// A HistoryEntry is a finished match in a player's history.
type HistoryEntry struct {
	Match   Match
	Overall *RatingChange // the player's, in the family Overall at the pace of the match; nil for none
}

// A Win is a rated win.
type Win struct {
	Match    Match  // without its moves; of a rated pair, the second match
	Opponent Rating // before the match, in the family Overall at its pace, without results
}

// A Record has the results of a player's finished matches.
type Record struct {
	Tallies map[string]Tally
	Form    []Outcome // in the last FormLength matches that were not cancelled, the newest first
}

// FormLength is the length of a Form in matches.
const FormLength = 10

// A Tally counts finished matches. Rated results, by pair, are in [Rating].
type Tally struct {
	Wins, Losses, Draws int // Draws had no winner
	Unrated             int
}

// Plus returns the sum of two tallies.
func (t Tally) Plus(other Tally) Tally {
	return Tally{
		Wins: t.Wins + other.Wins, Losses: t.Losses + other.Losses,
		Draws: t.Draws + other.Draws, Unrated: t.Unrated + other.Unrated,
	}
}

// All returns the number of matches.
func (t Tally) All() int { return t.Wins + t.Losses + t.Draws }

// Rated returns the number of rated matches.
func (t Tally) Rated() int { return t.All() - t.Unrated }

// A LeaderboardQuery selects the rows of a leaderboard.
type LeaderboardQuery struct {
	Ladder
	Server      string // only players who have finished a match there; "" means all
	Provisional bool   // players with a provisional rating, instead of the others
	Now         time.Time
	Limit       int
	Offset      int
	Total       int // the number of all its players, if it is known; 0: they are counted
}

// A Standing is one row of a leaderboard.
type Standing struct {
	Rank   int // from 1, among the established or among the provisional players
	Player Player
	Rating Rating // as it is at the time of the query: less certain than after the last result
}

// A Load says how much is going on.
type Load struct {
	Matches   int // running
	Races     int
	Votes     int // bells that will ring for a server's match
	LateBells int // bells of votes and races that should have rung
	// Notices of the front wait, the oldest since Oldest; zero for none.
	Notices int
	Oldest  time.Time
}

// PersonalData describes a file of everything that is stored about a player.
type PersonalData struct {
	Matches int
	More    bool // the reader had enough before the end
}
