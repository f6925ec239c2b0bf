package race

import (
	"context"
	"slices"
	"time"

	"nimatron/match"
)

// kept returns a race as it is stored.
func (r *Race) kept() match.Kept {
	return match.Kept{
		Board:  match.Board{Subject: match.Subject{Kind: match.RaceSubject, ID: r.ID, Version: r.Version}, Channel: r.Channel, Message: r.Message},
		Server: r.Server, Status: match.OpenUnless(r.Over), Begins: r.Starts, Ends: r.Ends, Host: match.Player{ID: r.Starter}, State: match.Encode(r),
	}
}

func raceOf(k match.Kept) (r Race, err error) {
	err = match.Decode(k.State, &r)
	r.ID, r.Version, r.Channel, r.Message, r.Server, r.Room = k.ID, k.Version, k.Channel, k.Message, k.Server, match.RoomOf(k.Channel, k.Server)
	r.Starts, r.Ends, r.Starter, r.Over = k.Begins, k.Ends, k.Host.ID, !k.GoesOn()
	return r, err
}

// Create stores a new race from a time on and returns its ID. The error is ErrRunning if one is open in the channel.
func Create(ctx context.Context, s match.Subjects, r Race, now time.Time) (int64, error) {
	r.Version = 1
	k := r.kept()
	k.ID, k.Due = 0, now
	k, err := s.Keep(ctx, k, func(goOn []match.Kept) error {
		if slices.ContainsFunc(goOn, func(o match.Kept) bool { return o.Channel == r.Channel }) {
			return ErrRunning
		}
		return nil
	})
	return k.ID, err
}

// ByID returns a race, or match.ErrNotFound.
func ByID(ctx context.Context, s match.Subjects, id int64) (Race, error) {
	return match.As(raceOf)(s.Kept(ctx, match.Subject{Kind: match.RaceSubject, ID: id}))
}

// Open returns the races that are not over, in a channel or, for "", everywhere.
func Open(ctx context.Context, s match.Subjects, channel string) ([]Race, error) {
	return match.AllAs(raceOf)(s.ListKept(ctx, match.KeptFilter{Kind: match.RaceSubject, GoesOn: true, Channel: channel}))
}
