package referee

import (
	"context"

	"nimatron/match"
)

// Rematch plays the channel's last match again with the sides swapped, or after a rated
// one a rated pair from another start: at once against the bot, by a challenge to the
// other player between people. One of the two results is nil.
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
	if g.Rated {
		proposal.Position, proposal.First, proposal.Side = "", match.FirstRandom, ""
		proposal.Rated, proposal.TurnTime = true, min(g.TurnTime, MaxRatedTurnTime)
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
