package referee

import (
	"context"

	"nimatron/match"
)

// Rematch plays the channel's last match again with sides swapped: at once against the
// bot, and between people by challenging the other player. One of the two results is
// nil.
func (r *Referee) Rematch(ctx context.Context, channel, server string, by match.Player) (*Progress, *match.Challenge, error) {
	g, err := r.Latest(ctx, channel)
	if err != nil {
		return nil, nil, err
	}
	if !g.Finished() {
		return nil, nil, &Refusal{Code: MatchRunning, Game: g}
	}
	seat, ok := g.SeatOf(by.ID)
	if !ok {
		return nil, nil, &Refusal{Code: NotPlaying, Game: g}
	}
	proposal := Proposal{
		Channel: channel, Server: server, By: by, Variant: g.Play.Variant(),
		Position: g.Start, First: match.FirstMe, Side: match.SideOf(seat.Other()), TurnTime: g.TurnTime,
	}
	if g.Play.First() == seat {
		proposal.First = match.FirstOpponent
	}
	opponent := g.Player(seat.Other())
	if opponent.IsBot() {
		p, err := r.ChallengeBot(ctx, proposal, g.Level)
		return p, nil, err
	}
	c, err := r.Challenge(ctx, proposal, opponent)
	if err != nil {
		return nil, nil, err
	}
	return nil, &c, nil
}
