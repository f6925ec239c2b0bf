package commands

import "context"

var claimCommand = &Command{
	Name:    "claim",
	Summary: "Claim the win when your opponent's time has run out",
	run: func(ctx context.Context, s *Service, r *Request) (Reply, error) {
		p, err := s.referee.Claim(ctx, r.Channel, r.By.ID)
		if err != nil {
			return Reply{}, err
		}
		return s.progressReply(ctx, r, p)
	},
}
