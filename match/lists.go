package match

import "time"

// A HistoryEntry is a finished match in a player's history.
type HistoryEntry struct {
	Match   Match         // without its moves
	Overall *RatingChange // the player's, in the family Overall at the pace of the match; nil for none
}

// A Win is a rated win.
type Win struct {
	Match    Match  // without its moves; of a rated pair, the second match
	Opponent Rating // before the match, in the family Overall at its pace, without results
}

// A Record has the results of a player's finished matches.
type Record struct {
	Tallies map[string]Tally // by family
	Form    []Outcome        // of the last FormLength uncancelled matches, newest first
}

// FormLength is the length of a Form in matches.
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

// A LeaderboardQuery selects the rows of a leaderboard.
type LeaderboardQuery struct {
	Ladder
	Server      string // only players who finished a match there; "": all
	Provisional bool   // players with a provisional rating, instead of the others
	Limit       int
	Offset      int
}

// A Standing is one row of a leaderboard.
type Standing struct {
	Rank   int // from 1, among the established or among the provisional players
	Player Player
	Rating Rating
}

// A Puzzle has a player's results in a puzzle.
type Puzzle struct {
	ID   PuzzleID
	Room string // the room that counts it, "" for none
	// Variant and Family are its game, "" if that is not known.
	Variant, Family string
	Tries           int
	Tried           time.Time // when last
	Solved          time.Time // zero: not yet
	GaveUp          time.Time // zero: not yet
}

// PuzzleState is a player's progress with a puzzle. At most one of Solved and GaveUp is
// true.
type PuzzleState struct {
	Tries  int // giving up counts as one
	Solved bool
	GaveUp bool // the player asked for the solution
}

// Closed reports whether further tries are ignored.
func (s PuzzleState) Closed() bool { return s.Solved || s.GaveUp }

// A Try is an answer to a puzzle, or giving up.
type Try struct {
	Player Player
	// Room is where the puzzle was answered; see [RoomOf]. The first room in which a player answers
	// it counts it.
	Room   string
	Puzzle PuzzleID
	// Variant and Family are its game.
	Variant, Family string
	Solved          bool
	GaveUp          bool // never with Solved
	At              time.Time
	Rating          *RatingChange // the change if this is the first try; nil: none
}

// PuzzleLadder is the ladder of ratings in puzzles, which are separate from ratings in matches.
var PuzzleLadder = Ladder{Family: "puzzles", Pace: Long}

// PersonalData is everything that is stored about a player.
type PersonalData struct {
	// JSON is an object with a list of rows for each table. Names of times end in _utc, names of
	// milliseconds in _ms. Unknown values are missing.
	JSON    []byte
	Matches int  // how many there are in JSON
	More    bool // some table was cut at MaxPersonal rows; moves at ten times as many
}

// MaxPersonal is how many rows of a table PersonalData has: a match every waking hour for ten years.
const MaxPersonal = 50_000
