package referee

import (
	"context"
	"math/rand/v2"

	"nimatron/games"
	"nimatron/match"
	"nimatron/referee/start"
)

// start settles the first position: the one asked for, or a generated one that is fair
// whoever goes first.
func (p *Proposal) start(ctx context.Context, r *rand.Rand) (notation string, chosen bool, err error) {
	if p.Position == "" {
		notation, err = start.Between(ctx, r, p.Variant, p.Size)
		return notation, false, err
	}
	m, err := games.NewMatch(p.Variant, p.Position, games.Left)
	if err != nil {
		return "", false, err
	}
	return m.Start().String(), true, nil
}

// startAgainstBot settles the first position of a match against the bot and who goes
// first, where the challenger sits on seat. A generated start is one that the challenger
// can win, unless a coin or the bot is to decide who goes first.
func (r *Referee) startAgainstBot(ctx context.Context, p *Proposal, seat games.Side, toss *rand.Rand) (notation string, chosen bool, first games.Side, err error) {
	choice := p.First
	if p.Position == "" && choice != match.FirstRandom && choice != match.FirstChoose {
		notation, first, err = start.ToWin(ctx, toss, p.Variant, p.Size, seat, p.firsts(seat, toss)...)
		return notation, false, first, err
	}
	if notation, chosen, err = p.start(ctx, toss); err != nil {
		return "", false, 0, err
	}
	if choice == "" {
		choice = match.FirstRandom
	}
	first, settled := choice.Resolve(seat, toss)
	if !settled {
		first, err = r.botPicks(ctx, p.Variant, notation, seat.Other())
	}
	return notation, chosen, first, err
}

// firsts returns the sides that may go first, the one that is preferred first.
func (p *Proposal) firsts(seat games.Side, toss *rand.Rand) []games.Side {
	switch p.First {
	case match.FirstMe:
		return []games.Side{seat}
	case match.FirstOpponent:
		return []games.Side{seat.Other()}
	default:
		preferred := games.Side(toss.IntN(2))
		return []games.Side{preferred, preferred.Other()}
	}
}

// WonFromStart reports whether a side wins a match from its start. It is false where the
// search can't prove it.
func (r *Referee) WonFromStart(ctx context.Context, g *Game, side games.Side) bool {
	ctx, cancel := context.WithTimeout(ctx, thinkingTime)
	defer cancel()
	p := g.Play.Start()
	wins, err := r.solver.QuickBudget().Wins(ctx, g.Play.Variant(), p)
	return err == nil && wins == (p.Turn().Actor == side)
}
