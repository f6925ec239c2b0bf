package match

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"
)

// MaxSessionsEach bounds the sessions of a person; a new one ends the oldest.
const MaxSessionsEach = 8

// LiveBoard names the board of a match and of all matches of the same players in its channel.
func LiveBoard(m *Match) string {
	players := []string{m.Sides[0].ID, m.Sides[1].ID}
	slices.Sort(players)
	sum := sha256.Sum256([]byte(strings.Join(append(players, m.Channel), "\x00")))
	return hex.EncodeToString(sum[:16])
}

// A LiveSession is a seat of a browser at a live board: it shows all matches there, and its player can play.
type LiveSession struct {
	Link    string
	Browser string // a hash of the secret that the browser keeps
	Board   string // see LiveBoard
	Server  string // of the board's channel
	Player  string // the player's ID
	Name    string // the player's
	Until   time.Time
	Seen    time.Time // when the board was last open, zero if it is closed
}

// A LiveVersion changes when the live board of a match does.
type LiveVersion struct {
	Match     int64
	Version   int64
	Latest    int64 // of the newest match in the channel
	Challenge int64 // the open challenge in the channel, 0 for none
	Votes     int   // that a room's board shows
}

// LiveSessions has the sessions of the live board.
type LiveSessions interface {
	// BeginSession stores a session, and deletes sessions that ended long ago. The error is
	// ErrStale if its link was used before. A player with a Name may be new; else the error is
	// ErrNotFound if there is no such player.
	BeginSession(ctx context.Context, s LiveSession, now time.Time) error

	// Seats returns sessions that hold: the newest 50 of a browser, or all at boards, of all processes. A session ends
	// with its time, and when its player is deleted or shut out.
	Seats(ctx context.Context, browser string, boards []string, now time.Time) ([]LiveSession, error)

	// SawSeats records when boards were open in sessions named by their links; the zero time closes them.
	SawSeats(ctx context.Context, links []string, at time.Time) error

	// LiveVersions returns the versions of matches, in any order. Matches that do not exist are left out.
	LiveVersions(ctx context.Context, matches []int64) ([]LiveVersion, error)
}
