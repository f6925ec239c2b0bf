package referee

import (
	"context"
	"errors"

	"nimatron/match"
)

// Rematch plays the channel's last match again with the sides swapped, or after a rated
// one a rated pair from another start: at once against the bot, by a challenge to the
// other player between people. Where that player has asked for it already, it begins. One
// of the two results is nil.
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
	if p, err := r.acceptRematch(ctx, g, by); p != nil || err != nil {
		return p, nil, err
	}
	c, err := r.Challenge(ctx, proposal, opponent)
	var rule *Refusal
	if errors.As(err, &rule) && rule.Code == ChallengeAlreadyOpen { // both ask at once
		if p, acceptErr := r.acceptRematch(ctx, g, by); p != nil || acceptErr != nil {
			return p, nil, acceptErr
		}
	}
	if err != nil {
		return nil, nil, err
	}
	return nil, &c, nil
}

// acceptRematch accepts the rematch of a match for which the other player waits in its
// channel. Without one, both results are nil.
func (r *Referee) acceptRematch(ctx context.Context, g *Game, by match.Player) (*Progress, error) {
	c, err := r.OpenChallenge(ctx, g.Channel)
	var rule *Refusal
	switch {
	case errors.As(err, &rule): // there is none
		return nil, nil
	case err != nil:
		return nil, err
	}
	again := c.Rated == g.Rated && (c.Rated || c.Start == g.Start)
	if _, played := g.SeatOf(c.Challenger.ID); !played || !again || c.Opponent.ID != by.ID || c.Variant != g.Variant {
		return nil, nil
	}
	p, err := r.Accept(ctx, g.Channel, by, "")
	if errors.As(err, &rule) && rule.Code == NoChallenge { // it was closed just now
		return nil, nil
	}
	return p, err
}
