package match

import (
	"context"
	"strings"
	"time"
)

const crowdPrefix = "room:"

// CrowdOf returns the player that is everybody in a room. People vote for its moves.
func CrowdOf(room string) Player { return Player{ID: crowdPrefix + room, Name: "the server"} }

// IsCrowd reports whether the player is everybody in a room.
func (p Player) IsCrowd() bool { return strings.HasPrefix(p.ID, crowdPrefix) }

// Crowd returns the player of a match that is everybody in a room; ok is false if there is none.
func (m *Match) Crowd() (p Player, ok bool) {
	for _, side := range m.Sides {
		if side.IsCrowd() {
			return side.Player, true
		}
	}
	return Player{}, false
}

// Shared reports whether a room plays the match by votes.
func (m *Match) Shared() bool {
	_, shared := m.Crowd()
	return shared
}

// A Crowd is the state of a match that a room plays by votes.
type Crowd struct {
	Match  int64
	Leader string    // the ID of who began it, "" if unknown
	Ply    int       // moves made before the turn of the last vote
	Bell   time.Time // when the votes are counted; zero once they are
	Votes  int
	Veto   string // a move that the leader struck out, "" for none yet
	// VetoPly is the turn of the veto.
	VetoPly int
}

// A Vote is a person's vote in a turn.
type Vote struct {
	Match, Version int64
	Ply            int
	Player         Player
	Move           string
	At             time.Time
	Bell           time.Time // used for the first vote of a turn
}

// A Bell is a turn with votes.
type Bell struct {
	Match   int64
	Channel string
	Ply     int
	At      time.Time
}

// A Count is the number of votes for a move.
type Count struct {
	Move  string
	Votes int
}

// A CrowdRecord is how often a room has won at a level, without hints.
type CrowdRecord struct {
	Level       Level
	Won, Played int
}

// Crowds has the votes of rooms that play together.
type Crowds interface {
	// LeadCrowd records who began a match of a room.
	LeadCrowd(ctx context.Context, match int64, leader Player) error

	// Crowd returns the state of a match's votes, empty if there were none.
	Crowd(ctx context.Context, match int64) (Crowd, error)

	// Vote records a vote, in place of an earlier one in the turn. The error is ErrStale unless the match
	// is running at Version and the bell has not rung.
	Vote(ctx context.Context, v Vote) error

	// Tally returns the votes of a turn, the most first.
	Tally(ctx context.Context, match int64, ply int) ([]Count, error)

	// Votes returns all votes of a match by turn.
	Votes(ctx context.Context, match int64) ([]Vote, error)

	// Bells returns the turns with votes that are not played yet.
	Bells(ctx context.Context) ([]Bell, error)

	// CloseVote ends the voting of a turn whose bell has rung. It returns the votes, as Tally does.
	CloseVote(ctx context.Context, match int64, ply int) ([]Count, error)

	// EndVote forgets the bell of a turn.
	EndVote(ctx context.Context, match int64, ply int) error

	// Veto strikes out a move of the current turn. The error is ErrStale if there was a veto before, or the
	// bell of that turn has rung.
	Veto(ctx context.Context, match int64, ply int, move string) error

	// StepVotes reports, to one caller, that there are more votes than at the last step, which was at
	// least VoteStep ago.
	StepVotes(ctx context.Context, match int64, now time.Time) (bool, error)

	// CrowdRecords returns the record of a room's player, by level.
	CrowdRecords(ctx context.Context, crowd string) ([]CrowdRecord, error)

	// ForgetVotes deletes votes from before a time.
	ForgetVotes(ctx context.Context, before time.Time, limit int) (int, error)
}

// Times of votes.
const (
	VoteStep  = 3 * time.Second // the least time between two updates of the board
	VotesLife = 30 * 24 * time.Hour
)
