package referee

import (
	"context"

	"nimatron/games"
	"nimatron/match"
)

// MatchBegun refuses to call a match off: {instead} is what a player can do.
const MatchBegun Code = "{instead}"

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
			return &Refusal{Code: "You have asked already: your opponent agrees with `/takeback`, or declines with a move.", Game: g}
		case g.Offer != match.Nobody:
			asker = seat.Other() // by agrees
		default:
			p.offer = match.Seated(seat)
		}
		p.TakenBack = g.ToTakeBack(asker)
		if len(p.TakenBack) == 0 {
			return &Refusal{Code: "You have not decided anything yet in this match: there is nothing to take back.", Game: g}
		}
		if p.offer == match.Nobody {
			p.takeBack(asker)
		}
		return nil
	})
}

// ToTakeBack returns what a takeback by a side takes back: its own last decision and
// what came after it.
func (g *Game) ToTakeBack(asker games.Side) []match.Move {
	return g.Moves[len(g.Moves)-g.SinceLast(asker):]
}

// takeBack takes the last decisions back.
func (p *Progress) takeBack(asker games.Side) {
	n := len(p.TakenBack)
	p.Game.Play, p.takebackBy = p.Game.Play.TakeBack(n), match.Seated(asker)
	p.Game.Moves = p.Game.Moves[:len(p.Game.Moves)-n]
}

// takeback returns how many moves are taken back.
func (p *Progress) takeback() int {
	if p.takebackBy == match.Nobody {
		return 0
	}
	return len(p.TakenBack)
}

// CancelMatch ends the channel's match without a winner, as long as
// match.Match.MayBeCalledOff.
func (r *Referee) CancelMatch(ctx context.Context, channel, by string) (*Progress, error) {
	return r.step(ctx, channel, by, func(p *Progress, seat games.Side) error {
		if !p.Game.MayBeCalledOff() {
			instead := "The match has begun, so it can't be cancelled: `/resign` ends it."
			if p.Game.Rated {
				instead = "This rated pair has begun, so it can't be called off any more: play on, or `/resign`, which loses this game."
			}
			return &Refusal{Code: MatchBegun, Game: p.Game, With: []string{"{instead}", instead}}
		}
		p.callOff(seat)
		return nil
	})
}
