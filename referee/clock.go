package referee

import (
	"context"
	"errors"
	"time"

	"nimatron/games"
	"nimatron/match"
)

// Bounds on the time for a turn, and on matches that nobody continues.
const (
	// MinTurnTime and MaxTurnTime are the shortest and the longest time for a turn.
	MinTurnTime = time.Minute
	MaxTurnTime = 14 * 24 * time.Hour
	// AbandonAfter is how long a match may stand still before it ends as abandoned,
	// without a winner. With a time for a turn it counts from the end of that time.
	AbandonAfter = 30 * 24 * time.Hour
	// RatedTurnTime is the time for a turn of a rated match that asks for none, and
	// MaxRatedTurnTime the longest that it can ask for.
	RatedTurnTime    = 24 * time.Hour
	MaxRatedTurnTime = 3 * 24 * time.Hour
)

// setClock sets when the player who decides next is reminded, runs out of time,
// and when the match is given up, which a rated one never is: its clock ends it.
func setClock(m *match.Match, now time.Time) {
	m.Remind, m.Deadline, m.AbandonAt, m.Reminded = time.Time{}, time.Time{}, now.Add(AbandonAfter), false
	if m.TurnTime > 0 {
		m.Remind = now.Add(m.TurnTime - m.TurnTime/4)
		m.Deadline = now.Add(m.TurnTime)
		m.AbandonAt = m.Deadline.Add(AbandonAfter)
	}
	if m.Rated {
		m.AbandonAt = time.Time{}
	}
}

// Claim ends the channel's match with a win for by, whose opponent has run out of
// time. In a rated match the clock does so by itself, and Claim only looks at it.
func (r *Referee) Claim(ctx context.Context, channel, by string) (*Progress, error) {
	return r.step(ctx, channel, by, func(p *Progress, seat games.Side) error {
		switch {
		case p.Game.Deadline.IsZero():
			return &Refusal{Code: NoTimeLimit, Game: p.Game}
		case p.Game.Play.Position().Turn().Actor == seat:
			return &Refusal{Code: OwnTime, Game: p.Game}
		case r.now().Before(p.Game.Deadline):
			return &Refusal{Code: TimeLeft, Game: p.Game}
		}
		p.end(seat, match.TimedOut)
		return nil
	})
}

// SweepResult is what a sweep found to be due.
type SweepResult struct {
	// Expired are challenges that nobody answered in time.
	Expired []match.Challenge
	// Reminders are matches in which a quarter of the time for the turn is left.
	Reminders []*Game
	// TimedOut are rated matches that the clock has ended.
	TimedOut []*Progress
	// Abandoned are matches that were given up, as they ended.
	Abandoned []*Game
}

// Sweep finds what has become due since the last one, at most 100 of each kind a
// call: it closes expired challenges and ends abandoned matches. Everything is
// returned once, to be announced.
func (r *Referee) Sweep(ctx context.Context) (SweepResult, error) {
	const atMost = 100
	var result SweepResult
	now := r.now()
	expired, err := r.store.ExpireChallenges(ctx, now, atMost)
	if err != nil {
		return result, err
	}
	result.Expired = expired
	// Before the reminders: it is too late for those.
	overdue, err := r.store.Overdue(ctx, now, atMost)
	if err != nil {
		return result, err
	}
	var failed []error
	for _, m := range overdue {
		p, err := r.endOverdue(ctx, m, now)
		if p != nil {
			result.TimedOut = append(result.TimedOut, p)
		}
		failed = append(failed, err) // one that can't be ended holds up no other
	}
	remind, err := r.store.DueReminders(ctx, now, atMost)
	if err != nil {
		return result, err
	}
	abandoned, err := r.store.Abandon(ctx, now, atMost)
	if err != nil {
		return result, err
	}
	if result.Reminders, err = r.loadAll(remind); err != nil {
		return result, err
	}
	if result.Abandoned, err = r.loadAll(abandoned); err != nil {
		return result, err
	}
	return result, errors.Join(failed...)
}

// timeOut ends a rated match with a loss for who decides now.
func (p *Progress) timeOut() {
	p.TimeUp = p.Game.Deadline
	p.end(p.Game.Play.Position().Turn().Actor.Other(), match.TimedOut)
}

// endOverdue ends a match whose time is up. It returns nil where somebody else has
// done so, or keeps doing something about it.
func (r *Referee) endOverdue(ctx context.Context, m match.Match, now time.Time) (*Progress, error) {
	for range attempts {
		g, err := r.load(m)
		if err != nil {
			return nil, err
		}
		p := &Progress{Game: g}
		p.timeOut()
		err = r.commit(ctx, p, now)
		if err == nil {
			return p, nil
		}
		if !errors.Is(err, match.ErrStale) {
			return nil, err
		}
		if m, err = r.store.MatchByID(ctx, m.ID); err != nil || !m.TimeUp(now) {
			return nil, err
		}
	}
	return nil, nil
}

func (r *Referee) loadAll(matches []match.Match) ([]*Game, error) {
	loaded := make([]*Game, len(matches))
	for i, m := range matches {
		g, err := r.load(m)
		if err != nil {
			return nil, err
		}
		loaded[i] = g
	}
	return loaded, nil
}
