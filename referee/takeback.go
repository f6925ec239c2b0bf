package referee

import (
	"context"

	"nimatron/games"
	"nimatron/match"
)

// Takeback takes back the last decision of by and what followed it: at once in a match
// against the bot, and between people when both ask for it. Progress.TakenBack says how
// many decisions were taken back; it is 0 when the opponent has only been asked.
func (r *Referee) Takeback(ctx context.Context, channel, by string) (*Progress, error) {
	return r.step(ctx, channel, by, func(p *Progress, seat games.Side) error {
		g := p.Game
		if g.Rated {
			return &Refusal{Code: RatedMatch, Game: g}
		}
		asker := seat
		switch {
		case g.AgainstBot():
		case g.Offer == match.Seated(seat):
			return &Refusal{Code: TakebackAlreadyAsked, Game: g}
		case g.Offer != match.Nobody:
			asker = seat.Other() // by agrees
		default:
			if g.SinceLast(seat) == 0 {
				return &Refusal{Code: NothingToTakeBack, Game: g}
			}
			p.offer = match.Seated(seat)
			return nil
		}
		n := g.SinceLast(asker)
		if n == 0 {
			return &Refusal{Code: NothingToTakeBack, Game: g}
		}
		p.takeBack(n, asker)
		return nil
	})
}

// takeBack takes the last n decisions back.
func (p *Progress) takeBack(n int, asker games.Side) {
	p.Game.Play, p.TakenBack, p.takebackBy = p.Game.Play.TakeBack(n), n, match.Seated(asker)
	p.Game.Moves = p.Game.Moves[:len(p.Game.Moves)-n]
}

// CancelMatch ends the channel's match without a winner, as long as
// match.Match.MayBeCalledOff.
func (r *Referee) CancelMatch(ctx context.Context, channel, by string) (*Progress, error) {
	return r.step(ctx, channel, by, func(p *Progress, seat games.Side) error {
		if !p.Game.MayBeCalledOff() {
			return &Refusal{Code: MatchBegun, Game: p.Game}
		}
		p.callOff(seat)
		return nil
	})
}
