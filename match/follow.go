package match

import (
	"context"
	"errors"
)

// Bounds on follows.
const (
	MaxFollowers = 25 // of a match
	MaxFollows   = 10 // of a player
)

var (
	ErrTooManyFollowers = errors.New("too many follow the match")           // MaxFollowers follow the match
	ErrTooManyFollows   = errors.New("the player follows too many matches") // the player follows MaxFollows matches
)

// Follows are the players who want a notice when a match of others ends. The transaction that ends
// the match adds a FollowNotice for each, and they stop following it. Followers of the first match
// of a pair then follow the second.
type Follows interface {
	// Follow makes a player follow a match, or stop if they follow it already, and returns whether
	// they follow it now. The error is ErrStale unless the match is being played, ErrTooManyFollowers
	// or ErrTooManyFollows.
	Follow(ctx context.Context, id int64, player Player) (follows bool, err error)

	// FollowedBy returns the IDs of the matches that a player follows, in order.
	FollowedBy(ctx context.Context, player string) ([]int64, error)
}
