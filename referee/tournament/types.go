package tournament

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"nimatron/match"
)

// ErrTooMany is the error if the server has MaxOpen tournaments that are not over.
var ErrTooMany = errors.New("too many tournaments are open")

// Bounds on tournaments.
const (
	MaxOpen     = 8 // of a server, open or running
	MaxEntrants = 128
	MaxSimul    = 30 // players against the leader
	MaxApart    = 16 // pairs that are kept apart
	// MaxApartOf is how many of these pairs can have the same person. A higher bound would let a leader
	// choose a friend's opponents.
	MaxApartOf   = 3
	CalledAtOnce = 50 // people in one notice
)

// A State says whether a tournament goes on.
type State string

// The states of a tournament. It can be cancelled while it is open.
const (
	Open      State = "open" // people may join, and nothing is paired
	Running   State = "running"
	Over      State = "over"
	Cancelled State = "cancelled"
)

// String returns the state in words.
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

// A Tournament is played by people of one server. Each pairing is two games from one start with sides
// swapped; in a Simul it is one game.
type Tournament struct {
	ID       int64
	Server   string // "" in the terminal
	Channel  string // of its message; the pairings are in threads of it
	Name     string
	Leader   match.Player // the player who created it
	Format   Format
	Variant  string        // ID; "" for another family each round
	Size     string        // of the boards, as games.Size is written
	TurnTime time.Duration // for a turn
	Rounds   int           // of a Swiss
	Length   time.Duration // of an arena
	Places   int           // bound on the entrants, at most MaxEntrants
	Rated    bool          // the pairs count for the ratings; never in a Simul
	Seed     uint64        // of the starts
	State    State
	Round    int // the present round, counted from 1; 0 while open
	Created  time.Time
	Starts   time.Time // when it begins by itself; zero: when the leader starts it
	Reminded bool      // the entrants were reminded of Starts, or need not be
	Started  time.Time // zero while open
	Ended    time.Time // zero until it is over
	Version  int64     // 1 at first, rises by one with each change
	Message  string    // the front's handle of its message, "" when none
	Stuck    time.Time // since when a pairing has waited for a thread that cannot be made; zero for none

	// Lists of tournaments leave out these three.
	Entrants []Entrant         // in the order of joining
	Pairings []Pairing         // in the order of their rounds
	Apart    [][2]match.Player // pairs that do not meet, deleted when the tournament is over
}

// StartReminder is the time before Starts at which the entrants are reminded.
const StartReminder = time.Hour

// An Event names the tournament that a match belongs to.
type Event struct {
	Name   string
	Format Format
	Leader string // the ID
	Round  int    // counted from 1
	Game   int    // Pairing.Game
}

// Simul returns the ID of a leader who plays everybody, "" in other formats.
func (e Event) Simul() string {
	if !e.Format.Kind().LeaderPlays {
		return ""
	}
	return e.Leader
}

// An Entrant is a player in a tournament.
type Entrant struct {
	match.Player
	Rating float64   // at the time of joining
	Joined int       // the player's first round, counted from 1
	Left   int       // their last round; -1 if they left before the first, 0 if they have not left
	Paused bool      // not paired in an arena for now
	Missed int       // pairings in a row to which the player did not come
	At     time.Time // of joining
	Place  int       // in the end; 0 for none, as with fewer than TournamentLeast players
}

// Gone reports whether an entrant has left.
func (e *Entrant) Gone() bool { return e.Left != 0 }

// A Pairing is two games of two players, one in a Simul, or a bye. Round, Board and Game identify it.
type Pairing struct {
	Round         int    // counted from 1
	Board         int    // in the round, counted from 1
	Game          int    // 1; 2 and LastGame follow on a board of a knockout that stands 1–1
	First, Second string // First begins the first game; Second is "" for a bye
	Channel       string // "" before it begins
	Match         int64  // its first game, 0 before it begins
	Won           [2]int // games, by First and Second
	Over          bool
	Forfeit       bool           // not played, as somebody did not come
	Ended         time.Time      // zero until it is over
	Found         [2]match.Found // the chances of First and Second in all their games on the board up to this pairing
}

// LastGame is the last Game of a board of a knockout. If it ends 1–1 too, no more games decide.
const LastGame = 3

// ByChances reports whether a pairing is decided by the chances found, and not by its games.
func (m *Pairing) ByChances() bool {
	return m.Game == LastGame && m.Over && !m.Forfeit && m.Won[0] == m.Won[1]
}

// Winner returns the seat in a pairing of the player who advances in a knockout, -1 if none has yet.
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

// Find returns the entrant with an ID, nil for none.
func (t *Tournament) Find(player string) *Entrant {
	if i := slices.IndexFunc(t.Entrants, func(e Entrant) bool { return e.ID == player }); i >= 0 {
		return &t.Entrants[i]
	}
	return nil
}

// rating returns the rating of a player when they joined, 0 if there is no such player.
func (t *Tournament) rating(player string) float64 {
	if e := t.Find(player); e != nil {
		return e.Rating
	}
	return 0
}

// Leads reports whether a player is the leader, who plays everybody.
func (t *Tournament) Leads(player string) bool {
	return t.Format.Kind().LeaderPlays && t.Leader.ID == player
}

// Called returns the IDs of the players called by one part of a notice for all entrants. Each part, counted from
// 0, calls CalledAtOnce of them.
func (t *Tournament) Called(part int) (called []string) {
	n := len(t.Entrants)
	for _, e := range t.Entrants[min(n, part*CalledAtOnce):min(n, (part+1)*CalledAtOnce)] {
		if !e.Gone() && !e.Deleted() {
			called = append(called, e.ID)
		}
	}
	if part == 0 && t.Format.Kind().LeaderPlays && t.Find(t.Leader.ID) == nil && !t.Leader.Deleted() { // the leader joins later
		called = append(called, t.Leader.ID)
	}
	return called
}

// Open returns how many pairings are not over.
func (t *Tournament) Open() int {
	return count(t.Pairings, func(m Pairing) bool { return !m.Over })
}

// Playing returns how many entrants have not left.
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

// Closed reports whether a tournament is over or was called off.
func (t *Tournament) Closed() bool {
	return t.State == Over || t.State == Cancelled
}

// A Store has tournaments, which change in whole steps, each under the version that it was made from.
type Store interface {
	// CreateTournament stores a new tournament, open and without players, and returns it as
	// stored. The error is ErrTooMany if too many are open.
	CreateTournament(ctx context.Context, t Tournament) (Tournament, error)

	// Tournament returns a tournament with its entrants and pairings, or ErrNotFound.
	Tournament(ctx context.Context, id int64) (Tournament, error)

	// TournamentsOf returns the tournaments of a server, or of a channel if the server is "". Open and
	// running ones come first, then the latest.
	TournamentsOf(ctx context.Context, server, channel string, limit int) ([]Tournament, error)

	// DueTournaments returns the IDs of tournaments in which something may be due, the oldest first: a
	// start, a result, a round, the end, or pairings without a thread since stuck or before.
	DueTournaments(ctx context.Context, now, stuck time.Time, limit int) ([]int64, error)

	// EventOf returns the tournament in which a match is the first game of a pairing, or
	// ErrNotFound.
	EventOf(ctx context.Context, match int64) (Event, error)

	// TournamentsWith returns the running tournaments of a player, without entrants and pairings. Of
	// those that the player has left it returns arenas only, which can be joined again.
	TournamentsWith(ctx context.Context, player string) ([]Tournament, error)

	// SaveTournament stores the state, round, times, Apart, entrants and pairings; entrants and
	// pairings are never removed. The error is ErrStale unless version is the tournament's. It queues
	// the notice, unless that is NoNotice. A notice to all entrants is split into parts of CalledAtOnce.
	SaveTournament(ctx context.Context, t Tournament, version int64, notice match.NoticeKind, now time.Time) error

	// TakePairings returns tournaments of a front with pairings that have not begun. No other call
	// returns them before until or ReleasePairings.
	TakePairings(ctx context.Context, front string, now, until time.Time, limit int) ([]int64, error)

	// ReleasePairings lets TakePairings return a tournament again from due on, and sets its Stuck.
	ReleasePairings(ctx context.Context, tournament int64, stuck, due time.Time) error

	// BeginPairing starts the first match of a pairing in its channel, as CreateMatch does, and
	// adds a PairingNotice. The error is ErrStale if it has begun or has other players.
	BeginPairing(ctx context.Context, tournament int64, round, board, game int, m match.Match) (match.Match, error)

	// OftenMet returns the pairs of entrants of a tournament that have completed at least least rated
	// pairs of games since a time, as PairsSince counts them.
	OftenMet(ctx context.Context, tournament int64, since time.Time, least int) ([][2]match.Player, error)

	// PairingsOver returns the open pairings of a tournament whose games have ended, or whose first
	// game has ended without a winner. They have no First and Second.
	PairingsOver(ctx context.Context, tournament int64) ([]Pairing, error)

	// MatchByID and SecondLeg return the games of a pairing, as match.Matches says.
	MatchByID(ctx context.Context, id int64) (match.Match, error)
	SecondLeg(ctx context.Context, first int64) (match.Match, error)

	// Ratings returns the ratings of players, as match.Ratings says.
	Ratings(ctx context.Context, players ...string) (map[string]map[match.Ladder]match.Rating, error)
}
