package commands

import (
	"context"
	"fmt"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/referee"
)

var takebackCommand = &Command{
	Name:    "takeback",
	Summary: "Take back your last decision; between people the opponent has to agree",
	run: func(ctx context.Context, s *Service, r *Request) (Reply, error) {
		p, err := s.referee.Takeback(ctx, r.Channel, r.By.ID)
		if err != nil {
			return Reply{}, err
		}
		g := p.Game
		if g.Finished() { // the clock was faster
			return s.progressReply(ctx, r, p)
		}
		if p.TakenBack > 0 {
			reply, err := s.progressReply(ctx, r, p)
			reply.Text = fmt.Sprintf("%s taken back: the position is %s again.", words.Count(p.TakenBack, "decision"), code(g.Play.Position().String()))
			return reply, err
		}
		seat, _ := g.SeatOf(r.By.ID)
		other := g.Player(seat.Other()).ID
		reply, err := s.boardReply(ctx, g)
		reply.Text = fmt.Sprintf("%s asks to take back the last decision. %s can agree with `/takeback`, or decline by moving.", playerName(r.By.ID), playerName(other))
		reply.Notify = []string{other}
		return reply, err
	},
}

// takebackText says on the board that a player has asked for a takeback.
func takebackText(g *referee.Game, asker games.Side) string {
	return fmt.Sprintf("%s asks to take back the last decision: %s can agree with `/takeback`, or decline by moving.",
		playerName(g.Player(asker).ID), playerName(g.Player(asker.Other()).ID))
}
