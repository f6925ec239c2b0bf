package commands

import (
	"context"
	"fmt"

	"nimatron/commands/view"
	"nimatron/match"
	"nimatron/referee"
)

var resignCommand = &Command{
	Name:    "resign",
	Summary: "Give up this channel's match",
	Options: []Option{
		{Name: "sure", Summary: "true: yes, resign", Kind: Flag, Hidden: true},
	},
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		if reply, stale := s.outdatedReply(ctx, r); stale {
			return reply, nil
		}
		sure, err := r.flag("sure")
		if err != nil {
			return view.Reply{}, err
		}
		if !sure {
			return s.confirmResign(ctx, r)
		}
		p, err := s.referee.Resign(ctx, r.Channel, r.By.ID)
		if err != nil {
			return view.Reply{}, err
		}
		return s.progressReply(ctx, r, p)
	},
}

// confirmResign asks a player whether the button was meant.
func (s *Service) confirmResign(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := s.referee.Current(ctx, r.Channel)
	if err != nil {
		return view.Reply{}, err
	}
	if _, plays := g.SeatOf(r.By.ID); !plays {
		return view.Reply{}, &referee.Refusal{Code: referee.NotPlaying, Game: g}
	}
	text := fmt.Sprintf("Do you want to give up match %d?", g.ID)
	switch {
	case g.Leg == match.FirstLeg:
		text += " That loses the first game of a rated pair; the second is played after it."
	case g.Rated && g.Tournament == 0:
		text += " It is rated: that counts as a loss."
	}
	return view.Reply{
		To:   view.Private{},
		Text: text,
		Card: &view.Card{Actions: []view.Action{{
			Label: "Yes, resign", Command: "resign", Options: map[string]string{"sure": "true"},
			Subject: view.SubjectOf(g), Style: view.Danger,
		}}},
	}, nil
}
