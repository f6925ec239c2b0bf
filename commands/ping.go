package commands

import (
	"context"
	"time"

	"nimatron/games"
	"nimatron/referee"
)

// A ping is how somebody is made aware that they decide now.
type ping uint8

const (
	noPing ping = iota
	channelPing
)

// awayAfter is how long somebody has done nothing who is away.
const awayAfter = time.Minute

// pingFor says how the player of a side is made aware that they decide now, where no
// message says so anyway: in the channel, if they are away.
func (s *Service) pingFor(_ context.Context, g *referee.Game, side games.Side) ping {
	if g.Player(side).IsBot() || s.referee.Now().Sub(lastAction(g, side)) < awayAfter {
		return noPing
	}
	return channelPing
}

// lastAction returns when a player has moved last, or when the match began.
func lastAction(g *referee.Game, side games.Side) time.Time {
	for i := len(g.Moves) - 1; i >= 0; i-- {
		if g.Moves[i].Actor == side {
			return g.Moves[i].At
		}
	}
	return g.Created
}
