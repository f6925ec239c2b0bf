package match

import (
	"context"
	"errors"
	"time"
)

// Bounds on the sessions of the live board.
const (
	// MaxSessionsEach bounds the sessions of a person; a new one ends the oldest.
	MaxSessionsEach = 8
	// MaxWatchers bounds the sessions of a match that only watch.
	MaxWatchers = 1000
	// MaxSessions bounds all sessions; beyond it nobody else can watch.
	MaxSessions = 20_000
)

// ErrTooManySessions means that MaxWatchers or MaxSessions is reached.
var ErrTooManySessions = errors.New("too many live sessions")

// A LiveSession lets a browser see a match on the live board and, for a player, play in it.
type LiveSession struct {
	ID     string // a hash of the secret that the browser keeps
	Link   string // names the link that began it, which works once; "" for none
	Player string // the player's ID; "" means only watching
	Match  int64
	Until  time.Time
}

// A LiveVersion changes when the live board of a match does.
type LiveVersion struct {
	Match     int64
	Version   int64
	Latest    int64 // the newest match in the channel
	Challenge int64 // the open challenge in the channel, 0 for none
}

// LiveSessions has the sessions of the live board.
type LiveSessions interface {
	// BeginSession stores a session, and deletes sessions that ended long ago. The error is
	// ErrStale if its link was used before, ErrNotFound if there is no such player, or
	// ErrTooManySessions.
	BeginSession(ctx context.Context, s LiveSession, now time.Time) error

	// LiveSession returns a session. The error is ErrNotFound if there is none, it is over, or its player
	// was deleted.
	LiveSession(ctx context.Context, id string, now time.Time) (LiveSession, error)

	// LiveVersions returns the versions of matches, in any order. Matches that do not exist are left out.
	LiveVersions(ctx context.Context, matches []int64) ([]LiveVersion, error)
}
