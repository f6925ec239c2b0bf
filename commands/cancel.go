package commands

import (
	"context"
	"errors"
	"fmt"

	"nimatron/commands/view"
	"nimatron/match"
	"nimatron/referee"
)

var cancelCommand = &Command{
	Name:    "cancel",
	Summary: "Withdraw your challenge, or call off a match in which nobody has moved",
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		if err := s.checkChallenge(ctx, r); err != nil {
			return view.Reply{}, err
		}
		c, err := s.referee.Cancel(ctx, r.Channel, r.By.player())
		if errors.Is(err, &referee.Refusal{Code: referee.NotChallenger}) {
			return s.endChallenge(ctx, r, c, err)
		}
		if errors.Is(err, &referee.Refusal{Code: referee.NoChallenge}) && r.Subject.Kind == view.NoSubject {
			return s.cancelMatch(ctx, r, err)
		}
		if err != nil {
			return view.Reply{}, err
		}
		return s.challengeReply(c)
	},
}

// endChallenge ends the challenge of another for those who may; for others it stays refused.
func (s *Service) endChallenge(ctx context.Context, r *Request, c match.Challenge, refused error) (view.Reply, error) {
	may, err := s.moderates(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	if !may {
		return view.Reply{}, refused
	}
	if c, err = s.referee.EndChallenge(ctx, c); err != nil {
		return view.Reply{}, err
	}
	reply, err := s.challengeReply(c)
	reply.Text = fmt.Sprintf("A moderator has ended %s's challenge.", view.PlayerName(c.Challenger.ID))
	return reply, err
}

// cancelMatch ends a match before its first move. If there is no match either, the
// answer is that there was no challenge.
func (s *Service) cancelMatch(ctx context.Context, r *Request, noChallenge error) (view.Reply, error) {
	p, err := s.referee.CancelMatch(ctx, r.Channel, r.By.ID)
	if errors.Is(err, errNoMatch) || errors.Is(err, &referee.Refusal{Code: referee.MatchFinished}) {
		return view.Reply{}, noChallenge
	}
	if err != nil {
		return view.Reply{}, err
	}
	return s.progressReply(ctx, r, p)
}
