package commands

import (
	"context"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/referee"
)

// A ping is how somebody is made aware that they decide now.
type ping uint8

const (
	noPing ping = iota
	channelPing
	directPing // which the outbox has
)

// awayAfter is how long somebody has done nothing who is away.
const awayAfter = time.Minute

// pingFor says how the player of a side is made aware that they decide now, as they have
// set it. Said is true where a message says so anyway: then it is not only for those who
// are away.
func (s *Service) pingFor(ctx context.Context, g *referee.Game, side games.Side, said bool) ping {
	player := g.Player(side)
	if player.IsBot() {
		return noPing
	}
	set, err := s.referee.Pings(ctx, player.ID, g)
	if err != nil {
		s.log.Warn("somebody's settings can't be read", "err", err)
	}
	here := s.referee.Now().Sub(lastAction(g, side)) < awayAfter
	if set == match.PingsDirect && g.Version > 1 { // a match begins in its channel
		return directPing
	}
	if set == match.PingsOff || set == match.PingsAway && here && !said {
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
