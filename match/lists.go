package match

import "time"

// A HistoryEntry is a finished match in a player's history.
type HistoryEntry struct {
	Match   Match         // without its moves
	Overall *RatingChange // the player's own in the family Overall, at the pace of the match; nil when there was none
}

// A Win is a rated win.
type Win struct {
	Match    Match  // without its moves; where a pair was rated, its second match
	Opponent Rating // before the match, in the family Overall at its pace; without the results
}

// A Record is what became of a player's finished matches.
type Record struct {
	Tallies map[string]Tally // by family
	Form    []Outcome        // of the last FormLength matches that were not cancelled, newest first
}

// FormLength is how many matches a Form tells of.
const FormLength = 10

// A Tally counts finished matches. Rated results, by pair, are in [Rating].
type Tally struct {
	Wins, Losses, Draws int // Draws: nobody won
	Unrated             int // of all these
}

// Plus returns the sum of two tallies.
func (t Tally) Plus(other Tally) Tally {
	return Tally{
		Wins: t.Wins + other.Wins, Losses: t.Losses + other.Losses,
		Draws: t.Draws + other.Draws, Unrated: t.Unrated + other.Unrated,
	}
}

// All returns how many matches there were.
func (t Tally) All() int { return t.Wins + t.Losses + t.Draws }

// Rated returns how many of the matches were rated.
func (t Tally) Rated() int { return t.All() - t.Unrated }

// A LeaderboardQuery says whose ratings a leaderboard compares.
type LeaderboardQuery struct {
	Ladder
	Server      string // only those who finished a match there; "": everybody
	Provisional bool   // those whose rating is not sure yet, instead of all others
	Limit       int
	Offset      int
}

// A Standing is one row of a leaderboard.
type Standing struct {
	Rank   int // from 1, among the established or among the provisional players
	Player Player
	Rating Rating
}

// A Puzzle is what a player has made of a puzzle.
type Puzzle struct {
	ID   PuzzleID
	Room string // that counts it, "" for none
	// Variant and Family are its game, "" where that was not noted yet.
	Variant, Family string
	Tries           int
	Tried           time.Time // when last
	Solved          time.Time // zero: not yet
	GaveUp          time.Time // zero: not yet
}

// PuzzleState is how far a player has come with a puzzle. At most one of Solved and GaveUp is
// true.
type PuzzleState struct {
	Tries  int // with giving up
	Solved bool
	GaveUp bool // the player has asked for the solution
}

// Closed reports whether nothing more is noted of the puzzle.
func (s PuzzleState) Closed() bool { return s.Solved || s.GaveUp }

// A Try is an answer to a puzzle, or that somebody gives up.
type Try struct {
	Player Player
	// Room is where it was answered; see [RoomOf]. The first room where a player answers a
	// puzzle counts it.
	Room   string
	Puzzle PuzzleID
	// Variant and Family are its game.
	Variant, Family string
	Solved          bool
	GaveUp          bool // never with Solved
	At              time.Time
	Rating          *RatingChange // what it changes if it is the first; nil: nothing
}

// PuzzleLadder is the ladder of the ratings in puzzles, which are separate from ratings in
// matches. Nobody hurries there.
var PuzzleLadder = Ladder{Family: "puzzles", Pace: Long}

// PersonalData is everything that is stored about a player.
type PersonalData struct {
	// JSON is an object with a list of rows for each table. Names of times end in _utc, those of
	// milliseconds in _ms. What is not known or does not apply is missing.
	JSON    []byte
	Matches int  // how many are in it
	More    bool // some table was cut, at MaxPersonal rows; there are ten times as many moves
}

// MaxPersonal is how many rows of a table PersonalData has. A person who plays a match
// every waking hour reaches it in ten years.
const MaxPersonal = 50_000
