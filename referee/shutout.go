package referee

import (
	"context"
	"errors"
	"fmt"
	"time"

	"nimatron/match"
)

// TooManyShutOut refuses to shut out more than match.MaxShutOut people.
var TooManyShutOut = Words(fmt.Sprintf("This server has shut out %d people, the maximum. "+
	"`/manage let-in` lets somebody in again.", match.MaxShutOut))

// ShutOut refuses service to a person or a server, and ends what they hold.
func (r *Referee) ShutOut(ctx context.Context, s match.ShutOut, life time.Duration) error {
	s.Since = r.now()
	if life > 0 {
		s.Until = s.Since.Add(life)
	}
	if err := r.store.ShutOut(ctx, s); err != nil {
		return RefusedIf(err, match.ErrTooManyShutOut, &Refusal{Words: TooManyShutOut})
	}
	return r.SettleShutOuts(ctx)
}

// LetIn ends a refusal of service.
func (r *Referee) LetIn(ctx context.Context, scope, subject, by string) error {
	return RefusedIf(r.store.LetIn(ctx, scope, subject, by, r.now()), match.ErrNotFound, &Refusal{Words: "{player} isn't shut out.", Player: subject})
}

// Refused reports whether a person is refused service in a room. Either may be "".
func (r *Referee) Refused(ctx context.Context, person, room string) (s match.ShutOut, refused bool, err error) {
	s, err = r.store.Refused(ctx, person, room, r.now())
	if errors.Is(err, match.ErrNotFound) {
		return s, false, nil
	}
	return s, err == nil, err
}

// settleFor is how long what somebody held is looked for again: a request that had begun before may still
// make something.
const settleFor = 2 * time.Minute

// SettleShutOuts ends what people and servers hold who are shut out.
func (r *Referee) SettleShutOuts(ctx context.Context) error {
	all, err := r.store.Unsettled(ctx, SweepLimit)
	if err != nil {
		return err
	}
	var errs []error
	for _, s := range all {
		var err error
		if s.Until.IsZero() || s.Until.After(r.now()) {
			err = r.settle(ctx, s)
		}
		if err == nil && r.now().Sub(s.Since) >= settleFor {
			err = r.store.Settled(ctx, s.ID)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

func (r *Referee) settle(ctx context.Context, s match.ShutOut) error {
	if s.Scope != match.Everywhere {
		return r.Evict(ctx, match.Held{Person: s.Subject, Server: serverOf(s.Scope)})
	}
	return errors.Join(r.Evict(ctx, match.Held{Person: s.Subject}), r.Evict(ctx, match.Held{Server: s.Subject}))
}

func serverOf(room string) string {
	if room == match.LocalFront {
		return ""
	}
	return room
}

// Evict ends what is held, as a moderator does: matches have no winner.
func (r *Referee) Evict(ctx context.Context, h match.Held) error {
	return r.evict(ctx, h, false, r.store.Release)
}

func (r *Referee) evict(ctx context.Context, h match.Held, gone bool, release func(context.Context, match.Held, time.Time) error) error {
	errs := []error{release(ctx, h, r.now())}
	living, err := r.store.Living(ctx, h, 10*SweepLimit)
	errs = append(errs, err)
	for _, l := range living {
		for _, hook := range r.hooks {
			if hook.Evict != nil {
				errs = append(errs, hook.Evict(ctx, l, h, gone))
			}
		}
	}
	for _, l := range living { // after the tournaments that would begin their next matches
		if l.Kind == match.MatchSubject {
			errs = append(errs, r.evictFrom(ctx, l.ID, gone))
		}
	}
	return errors.Join(errs...)
}

func (r *Referee) evictFrom(ctx context.Context, id int64, gone bool) error {
	for range Attempts {
		g, err := r.Game(ctx, id)
		switch {
		case err != nil:
			return err
		case g.Finished():
			return nil
		case gone:
			g.End(match.Result{Termination: match.ChannelGone})
			err = r.commit(ctx, &Progress{Game: g}, r.now())
		default:
			_, err = r.moderate(ctx, g)
		}
		if !errors.Is(err, match.ErrStale) {
			return err
		}
	}
	return match.ErrStale
}
