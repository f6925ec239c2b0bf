package referee

import (
	"context"
	"errors"
	"fmt"

	"nimatron/match"
)

// Follow has somebody follow the channel's match, as match.Follows says, or no more if they do,
// and returns which.
func (r *Referee) Follow(ctx context.Context, channel string, by match.Player) (g *Game, follows bool, err error) {
	g, err = r.Current(ctx, channel)
	if err != nil {
		return nil, false, err
	}
	if _, plays := g.SeatOf(by.ID); plays {
		return g, false, &Refusal{Code: "You play in this match yourself: `/settings name:pings` says how you hear of your turn.", Game: g}
	}
	follows, err = r.store.Follow(ctx, g.ID, by)
	switch {
	case errors.Is(err, match.ErrStale): // it has just ended
		err = &Refusal{Code: MatchFinished, Game: g}
	case errors.Is(err, match.ErrTooManyFollowers):
		err = &Refusal{Code: Code(fmt.Sprintf("%d people follow match {match}, which is the most for one match.", match.MaxFollowers)), Game: g}
	case errors.Is(err, match.ErrTooManyFollows):
		err = &Refusal{Code: Code(fmt.Sprintf("You follow %d matches, which is the most for one person. `/follow` in the channel of one ends that.", match.MaxFollows))}
	}
	return g, follows, err
}

// FollowedBy returns the IDs of the matches that somebody follows.
func (r *Referee) FollowedBy(ctx context.Context, player string) ([]int64, error) {
	return r.store.FollowedBy(ctx, player)
}
