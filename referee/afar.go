package referee

import (
	"context"
	"errors"

	"nimatron/games"
	"nimatron/match"
)

// A player can end a match or challenge from anywhere, even if its channel is gone. A notice tells the
// channel.

// ResignMatch is Resign for a match by its number.
func (r *Referee) ResignMatch(ctx context.Context, id int64, by string) (*Progress, error) {
	return r.endFromAfar(ctx, id, by, func(p *Progress, seat games.Side) error {
		p.end(seat.Other(), match.Resigned)
		return nil
	})
}

// ClaimMatch is Claim for a match by its number.
func (r *Referee) ClaimMatch(ctx context.Context, id int64, by string) (*Progress, error) {
	return r.endFromAfar(ctx, id, by, r.claim)
}

func (r *Referee) endFromAfar(ctx context.Context, id int64, by string, end func(*Progress, games.Side) error) (*Progress, error) {
	for range Attempts {
		g, err := r.Game(ctx, id)
		if err != nil {
			return nil, RefusedIf(err, match.ErrNotFound, &Refusal{Words: NoSuchMatch})
		}
		if _, plays := g.SeatOf(by); plays && g.Finished() {
			return nil, &Refusal{Words: "Match {match} is already over.", Game: g}
		}
		p, now, err := r.propose(ctx, g, by, end)
		if err == nil {
			p.change.Notice = match.TimeUpNotice // its notice has words for every end
			err = r.commit(ctx, p, now)
		}
		if !errors.Is(err, match.ErrStale) {
			return p, err
		}
	}
	return nil, &Refusal{Words: Busy}
}

// WithdrawChallenge is Cancel for a challenge by its number.
func (r *Referee) WithdrawChallenge(ctx context.Context, id int64, by string) (match.Challenge, error) {
	c, err := match.ChallengeByID(ctx, r.store, id)
	if err == nil && c.Challenger.ID != by {
		err = match.ErrNotFound
	}
	if err != nil {
		return c, RefusedIf(err, match.ErrNotFound, &Refusal{Words: NoChallenge})
	}
	return r.close(ctx, c, match.ChallengeCancelled)
}

// LeaveMatches resigns a player's rated matches and ends the others without a winner. It does not record the
// request, which does more after it.
func (r *Referee) LeaveMatches(ctx context.Context, player string) error {
	ctx = match.WithoutRequest(ctx)
	for range 2 { // second games follow the first games of pairs
		living, err := r.store.Living(ctx, match.Held{Person: player}, 10*SweepLimit)
		if err != nil {
			return err
		}
		for _, l := range living {
			if l.Kind != match.MatchSubject {
				continue
			}
			_, err := r.endFromAfar(ctx, l.ID, player, func(p *Progress, seat games.Side) error {
				p.end(seat.Other(), match.Resigned)
				if !p.Game.Rated {
					p.Game.End(match.Result{Termination: match.Abandoned})
				}
				return nil
			})
			var over *Refusal
			if err != nil && !errors.As(err, &over) {
				return err
			}
		}
	}
	return nil
}
