package referee

import (
	"context"
	"errors"
	"time"

	"nimatron/games"
	"nimatron/match"
)

// TimeLeft refuses a claim; {then} says what happens after the deadline.
const TimeLeft Words = "{actor} has until {deadline}. {then}."

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

// setClock sets when the player who decides next is reminded and runs out of time, and when the match is
// abandoned. A rated match never is: its clock ends it.
func setClock(m *match.Match, now time.Time) {
	m.Remind, m.Deadline, m.AbandonAt, m.Reminded = time.Time{}, time.Time{}, now.Add(AbandonAfter), false
	if m.TurnTime > 0 && !m.Shared() { // bells are no clock
		m.Remind = now.Add(m.TurnTime - m.TurnTime/4)
		m.Deadline = now.Add(m.TurnTime)
		m.AbandonAt = m.Deadline.Add(AbandonAfter)
	}
	if m.Rated {
		m.AbandonAt = time.Time{}
	}
}

// Claim ends the channel's match with a win for by, whose opponent has run out of time. The clock
// ends rated matches by itself.
func (r *Referee) Claim(ctx context.Context, channel, by string) (*Progress, error) {
	return r.step(ctx, channel, by, r.claim)
}

func (r *Referee) claim(p *Progress, seat games.Side) error {
	switch {
	case p.Game.Deadline.IsZero():
		return &Refusal{Words: "This match has no time limit, so there is nothing to claim.", Game: p.Game}
	case p.Game.Play.Position().Turn().Actor == seat:
		return &Refusal{Words: "Your own clock is running: it's your move.", Game: p.Game}
	case r.now().Before(p.Game.Deadline):
		then := "After that you can claim the win"
		if p.Game.Rated {
			then = "After that the game ends by itself"
		}
		return &Refusal{Words: TimeLeft, Game: p.Game, With: []string{"{then}", then}}
	}
	p.end(seat, match.TimedOut)
	return nil
}

// HasTime reports whether the player who decides has a time limit and time left.
func (r *Referee) HasTime(g *Game) bool { return !g.Finished() && r.now().Before(g.Deadline) }

// Claimable reports whether the player to move is out of time, so that the opponent can claim the win.
func (r *Referee) Claimable(g *Game) bool {
	return !g.Finished() && !g.Deadline.IsZero() && !r.HasTime(g)
}

// RequestLife is how long the inbox remembers a request.
const RequestLife = 24 * time.Hour

// SweepLimit bounds the items of each kind that a sweep handles.
const SweepLimit = 100

// Sweep handles what has become due, at most SweepLimit of each kind. It closes expired challenges, ends
// abandoned matches and rated ones without time, deletes what is kept for a time, and calls the hooks. Its
// messages go to the store's outbox. An error of one kind does not stop the others.
func (r *Referee) Sweep(ctx context.Context) error {
	now := r.now()
	overdue, err := r.store.Overdue(ctx, now, SweepLimit)
	errs := []error{err}
	for _, m := range overdue {
		err := r.endOverdue(ctx, m, now) // a failure does not stop the others
		if errs = append(errs, err); errors.Is(err, errUnseen) {
			break // the platform does not answer
		}
	}
	_, err = match.ExpireChallenges(ctx, r.store, now, SweepLimit)
	_, err2 := r.store.Sweep(ctx, now, SweepLimit)
	errs = append(errs, r.SettleShutOuts(ctx), r.sweepServers(ctx, now), err, err2)
	for _, h := range r.hooks {
		if h.Sweep != nil {
			errs = append(errs, h.Sweep(ctx, now))
		}
	}
	// The inbox has the time of the database.
	_, err = r.store.ForgetRequests(ctx, time.Now().Add(-RequestLife), 50*SweepLimit)
	return errors.Join(append(errs, err)...)
}

func (p *Progress) timeOut() {
	p.end(p.Game.Play.Position().Turn().Actor.Other(), match.TimedOut)
}

func (r *Referee) endOverdue(ctx context.Context, m match.Match, now time.Time) error {
	for range Attempts {
		g, err := r.Load(m)
		if err != nil {
			return err
		}
		if gone, err := r.isGone(ctx, &m); gone || err != nil {
			return err
		}
		p := &Progress{Game: g, change: match.Change{Notice: match.TimeUpNotice}}
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

// RanOut returns when the loser's time ran out, if that ended a rated match; otherwise zero.
func (g *Game) RanOut() time.Time {
	switch n := len(g.Moves); {
	case !g.Rated || g.Termination != match.TimedOut:
		return time.Time{}
	case n > 0:
		return g.Moves[n-1].At.Add(g.TurnTime)
	}
	return g.Created.Add(g.TurnTime)
}

// Ended returns the stored consequences of the end of a match.
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
	next, err := r.Load(second)
	if err == nil {
		p.Next, err = r.ended(ctx, next)
	}
	return p, err
}

func (r *Referee) ended(ctx context.Context, g *Game) (*Progress, error) {
	p := &Progress{Game: g}
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
