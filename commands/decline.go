package commands

import (
	"context"

	"nimatron/commands/view"
)

var declineCommand = &Command{
	Name:    "decline",
	Summary: "Decline the challenge that was made to you",
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		if err := s.checkChallenge(ctx, r); err != nil {
			return view.Reply{}, err
		}
		c, err := s.referee.Decline(ctx, r.Channel, r.By.player())
		if err != nil {
			return view.Reply{}, err
		}
		return s.challengeReply(c)
	},
}
