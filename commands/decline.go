package commands

import "context"

var declineCommand = &Command{
	Name:    "decline",
	Summary: "Decline the challenge that was made to you",
	run: func(ctx context.Context, s *Service, r *Request) (Reply, error) {
		if err := s.checkChallenge(ctx, r); err != nil {
			return Reply{}, err
		}
		c, err := s.referee.Decline(ctx, r.Channel, r.By.player())
		if err != nil {
			return Reply{}, err
		}
		return s.challengeReply(c)
	},
}
