package commands

import (
	"context"
	"errors"

	"nimatron/referee"
)

var boardCommand = &Command{
	Name:    "board",
	Summary: "Show this channel's match again",
	run: func(ctx context.Context, s *Service, r *Request) (Reply, error) {
		g, err := s.referee.Latest(ctx, r.Channel)
		if errors.Is(err, errNoMatch) {
			if c, challengeErr := s.referee.OpenChallenge(ctx, r.Channel); challengeErr == nil {
				return s.challengeReply(c)
			}
		}
		if err != nil {
			return Reply{}, err
		}
		if g.Finished() { // then there is a review on it
			if err := s.referee.CheckAdvice(ctx, r.By.ID, g.Family); err != nil {
				return Reply{}, err
			}
		}
		reply, err := s.boardReply(ctx, g)
		reply.Repost = true
		if g.Message != "" {
			reply.Retire = []string{g.Message}
		}
		return reply, err
	},
}

// errNoMatch is the refusal that a channel without a match gives.
var errNoMatch = &referee.Refusal{Code: referee.NoMatch}
