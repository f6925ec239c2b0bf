package referee

import (
	"context"

	"nimatron/solver"
	"nimatron/storage"
)

// Rematch plays the channel's last match again with the sides swapped: at once
// against the bot, by a challenge to the other player between people. One of the
// two results is nil.
func (r *Referee) Rematch(ctx context.Context, channel, server string, by storage.Player) (*Progress, *storage.Challenge, error) {
	g, err := r.Latest(ctx, channel)
	if err != nil {
		return nil, nil, err
	}
	if !g.Finished() {
		return nil, nil, &Refusal{Code: MatchRunning, Game: g}
	}
	seat, ok := g.Seat(by.ID)
	if !ok {
		return nil, nil, &Refusal{Code: NotPlaying, Game: g}
	}
	ask := Ask{
		Channel: channel, Server: server, By: by, Variant: g.Play.Variant(),
		Position: g.Start, First: FirstMe, Side: Side(seat.Other().String()), TurnTime: g.TurnTime,
	}
	if g.Play.First() == seat {
		ask.First = FirstOpponent
	}
	opponent := g.Player(seat.Other())
	if opponent.ID == BotID {
		level, err := solver.ParseLevel(g.Level)
		if err != nil {
			return nil, nil, err
		}
		p, err := r.ChallengeBot(ctx, ask, level)
		return p, nil, err
	}
	c, err := r.Challenge(ctx, ask, opponent)
	if err != nil {
		return nil, nil, err
	}
	return nil, &c, nil
}
