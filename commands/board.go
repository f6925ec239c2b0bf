package commands

import (
	"context"
	"errors"
	"fmt"

	"nimatron/commands/view"
	"nimatron/match"
	"nimatron/referee"
)

var boardCommand = &Command{
	Name:    "board",
	Summary: "Show this channel's match again",
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		if g, err := s.referee.Current(ctx, r.Channel); err == nil {
			if err := s.turnToMatch(ctx, r, g); err != nil {
				return view.Reply{}, err
			}
		}
		reply, err := s.latestBoard(ctx, r)
		if reply.Show.Kind == view.MatchSubject {
			reply.To = view.Anew{}
		}
		return reply, err
	},
}

// boardReply shows a match as it stands.
func (s *Service) boardReply(ctx context.Context, g *referee.Game) view.Reply {
	return view.Reply{Card: s.boardCard(ctx, g, ""), Show: view.SubjectOf(g), ShownIn: g.Message}
}

// boardCard draws a match as it stands, where a place was tapped with the choice half made.
func (s *Service) boardCard(ctx context.Context, g *referee.Game, where string) *view.Card {
	to := view.Audience{Look: s.lookOfMatch(ctx, g), Played: s.played(ctx, g)}
	to.Winnable = !g.Finished() && g.AgainstBot() && !g.Rated && g.SinceLast(g.Human()) == 0 && s.referee.WonFromStart(ctx, g, g.Human())
	switch e, ok, err := s.referee.EventOf(ctx, &g.Match); {
	case err != nil:
		s.log.Warn("the tournament of a match can't be read", "match", g.ID, "err", err)
	case ok:
		if to.Event = fmt.Sprintf("round %d of %s", e.Round, e.Name); e.Simul() != "" {
			to.Event = e.Name
		}
		if len(g.Moves) == 0 && !g.Finished() && g.Leg != match.SecondLeg {
			to.Call = view.PairingText(e, g)
		}
	}
	return view.MatchCard(g, where, to)
}

// played returns how many matches of the family of one whoever of its players has fewest has
// finished. Where that can't be read it is none, and the board says too much.
func (s *Service) played(ctx context.Context, g *referee.Game) int {
	fewest := -1
	for _, id := range otherPeople(g, "") {
		tallies, err := s.store.Tallies(ctx, id)
		if err != nil {
			s.log.Warn("somebody's results can't be read", "err", err)
			return 0
		}
		if t := tallies[g.Family]; fewest < 0 || t.All() < fewest {
			fewest = t.All()
		}
	}
	return max(fewest, 0)
}

// latestBoard shows a channel's newest match or, where there never was one, the
// challenge that is open.
func (s *Service) latestBoard(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := s.referee.Latest(ctx, r.Channel)
	if errors.Is(err, errNoMatch) {
		if c, challengeErr := s.referee.OpenChallenge(ctx, r.Channel); challengeErr == nil {
			return s.challengeReply(c)
		}
	}
	if err != nil {
		return view.Reply{}, err
	}
	if g.Finished() { // then there is a review on it
		if err := s.referee.CheckAdvice(ctx, r.By.ID, g.Family); err != nil {
			return view.Reply{}, err
		}
	}
	reply := s.boardReply(ctx, g)
	if !g.Finished() {
		return reply, nil
	}
	board := reply.Card
	if reply.Card, err = s.endingCard(ctx, g, nil); err != nil {
		return view.Reply{}, err
	}
	if reply.Card.Picture == nil && reply.Card.Drawing == "" {
		reply.Card.Picture, reply.Card.Drawing = board.Picture, board.Drawing
	}
	return reply, nil
}

// errNoMatch is the refusal that a channel without a match gives.
var errNoMatch = &referee.Refusal{Code: referee.NoMatch}

// outdatedReply answers a button of a match that has moved on since with the board as it
// stands now; ok is false if the button is up to date or none was pressed.
func (s *Service) outdatedReply(ctx context.Context, r *Request) (reply view.Reply, ok bool) {
	if r.Subject.Kind == view.NoSubject {
		return view.Reply{}, false
	}
	g, err := s.referee.Latest(ctx, r.Channel)
	if err != nil || view.SubjectOf(g) == r.Subject {
		return view.Reply{}, false
	}
	return view.Reply{
		To:     view.Private{},
		Result: view.ResultRefused,
		Text:   "That button is out of date and did nothing. This is how things stand now.",
		Card:   s.boardCard(ctx, g, ""),
	}, true
}
