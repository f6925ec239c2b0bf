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
	// ErrTooManyFollowers: MaxFollowers follow the match.
	ErrTooManyFollowers = errors.New("too many follow the match")
	// ErrTooManyFollows: the player follows MaxFollows matches.
	ErrTooManyFollows = errors.New("the player follows too many matches")
)

// Follows are who is told when a match has ended that they don't play. The transaction that ends
// it puts a FollowNotice for each into the outbox, and they follow it no more. Whoever follows the
// first match of a pair follows the second one instead.
type Follows interface {
	// Follow has a player follow a match or, if they do, follow it no more; it returns which. The
	// error is ErrStale unless the match is being played, ErrTooManyFollowers or ErrTooManyFollows.
	Follow(ctx context.Context, id int64, player Player) (follows bool, err error)

	// FollowedBy returns the IDs of the matches that a player follows, in order.
	FollowedBy(ctx context.Context, player string) ([]int64, error)
}
