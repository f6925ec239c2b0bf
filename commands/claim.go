package commands

import (
	"context"

	"nimatron/commands/view"
)

var claimCommand = &Command{
	Name:    "claim",
	Summary: "Claim the win when your opponent's time has run out",
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		p, err := s.referee.Claim(ctx, r.Channel, r.By.ID)
		if err != nil {
			return view.Reply{}, err
		}
		return s.progressReply(ctx, r, p)
	},
}
