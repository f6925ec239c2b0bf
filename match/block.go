package match

import (
	"context"
	"errors"
	"time"
)

// MaxBlocks bounds the people whom one player blocks.
const MaxBlocks = 100

var (
	// ErrTakesNone: the other person takes no challenges from the player now. It never says why: the
	// other has blocked the player, declined often, or takes none by a setting or a bound.
	ErrTakesNone = errors.New("the other person takes no challenges from the player now")
	// ErrBlocked: the player has blocked the other person.
	ErrBlocked = errors.New("the player has blocked the other person")
	// ErrTooManyBlocks: the player blocks MaxBlocks people.
	ErrTooManyBlocks = errors.New("the player blocks too many people")
)

// Blocks are the people whom players want to hear nothing from. A block outlives the deletion of the
// blocked person's data until FormerUntil.
type Blocks interface {
	// Block blocks a person for a player. It declines that person's open challenge to the player,
	// withdraws the player's to that person, and ends their follows of each other's matches. The error
	// is ErrTooManyBlocks.
	Block(ctx context.Context, player, other Player, now time.Time) error

	// Unblock ends a block. The error is ErrNotFound if there is none.
	Unblock(ctx context.Context, player, other string) error

	// Blocked returns the people whom a player has blocked, the last one first.
	Blocked(ctx context.Context, player string) ([]Player, error)

	// CheckBlocks returns ErrBlocked if a player has blocked another, ErrTakesNone if the other has
	// blocked the player, else nil.
	CheckBlocks(ctx context.Context, player, other string) error
}
