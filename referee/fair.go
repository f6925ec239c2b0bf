package referee

import (
	"cmp"
	"context"
	"slices"
	"time"

	"nimatron/games/catalog"
	"nimatron/match"
)

// checkRated gives a proposal of a rated match its clock, and refuses what no rated
// match may be.
func (r *Referee) checkRated(ctx context.Context, p *Proposal) error {
	if !p.Rated {
		return nil
	}
	if p.TurnTime == 0 {
		p.TurnTime = RatedTurnTime
	}
	switch {
	case p.Position != "":
		return &Refusal{Code: RatedChosenStart}
	case p.TurnTime > MaxRatedTurnTime:
		return &Refusal{Code: RatedTooSlow}
	}
	return r.checkOpen(ctx, p.By.ID)
}

// checkOpen refuses a rated match to somebody who has called off too many.
func (r *Referee) checkOpen(ctx context.Context, player string) error {
	_, until, err := r.CalledOff(ctx, player)
	if err == nil && !until.IsZero() {
		err = &Refusal{Code: RatedClosed, Until: until}
	}
	return err
}

// CalledOff returns how many rated pairs a player has called off in the last 24 hours,
// and until when rated matches are closed to them for that; zero where they are not.
func (r *Referee) CalledOff(ctx context.Context, player string) (count int, closedUntil time.Time, err error) {
	const day = 24 * time.Hour
	now := r.now()
	// A player who is closed out now has called off the first of too many in the day before.
	times, err := r.store.CalledOff(ctx, player, now.Add(-2*day))
	if err != nil {
		return 0, time.Time{}, err
	}
	for _, t := range times {
		if now.Sub(t) < day {
			count++
		}
	}
	if until := match.ClosedUntil(times); until.After(now) {
		closedUntil = until
	}
	return count, closedUntil, nil
}

// CheckAdvice is asked before anybody is answered with what the solver knows about a
// position of a family. It refuses advice to somebody to whom it is locked. And it notes the
// advice in matches of theirs for the wall of honour whose board can be written in that
// family, which is committed when it returns. The error is a *Refusal with NoAdvice.
func (r *Referee) CheckAdvice(ctx context.Context, player, family string) error {
	m, err := r.AdviceLock(ctx, player, family)
	if err != nil {
		return err
	}
	if m != nil {
		return &Refusal{Code: NoAdvice, Match: m}
	}
	if t, err := r.tournamentLock(ctx, player, family); err != nil || t != nil {
		return cmp.Or(err, error(&Refusal{Code: InTournament, Tournament: t}))
	}
	return r.store.MarkAdvised(ctx, player, catalog.Kin(family))
}

// AdviceLock returns the rated match that locks advice on a family to somebody who plays it,
// against the bot too, in whatever channel: a live one locks all, others the families in which
// their board can be written. It is nil where there is none, and for the bot.
func (r *Referee) AdviceLock(ctx context.Context, player, family string) (*match.Match, error) {
	if player == match.BotID {
		return nil, nil
	}
	running, err := r.store.RunningRated(ctx, player)
	if err != nil {
		return nil, err
	}
	kin := catalog.Kin(family)
	for i := range running {
		if m := &running[i]; m.Pace == match.Live || slices.Contains(kin, m.Family) {
			return m, nil
		}
	}
	return nil, nil
}

// tournamentLock returns the running tournament that locks advice on a family to somebody who is
// in it, from its first pairing to its end. One in which each round is of another family locks all.
// It is nil if there is none.
func (r *Referee) tournamentLock(ctx context.Context, player, family string) (*match.Tournament, error) {
	in, err := r.store.TournamentsWith(ctx, player)
	if err != nil {
		return nil, err
	}
	kin := catalog.Kin(family)
	for i := range in {
		t := &in[i]
		v, err := r.catalog.Find(t.Variant)
		if t.Variant == "" || err == nil && slices.Contains(kin, v.Family.ID) {
			return t, nil
		}
	}
	return nil, nil
}
