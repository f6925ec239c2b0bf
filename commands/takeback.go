package commands

import (
	"context"
	"fmt"

	"nimatron/games"
	"nimatron/match"
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
		if g.Offer == match.Nobody {
			reply, err := s.progressReply(ctx, r, p)
			were := "were"
			if len(p.TakenBack) == 1 {
				were = "was"
			}
			reply.Text = fmt.Sprintf("%s %s taken back: the position is %s again.", takenText(p.TakenBack), were, code(g.Play.Position().String()))
			return reply, err
		}
		seat, _ := g.SeatOf(r.By.ID)
		other := g.Player(seat.Other()).ID
		reply, err := s.boardReply(ctx, g)
		reply.Text = fmt.Sprintf("%s asks to take back %s. %s can agree with `/takeback`, or decline by moving.", playerName(r.By.ID), takenText(p.TakenBack), playerName(other))
		reply.Notify = []string{other}
		return reply, err
	},
}

// takenText names decisions, such as "`1-1` and `2-3`".
func takenText(moves []match.Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = "`" + m.Text + "`"
	}
	return and(texts)
}

// takebackText says on the board that a player has asked for a takeback.
func takebackText(g *referee.Game, asker games.Side) string {
	return fmt.Sprintf("%s asks to take back %s: %s can agree with `/takeback`, or decline by moving.",
		playerName(g.Player(asker).ID), takenText(g.ToTakeBack(asker)), playerName(g.Player(asker.Other()).ID))
}
