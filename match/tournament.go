package match

import (
	"cmp"
	"errors"
	"time"
)

// ErrTooManyTournaments: the server has MaxTournaments that are not over.
var ErrTooManyTournaments = errors.New("too many tournaments are open")

// Bounds on tournaments.
const (
	// MaxTournaments is how many of a server are open or running at once.
	MaxTournaments = 8
	// MaxEntrants is how many can be in one.
	MaxEntrants = 128
	// MaxSimul is how many can join a Simul.
	MaxSimul = 30
	// MaxApart is how many pairs can be kept apart in one.
	MaxApart = 16
	// MaxApartOf is in how many of these one person can be, so that nobody chooses whom a friend
	// meets by that.
	MaxApartOf = 3
	// CalledAtOnce is how many people one notice calls.
	CalledAtOnce = 50
)

// A Format says how the players of a tournament are paired.
type Format string

// The formats.
const (
	// Arena: whoever is free is paired at once, until the time is over.
	Arena Format = "arena"
	// Swiss: rounds, in which players with like results meet, nobody twice.
	Swiss Format = "swiss"
	// Knockout: whoever loses is out.
	Knockout Format = "knockout"
	// Simul: the leader plays everybody at once, a single game each. The leader becomes an entrant
	// when it begins.
	Simul Format = "simul"
)

// A TournamentState says whether a tournament goes on.
type TournamentState string

// The states of a tournament, in the order in which they come. From the first two it may be
// cancelled.
const (
	TournamentOpen      TournamentState = "open" // people may join, and nothing is paired
	TournamentRunning   TournamentState = "running"
	TournamentOver      TournamentState = "over"
	TournamentCancelled TournamentState = "cancelled"
)

// A Tournament is many matches of people of one server, for one table. Each pairing in it is a
// pair of games from one start, with sides swapped; in a Simul it is one game.
type Tournament struct {
	ID       int64
	Server   string // "" in the terminal
	Channel  string // where its message stands; the pairings are in threads of it
	Name     string
	Leader   Player // who made it
	Format   Format
	Variant  string        // "" for another family each round
	Size     string        // of the boards, as games.Size is written
	TurnTime time.Duration // for a turn
	Rounds   int           // of a Swiss
	Length   time.Duration // of an arena
	Places   int           // how many can join, at most MaxEntrants
	Rated    bool          // the pairs count for the ratings; never in a Simul
	Seed     uint64        // of the starts
	State    TournamentState
	Round    int       // how often was paired
	Created  time.Time //
	Starts   time.Time // when it begins by itself; zero: when the leader says so
	Reminded bool      // who joined was reminded of that, or need not be
	Started  time.Time // zero while open
	Ended    time.Time // zero until it is over
	Version  int64     // 1 at first, rises by one with each change
	Message  string    // the front's handle of its message, "" when none
	Stuck    time.Time // since when no place can be made for a pairing; zero while all have one

	// These are in the order in which people joined and in which was paired. Lists of tournaments
	// leave them out.
	Entrants []Entrant
	Pairings []Pairing
	// Apart are the pairs of people who do not meet, at most MaxApart. Lists leave them out too,
	// and none is kept once it is over.
	Apart [][2]Player
}

// StartReminder is how long before its beginning those who joined are reminded of a tournament.
const StartReminder = time.Hour

// An Event names the tournament that a match belongs to.
type Event struct {
	Name   string
	Format Format
	Leader string // the ID
	Round  int    // counted from 1
	Game   int    // as in Pairing
}

// Simul returns the ID of whoever plays all others in the event, "" where nobody does.
func (e Event) Simul() string {
	if e.Format != Simul {
		return ""
	}
	return e.Leader
}

// An Entrant is a player in a tournament.
type Entrant struct {
	Player
	Rating float64   // at the time of joining
	Joined int       // the first round with the player, counted from 1
	Left   int       // the last round with the player, -1 for who left before the first; 0: goes on
	Paused bool      // is not paired in an arena for now
	Missed int       // how many pairings in a row the player did not come to
	At     time.Time // when the player joined
	// Place is that of the player when the tournament had come to its end, 0 where it gives none:
	// see TournamentLeast.
	Place int
}

// Gone reports whether an entrant takes no part any more.
func (e *Entrant) Gone() bool { return e.Left != 0 }

// A Pairing is a pair of games of a tournament, or a bye. Round, Board and Game name it.
type Pairing struct {
	Round int // counted from 1
	Board int // of the round, counted from 1
	Game  int // 1; 2 and 3 decide a knockout that stood 1–1
	// First has the first turn in the first game; Second is "" for a bye.
	First, Second string
	Channel       string // where it is played, "" before it begins
	Match         int64  // its first game, 0 before it begins
	Won           [2]int // how many games First and Second have won
	Over          bool
	Forfeit       bool      // somebody did not come, so it does not count as met
	Ended         time.Time // zero until it is over

	// Found is the chances of First and Second in all their games so far on the board.
	Found [2]Found
}

// LastGame is the last Game of a board of a knockout. If it ends 1–1 too, no more games decide.
const LastGame = 3

// ByChances reports whether a pairing is decided by the chances found, and not by its games.
func (m *Pairing) ByChances() bool {
	return m.Game == LastGame && m.Over && !m.Forfeit && m.Won[0] == m.Won[1]
}

// Winner returns the seat in a pairing of the player who goes on in a knockout, -1 for nobody yet.
// The last pair of games is decided by the part of the chances found, then by rating, then by the
// first turn.
func (t *Tournament) Winner(m *Pairing) int {
	if !m.Over || m.Won[0] == m.Won[1] && !m.ByChances() {
		return -1
	}
	if cmp.Or(cmp.Compare(m.Won[0], m.Won[1]), m.Found[0].Compare(m.Found[1]), cmp.Compare(t.rating(m.First), t.rating(m.Second))) < 0 {
		return 1
	}
	return 0
}

// Bye reports whether nobody meets First.
func (m *Pairing) Bye() bool { return m.Second == "" }

// Find returns the entrant with that ID, nil for none.
func (t *Tournament) Find(player string) *Entrant {
	for i := range t.Entrants {
		if t.Entrants[i].ID == player {
			return &t.Entrants[i]
		}
	}
	return nil
}

// rating returns the rating of a player when they joined, 0 for nobody.
func (t *Tournament) rating(player string) float64 {
	if e := t.Find(player); e != nil {
		return e.Rating
	}
	return 0
}

// Leads reports whether a player plays all others of a Simul.
func (t *Tournament) Leads(player string) bool {
	return t.Format == Simul && t.Leader.ID == player
}

// Called returns those who are called by a part of the notices that call everybody who takes
// part: each part calls CalledAtOnce of those who joined. Parts are counted from 0.
func (t *Tournament) Called(part int) (called []Player) {
	n := len(t.Entrants)
	for _, e := range t.Entrants[min(n, part*CalledAtOnce):min(n, (part+1)*CalledAtOnce)] {
		if !e.Gone() && !e.Deleted() {
			called = append(called, e.Player)
		}
	}
	if part == 0 && t.Format == Simul && t.Find(t.Leader.ID) == nil && !t.Leader.Deleted() { // who has not joined
		called = append(called, t.Leader)
	}
	return called
}

// Open returns how many pairings are not over.
func (t *Tournament) Open() (n int) {
	for i := range t.Pairings {
		if !t.Pairings[i].Over {
			n++
		}
	}
	return n
}

// Playing returns how many take part and have not left.
func (t *Tournament) Playing() int {
	n := 0
	for i := range t.Entrants {
		if !t.Entrants[i].Gone() {
			n++
		}
	}
	return n
}

// Closed reports whether a tournament is over or was called off.
func (t *Tournament) Closed() bool {
	return t.State == TournamentOver || t.State == TournamentCancelled
}
