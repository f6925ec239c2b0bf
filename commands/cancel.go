package commands

import "context"

var cancelCommand = &Command{
	Name:    "cancel",
	Summary: "Take back your challenge in this channel",
	run: func(ctx context.Context, s *Service, r *Request) (Reply, error) {
		if err := s.checkChallenge(ctx, r); err != nil {
			return Reply{}, err
		}
		c, err := s.referee.Cancel(ctx, r.Channel, r.By.player())
		if err != nil {
			return Reply{}, err
		}
		return s.challengeReply(c)
	},
}
