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
		reply, err := s.latestBoard(ctx, r)
		reply.Repost = reply.Show.Kind == MatchSubject
		return reply, err
	},
}

// latestBoard shows a channel's newest match or, where there never was one, the
// challenge that is open.
func (s *Service) latestBoard(ctx context.Context, r *Request) (Reply, error) {
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
	if err == nil && g.Finished() {
		err = s.tellEnding(ctx, g, reply.Card)
	}
	return reply, err
}

// tellEnding tells on the board of a finished match what was said at its end.
func (s *Service) tellEnding(ctx context.Context, g *referee.Game, board *Card) error {
	ending, err := s.endingCard(ctx, g, nil)
	if err != nil {
		return err
	}
	board.Body += "\n" + ending.Body
	board.Actions = ending.Actions
	return nil
}

// errNoMatch is the refusal that a channel without a match gives.
var errNoMatch = &referee.Refusal{Code: referee.NoMatch}
