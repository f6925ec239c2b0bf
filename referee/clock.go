package referee

import (
	"context"
	"errors"
	"time"

	"nimatron/games"
	"nimatron/match"
)

// Bounds on the time for a turn, and on matches that nobody goes on with.
const (
	// MinTurnTime and MaxTurnTime are the shortest and the longest time for a turn.
	MinTurnTime = time.Minute
	MaxTurnTime = 14 * 24 * time.Hour
	// AbandonAfter is how long nothing may happen in a match, after the turn's time
	// if it has one, before it ends as abandoned, without a winner.
	AbandonAfter = 30 * 24 * time.Hour
)

// setClock sets when the player who decides next is reminded, runs out of time,
// and when the match is given up.
func setClock(m *match.Match, now time.Time) {
	m.Remind, m.Deadline, m.AbandonAt, m.Reminded = time.Time{}, time.Time{}, now.Add(AbandonAfter), false
	if m.TurnTime > 0 {
		m.Remind = now.Add(m.TurnTime - m.TurnTime/4)
		m.Deadline = now.Add(m.TurnTime)
		m.AbandonAt = m.Deadline.Add(AbandonAfter)
	}
}

// Claim ends the channel's match with a win for by, whose opponent has run out of
// time.
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

// HasTime reports whether who decides now in a match has a time limit and time left.
func (r *Referee) HasTime(g *Game) bool { return !g.Finished() && r.now().Before(g.Deadline) }

// RequestLife is how long it is known that a request was carried out.
const RequestLife = 24 * time.Hour

// Sweep deals with what has fallen due by itself, a bounded number of each a call. What
// there is to say of it is in the store's outbox then. An error of one kind does not
// keep the others from being dealt with.
func (r *Referee) Sweep(ctx context.Context) error {
	const atMost = 100
	now := r.now()
	var errs []error
	for _, deal := range []func(context.Context, time.Time, int) (int, error){
		r.store.ExpireChallenges, r.store.Remind, r.store.Abandon,
	} {
		_, err := deal(ctx, now, atMost)
		errs = append(errs, err)
	}
	// Requests are noted at the time of the database.
	_, err := r.store.ForgetRequests(ctx, time.Now().Add(-RequestLife), 50*atMost)
	return errors.Join(append(errs, err)...)
}
