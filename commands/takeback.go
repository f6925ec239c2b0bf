package commands

import (
	"context"
	"fmt"

	"nimatron/commands/view"
	"nimatron/match"
)

var takebackCommand = &Command{
	Name:    "takeback",
	Summary: "Take back your last decision; between people the opponent has to agree",
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		p, err := s.referee.Takeback(ctx, r.Channel, r.By.ID)
		if err != nil {
			return view.Reply{}, err
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
			reply.Text = fmt.Sprintf("%s %s taken back: the position is %s again.", view.TakenText(p.TakenBack), were, view.Code(g.Play.Position().String()))
			return reply, err
		}
		seat, _ := g.SeatOf(r.By.ID)
		other := g.Player(seat.Other()).ID
		reply := s.boardReply(ctx, g)
		reply.Text = fmt.Sprintf("%s asks to take back %s. %s can agree with `/takeback`, or decline by moving.", view.PlayerName(r.By.ID), view.TakenText(p.TakenBack), view.PlayerName(other))
		reply.Notify = []string{other}
		return reply, nil
	},
}
