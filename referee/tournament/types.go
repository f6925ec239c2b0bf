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
	ID       int64
	Server   string // "" in the terminal
	Channel  string // of its message; the pairings' threads belong to it
	Name     string
	Leader   match.Player
	Format   Format
	Variant  string // its ID; "" for a different family in each round
	Size     string
	TurnTime time.Duration
	Rounds   int
	Length   time.Duration
	Places   int  // bound on the entrants, at most MaxEntrants
	Rated    bool // results count for the ratings; never in a Simul
	Seed     uint64
	State    State
	Round    int
	Created  time.Time
	Starts   time.Time // the scheduled start; zero if the leader starts it
	Reminded bool      // the entrants were reminded of Starts, or don't need a reminder
	Started  time.Time
	Ended    time.Time
	Version  int64 // 1 at first, and one more after each change
	Message  string
	Stuck    time.Time // since when a thread for a pairing could not be created; zero if none failed
	Obstacle string    // why, in a sentence; only this process knows it

	// Lists of tournaments leave these out.
	Entrants []Entrant
	Pairings []Pairing
	Lost     bool        // it is over because its channel is gone; only known to the change that ends it
	Blocked  [][2]string // entrants, or the leader, who have blocked others, with those, in the order of the blocks; only read
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
	match.Player
	Rating float64
	Joined int
	Left   int  // their last round; -1 if they left before the first, 0 if they are still in
	Paused bool // in an arena: not paired for now
	Missed int  // consecutive pairings that they did not come to; MaxMissed if they were put out
	At     time.Time
	Place  int
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

// A Store stores tournaments. A tournament changes as a whole, and only from the version that was
// read.
type Store interface {
	// CreateTournament stores a new tournament without players and returns it as stored. The error
	// is ErrTooMany if the server has too many.
	CreateTournament(ctx context.Context, t Tournament) (Tournament, error)

	// Tournament returns a tournament with its entrants and pairings, or ErrNotFound.
	Tournament(ctx context.Context, id int64) (Tournament, error)

	// TournamentsOf returns the tournaments of a server, or of a channel if the server is "". Open and
	// running ones come first, then the latest.
	TournamentsOf(ctx context.Context, server, channel string, limit int) ([]Tournament, error)

	// DueTournaments returns the IDs of tournaments that may need Advance, the oldest first.
	// Pairings without a thread are due if they have been stuck since that time or longer.
	DueTournaments(ctx context.Context, now, stuck time.Time, limit int) ([]int64, error)

	// EventOf returns the tournament in which a match is the first game of a pairing, or
	// ErrNotFound.
	EventOf(ctx context.Context, match int64) (Event, error)

	// SaveTournament stores the state, round, times, entrants and pairings. It never removes
	// entrants and pairings. The error is ErrStale if version is outdated. It queues the notices, and
	// splits one to all entrants into parts of CalledAtOnce.
	SaveTournament(ctx context.Context, t Tournament, version int64, now time.Time, notices ...match.NoticeKind) error

	// TakePairings claims tournaments of a front that have unstarted pairings. Other calls don't
	// return them before until, or before ReleasePairings.
	TakePairings(ctx context.Context, front string, now, until time.Time, limit int) ([]int64, error)

	// ReleasePairings ends a claim. TakePairings returns the tournament again from due on. It also
	// sets Stuck.
	ReleasePairings(ctx context.Context, tournament int64, stuck, due time.Time) error

	// BeginPairing starts the first match of a pairing in its channel, as CreateMatch does, and
	// adds a PairingNotice. The error is ErrStale if the pairing has started or has other players.
	BeginPairing(ctx context.Context, tournament int64, round, board, game int, m match.Match) (match.Match, error)
	// PairingsOver returns the open pairings of a tournament whose games have ended, or whose first
	// game has ended without a winner.
	PairingsOver(ctx context.Context, tournament int64) ([]Pairing, error)

	// MatchByID and SecondLeg return the games of a pairing, as match.Matches says.
	MatchByID(ctx context.Context, id int64) (match.Match, error)
	SecondLeg(ctx context.Context, first int64) (match.Match, error)

	// Ratings returns the ratings of players, as match.Ratings says.
	Ratings(ctx context.Context, players ...string) (map[string]map[match.Ladder]match.Rating, error)
}
