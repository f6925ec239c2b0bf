package tournament

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"nimatron/match"
)

// ErrTooMany is the error if the server already has MaxOpen unfinished tournaments.
var ErrTooMany = errors.New("too many tournaments are open")

// Bounds on tournaments.
const (
	MaxOpen     = 8
	MaxEntrants = 128
	MaxSimul    = 30
	// MaxApartOf is how many of a person's blocks keep two people apart. With a higher bound people could choose
	// their opponents.
	MaxApartOf   = 3
	CalledAtOnce = 50 // people pinged by one notice
)

// A State is how far a tournament has got.
type State string

// A tournament can be cancelled only before it starts.
const (
	Open      State = "open" // people can join; nothing is paired yet
	Running   State = "running"
	Over      State = "over"
	Cancelled State = "cancelled"
)

// String returns the state as people read it.
func (s State) String() string {
	switch s {
	case Open:
		return "open to join"
	case Running:
		return "running"
	case Cancelled:
		return "called off"
	}
	return "over"
}

// A Tournament is played by people of one server. Each pairing is two games from the same start
// with sides swapped, or one game in a Simul.
type Tournament struct {
	Name     string
	Format   Format
	Variant  string `json:",omitzero"` // its ID; "" for a different family in each round
	Size     string
	TurnTime time.Duration
	Rounds   int           `json:",omitzero"`
	Length   time.Duration `json:",omitzero"`
	Places   int           // bound on the entrants, at most MaxEntrants
	Seed     uint64
	Round    int       `json:",omitzero"`
	Starts   time.Time `json:",omitzero"` // the scheduled start; zero if the leader starts it
	Reminded bool      `json:",omitzero"` // the entrants were reminded of Starts, or don't need a reminder
	Started  time.Time `json:",omitzero"`
	Stuck    time.Time `json:",omitzero"` // since when a thread for a pairing could not be created; zero if none failed
	Obstacle string    `json:",omitzero"` // why it is stuck, in a sentence
	Taken    time.Time `json:",omitzero"` // until then a process starts its pairings

	// These are columns of their own, or belong to the entrants.
	ID       int64        `json:"-"`
	Server   string       `json:"-"` // "" in the terminal
	Channel  string       `json:"-"` // of its message; the pairings' threads belong to it
	Leader   match.Player `json:"-"`
	Rated    bool         `json:"-"` // results count for the ratings; never in a Simul
	State    State        `json:"-"`
	Created  time.Time    `json:"-"`
	Ended    time.Time    `json:"-"`
	Version  int64        `json:"-"` // 1 at first, and one more after each change
	Message  string       `json:"-"`
	Entrants []Entrant    `json:"-"` // lists of tournaments leave them out
	Pairings []Pairing    `json:"-"`

	Lost    bool        `json:"-"` // it is over because its channel is gone; only known to the change that ends it
	Blocked [][2]string `json:"-"` // entrants, or the leader, who have blocked others, with those, in the order of the blocks; only read
	told    time.Time   // when a match told that it is to advance; zero for none
	quiet   bool        // the change does not raise the version
}

// StartReminder is how long before Starts the entrants are reminded.
const StartReminder = time.Hour

// An Event names the tournament that a match belongs to.
type Event struct {
	Name   string
	Format Format
	Leader string
	Round  int
	Game   int
}

// Simul returns the ID of the leader of a simultaneous exhibition, "" in other formats.
func (e Event) Simul() string {
	if !e.Format.Kind().LeaderPlays {
		return ""
	}
	return e.Leader
}

// An Entrant is a player in a tournament.
type Entrant struct {
	match.Player `json:"-"`
	Rating       float64
	Joined       int
	Left         int  `json:",omitzero"` // their last round; -1 if they left before the first, 0 if they are still in
	Paused       bool `json:",omitzero"` // in an arena: not paired for now
	Missed       int  `json:",omitzero"` // consecutive pairings that they did not come to; MaxMissed if they were put out
	At           time.Time
	Place        int `json:"-"`
}

// Gone reports whether an entrant has left.
func (e *Entrant) Gone() bool { return e.Left != 0 }

// PutOut reports whether an entrant can't come to another game of the round either.
func (e *Entrant) PutOut() bool { return e.Deleted() || e.Gone() && e.Missed >= MaxMissed }

// A Pairing is two games of two players, one in a Simul, or a bye. Round, Board and Game identify it.
type Pairing struct {
	Round         int
	Board         int
	Game          int    // 1; further games 2 to LastGame follow in a knockout while the board stands 1–1
	First, Second string // First plays first in the first game; Second is "" for a bye
	Channel       string
	Match         int64
	Won           [2]int
	Over          bool
	Forfeit       bool // not played, because a player did not come
	Ended         time.Time
	Found         [2]match.Found // the winning chances that First and Second found in all their games on the board so far
}

// LastGame is the last Game of a board in a knockout. If it ends 1–1 too, no more games are played.
const LastGame = 3

// ByChances reports whether the chances found decided a pairing, rather than its games.
func (m *Pairing) ByChances() bool {
	return m.Game == LastGame && m.Over && !m.Forfeit && m.Won[0] == m.Won[1]
}

// Winner returns the seat that advances from a pairing of a knockout, -1 for none yet. After a tie
// in the last games the share of chances found decides, then rating, then the first turn.
func (t *Tournament) Winner(m *Pairing) int {
	if !m.Over || m.Won[0] == m.Won[1] && !m.ByChances() {
		return -1
	}
	if cmp.Or(cmp.Compare(m.Won[0], m.Won[1]), m.Found[0].Compare(m.Found[1]), cmp.Compare(t.rating(m.First), t.rating(m.Second))) < 0 {
		return 1
	}
	return 0
}

// Bye reports whether First has no opponent.
func (m *Pairing) Bye() bool { return m.Second == "" }

// Find returns the entrant with an ID, nil for none.
func (t *Tournament) Find(player string) *Entrant {
	if i := slices.IndexFunc(t.Entrants, func(e Entrant) bool { return e.ID == player }); i >= 0 {
		return &t.Entrants[i]
	}
	return nil
}

func (t *Tournament) rating(player string) float64 {
	if e := t.Find(player); e != nil {
		return e.Rating
	}
	return 0
}

// Leads reports whether a player is the leader of a Simul.
func (t *Tournament) Leads(player string) bool {
	return t.Format.Kind().LeaderPlays && t.Leader.ID == player
}

// Called returns the IDs of the players whom one part of a notice pings. Each part, counted from 0,
// pings CalledAtOnce of them.
func (t *Tournament) Called(part int) (called []string) {
	n := len(t.Entrants)
	for _, e := range t.Entrants[min(n, part*CalledAtOnce):min(n, (part+1)*CalledAtOnce)] {
		if !e.Gone() && !e.Deleted() {
			called = append(called, e.ID)
		}
	}
	if part == 0 && t.Format.Kind().LeaderPlays && t.Find(t.Leader.ID) == nil && !t.Leader.Deleted() { // the leader of a Simul is no entrant before the start
		called = append(called, t.Leader.ID)
	}
	return called
}

// Open returns the number of unfinished pairings.
func (t *Tournament) Open() int {
	return count(t.Pairings, func(m Pairing) bool { return !m.Over })
}

// Playing returns the number of entrants who have not left.
func (t *Tournament) Playing() int {
	return count(t.Entrants, func(e Entrant) bool { return !e.Gone() })
}

func count[T any](list []T, is func(T) bool) (n int) {
	for _, element := range list {
		if is(element) {
			n++
		}
	}
	return n
}

// Closed reports whether a tournament is over or cancelled.
func (t *Tournament) Closed() bool {
	return t.State == Over || t.State == Cancelled
}

// A Store stores tournaments.
type Store interface {
	match.Subjects

	// BlocksAmong returns pairs of people in a subject of whom the first has blocked the second, in the order of the blocks.
	BlocksAmong(ctx context.Context, about match.Subject) ([][2]string, error)

	// BeginPairing starts the first match of a pairing in its channel, as CreateMatch does, adds a PairingNotice, and
	// changes its tournament as ChangeKept does, all or nothing.
	BeginPairing(ctx context.Context, m match.Match, begin func(match.Match) func(*match.Kept) ([]match.Notice, error)) (match.Match, error)

	// PairingsOver returns those of some first games whose pairing is over: both games have ended, or the first
	// has ended without a winner.
	PairingsOver(ctx context.Context, firsts []int64) ([]int64, error)

	// MatchByID and SecondLeg return the games of a pairing, as match.Matches says.
	MatchByID(ctx context.Context, id int64) (match.Match, error)
	SecondLeg(ctx context.Context, first int64) (match.Match, error)

	// Ratings returns the ratings of players, as match.Ratings says.
	Ratings(ctx context.Context, players ...string) (map[string]map[match.Ladder]match.Rating, error)
}
