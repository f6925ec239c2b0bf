package referee

import (
	"context"
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
)

// setClock sets when the player who decides next is reminded and runs out of time,
// and when the match is abandoned.
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

// SweepResult is what a sweep found to be due.
type SweepResult struct {
	// Expired are challenges that nobody answered in time.
	Expired []match.Challenge
	// Reminders are matches in which a quarter of the time for the turn is left.
	Reminders []*Game
	// Abandoned are matches that the sweep has ended because nobody continued them.
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
	result.Abandoned, err = r.loadAll(abandoned)
	return result, err
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
