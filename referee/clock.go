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

// HasTime reports whether the player who decides now in a match has a time limit and time left.
func (r *Referee) HasTime(g *Game) bool { return !g.Finished() && r.now().Before(g.Deadline) }

// RequestLife is how long it is known that a request was carried out.
const RequestLife = 24 * time.Hour

// Sweep deals with what has become due, at most 100 of each kind a call: it closes
// expired challenges, ends abandoned matches and rated ones in which the time is up,
// announces the puzzle of the day, closes the standings of months and assignments, reminds students, and forgets
// what is remembered for a time.
// What there is to say of it is in the store's outbox then. An error of one kind does
// not keep the others from being dealt with.
func (r *Referee) Sweep(ctx context.Context) error {
	const atMost = 100
	now := r.now()
	// Ended matches come before reminders, for which it is too late then.
	overdue, err := r.store.Overdue(ctx, now, atMost)
	errs := []error{err}
	for _, m := range overdue {
		errs = append(errs, r.endOverdue(ctx, m, now)) // one that can't be ended holds up no other
	}
	for _, deal := range []func(context.Context, time.Time, int) (int, error){
		r.store.ExpireChallenges, r.store.Remind, r.store.Abandon, r.store.SweepClasses,
	} {
		_, err := deal(ctx, now, atMost)
		errs = append(errs, err)
	}
	_, err = r.store.AnnouncePuzzle(ctx, now.Format(time.DateOnly), now, atMost) // one day for both, though it may end now
	errs = append(errs, err, r.closeSeasons(ctx, now))
	_, err = r.store.ForgetFormer(ctx, now, atMost) // after a month in which they count as one
	errs = append(errs, err)
	// Requests are noted at the time of the database.
	_, err = r.store.ForgetRequests(ctx, time.Now().Add(-RequestLife), 50*atMost)
	return errors.Join(append(errs, err)...)
}

// timeOut ends a rated match with a loss for the player who decides now.
func (p *Progress) timeOut() {
	p.TimeUp = p.Game.Deadline
	p.end(p.Game.Play.Position().Turn().Actor.Other(), match.TimedOut)
}

// endOverdue ends a match whose time is up, unless somebody else has done so, or keeps
// doing something about it.
func (r *Referee) endOverdue(ctx context.Context, m match.Match, now time.Time) error {
	for range attempts {
		g, err := r.load(m)
		if err != nil {
			return err
		}
		p := &Progress{Game: g, notice: match.TimeUpNotice}
		p.timeOut()
		if err := r.commit(ctx, p, now); !errors.Is(err, match.ErrStale) {
			return err
		}
		if m, err = r.store.MatchByID(ctx, m.ID); err != nil || !m.TimeUp(now) {
			return err
		}
	}
	return nil
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

// lastStep returns when the time for the turn has begun in a match without takebacks.
func (g *Game) lastStep() time.Time {
	if n := len(g.Moves); n > 0 {
		return g.Moves[n-1].At
	}
	return g.Created
}

// Ended returns what the end of a match has brought, as far as it is stored.
func (r *Referee) Ended(ctx context.Context, id int64) (*Progress, error) {
	g, err := r.Game(ctx, id)
	if err != nil {
		return nil, err
	}
	p, err := r.ended(ctx, g)
	if err != nil || g.Leg != match.FirstLeg {
		return p, err
	}
	second, err := r.store.SecondLeg(ctx, g.ID)
	if errors.Is(err, match.ErrNotFound) {
		return p, nil
	}
	if err != nil {
		return nil, err
	}
	next, err := r.load(second)
	if err == nil {
		p.Next, err = r.ended(ctx, next)
	}
	return p, err
}

// ended is Ended without the second game of a pair.
func (r *Referee) ended(ctx context.Context, g *Game) (*Progress, error) {
	p := &Progress{Game: g, Uncounted: g.Uncounted}
	if g.Termination == match.TimedOut {
		p.TimeUp = g.lastStep().Add(g.TurnTime)
	}
	for _, player := range g.Sides {
		page, _, err := r.store.History(ctx, player.ID, 1, g.ID+1)
		if err != nil {
			return nil, err
		}
		if len(page) == 1 && page[0].Match.ID == g.ID && page[0].Overall != nil {
			p.Ratings = append(p.Ratings, *page[0].Overall)
		}
	}
	return p, nil
}
