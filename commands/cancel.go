package commands

import (
	"context"
	"errors"

	"nimatron/referee"
)

var cancelCommand = &Command{
	Name:    "cancel",
	Summary: "Withdraw your challenge, or call off a match in which nobody has moved",
	run: func(ctx context.Context, s *Service, r *Request) (Reply, error) {
		if err := s.checkChallenge(ctx, r); err != nil {
			return Reply{}, err
		}
		c, err := s.referee.Cancel(ctx, r.Channel, r.By.player())
		if errors.Is(err, &referee.Refusal{Code: referee.NoChallenge}) && r.Subject.Kind == NoSubject {
			return s.cancelMatch(ctx, r, err)
		}
		if err != nil {
			return Reply{}, err
		}
		return s.challengeReply(c)
	},
}

// cancelMatch ends a match before its first move. If there is no match either, the
// answer is that there was no challenge.
func (s *Service) cancelMatch(ctx context.Context, r *Request, noChallenge error) (Reply, error) {
	p, err := s.referee.CancelMatch(ctx, r.Channel, r.By.ID)
	if errors.Is(err, errNoMatch) || errors.Is(err, &referee.Refusal{Code: referee.MatchFinished}) {
		return Reply{}, noChallenge
	}
	if err != nil {
		return Reply{}, err
	}
	return s.progressReply(ctx, r, p)
}
