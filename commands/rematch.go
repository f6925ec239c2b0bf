package commands

import (
	"context"

	"nimatron/commands/view"
)

var rematchCommand = &Command{
	Name:    "rematch",
	Summary: "Play this channel's last match again, with sides swapped",
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		if _, err := s.checkChannel(ctx, r); err != nil {
			return view.Reply{}, err
		}
		p, c, err := s.referee.Rematch(ctx, r.Channel, r.Server, r.By.player())
		switch {
		case err != nil:
			return view.Reply{}, err
		case p != nil:
			return s.progressReply(ctx, r, p)
		default:
			return s.challengeReply(*c)
		}
	},
}
