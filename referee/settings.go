package referee

import (
	"context"
	"errors"
	"fmt"

	"nimatron/match"
)

// ServerSettings returns the settings of a room; see match.RoomOf. Direct messages, whose room is
// "", have none.
func (r *Referee) ServerSettings(ctx context.Context, room string) (match.ServerSettings, error) {
	if room == "" {
		return match.ServerSettings{}, nil
	}
	return r.store.ServerSettings(ctx, room)
}

// ChangeServer changes the settings of a room and returns them.
func (r *Referee) ChangeServer(ctx context.Context, room string, change func(*match.ServerSettings) error) (match.ServerSettings, error) {
	return changeSettings(change, func() (match.ServerSettings, error) { return r.store.ServerSettings(ctx, room) },
		func(set *match.ServerSettings) error {
			err := r.store.SaveServerSettings(ctx, room, *set)
			set.Version++
			return err
		})
}

// ChangePerson changes a player's settings and returns them.
func (r *Referee) ChangePerson(ctx context.Context, player match.Player, change func(*match.PersonSettings) error) (match.PersonSettings, error) {
	return changeSettings(change, func() (match.PersonSettings, error) { return r.store.PersonSettings(ctx, player.ID) },
		func(set *match.PersonSettings) error {
			err := r.store.SavePersonSettings(ctx, player, *set)
			set.Version++
			return err
		})
}

// changeSettings reads, changes and saves settings, again if they were changed meanwhile.
func changeSettings[T any](change func(*T) error, read func() (T, error), save func(*T) error) (set T, err error) {
	for range Attempts {
		if set, err = read(); err != nil {
			return set, err
		}
		if err = change(&set); err != nil {
			return set, err
		}
		if err = save(&set); !errors.Is(err, match.ErrStale) {
			return set, err
		}
	}
	return set, &Refusal{Words: Busy}
}

// Follow makes a person follow the channel's match, or stop following it, and returns which.
func (r *Referee) Follow(ctx context.Context, channel string, by match.Player) (g *Game, follows bool, err error) {
	g, err = r.Current(ctx, channel)
	if err != nil {
		return nil, false, err
	}
	if _, plays := g.SeatOf(by.ID); plays {
		return g, false, &Refusal{Words: "You are playing in this match yourself. `/settings me` sets how I ping you.", Game: g}
	}
	if err = r.CheckWatcher(ctx, g, by.ID); err != nil {
		return g, false, err
	}
	follows, err = r.store.Follow(ctx, g.ID, by)
	switch {
	case errors.Is(err, match.ErrStale):
		err = &Refusal{Words: MatchFinished, Game: g}
	case errors.Is(err, match.ErrTooManyFollowers):
		err = &Refusal{Words: TakesNoMore, Game: g}
	case errors.Is(err, match.ErrTooManyFollows):
		err = &Refusal{Words: Words(fmt.Sprintf("You already follow %d matches, the maximum. "+
			"`/match follow` in a match's channel stops following it.", match.MaxFollows))}
	}
	return g, follows, err
}
