package referee

import (
	"context"
	"errors"
	"fmt"

	"nimatron/match"
)

// Refusals between people of whom one wants to hear nothing from the other.
const (
	// TakesNone is the same whatever the reason, so that nobody learns of a block.
	TakesNone  Words = "{player} takes no challenges now. Try somebody else, or play me."
	YouBlocked Words = "You have blocked {player}. `/settings me name:block` shows the people you have blocked, and unblocks them."
	// TakesNoMore is also for a match that has too many followers.
	TakesNoMore Words = "Match {match} takes no more followers or watchers now."
)

// TooManyBlocks refuses to block more than match.MaxBlocks people.
var TooManyBlocks = Words(fmt.Sprintf("You have blocked %d people, the maximum. Unblock somebody first.", match.MaxBlocks))

func refusedByBlock(err error, other string) error {
	err = RefusedIf(err, match.ErrTakesNone, &Refusal{Words: TakesNone, Player: other})
	return RefusedIf(err, match.ErrBlocked, &Refusal{Words: YouBlocked, Player: other})
}

// CheckBlocks refuses if one of two people has blocked the other.
func (r *Referee) CheckBlocks(ctx context.Context, by, other string) error {
	return refusedByBlock(r.store.CheckBlocks(ctx, by, other), other)
}

// CheckWatcher refuses a person who may not follow or watch a match because a player has blocked them, or
// they a player.
func (r *Referee) CheckWatcher(ctx context.Context, g *Game, by string) error {
	for _, p := range g.Sides {
		err := r.CheckBlocks(ctx, by, p.ID)
		if errors.Is(err, &Refusal{Words: TakesNone}) {
			err = &Refusal{Words: TakesNoMore, Game: g}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Block makes a player hear nothing from another person.
func (r *Referee) Block(ctx context.Context, by, other match.Player) error {
	switch other.ID {
	case by.ID:
		return &Refusal{Words: "You can't block yourself."}
	case match.BotID:
		return &Refusal{Words: "You can't block me. `/settings me name:news value:off` ends my messages."}
	}
	return RefusedIf(r.store.Block(ctx, by, other, r.now()), match.ErrTooManyBlocks, &Refusal{Words: TooManyBlocks})
}

// Unblock ends a block.
func (r *Referee) Unblock(ctx context.Context, by, other string) error {
	return RefusedIf(r.store.Unblock(ctx, by, other), match.ErrNotFound, &Refusal{Words: "You haven't blocked {player}.", Player: other})
}
