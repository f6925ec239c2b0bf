package commands

import (
	"context"

	"nimatron/commands/view"
	"nimatron/match"
	"nimatron/referee"
)

var acceptCommand = &Command{
	Name:    "accept",
	Summary: "Accept the challenge in this channel",
	Options: []Option{
		{Name: "first", Summary: "Who goes first, if the challenge lets you pick", Hidden: true, Choices: []view.Choice{
			{Label: "I go first", Value: string(match.FirstMe)},
			{Label: "The challenger goes first", Value: string(match.FirstOpponent)},
		}},
	},
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		if err := s.checkChallenge(ctx, r); err != nil {
			return view.Reply{}, err
		}
		if _, err := s.checkChannel(ctx, r); err != nil {
			return view.Reply{}, err
		}
		p, err := s.referee.Accept(ctx, r.Channel, r.By.player(), match.FirstChoice(r.option("first")))
		if err != nil {
			return view.Reply{}, err
		}
		return s.progressReply(ctx, r, p)
	},
}

// checkChallenge refuses a button of a challenge that is no longer open, even if another
// one is open in the channel.
func (s *Service) checkChallenge(ctx context.Context, r *Request) error {
	if r.Subject.Kind == view.NoSubject {
		return nil
	}
	c, err := s.referee.OpenChallenge(ctx, r.Channel)
	if err != nil {
		return err
	}
	if r.Subject.Kind != view.ChallengeSubject || c.ID != r.Subject.ID {
		return &referee.Refusal{Code: referee.NoChallenge}
	}
	return nil
}
