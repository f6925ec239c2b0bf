package commands

import (
	"context"

	"nimatron/commands/view"
)

// moreCommand offers what is seldom wanted of a match, to whoever asks alone. It is only
// tapped.
var moreCommand = &Command{
	Name:    view.MoreName,
	Summary: "What else can be done in a match",
	Private: true,
	Tapped:  true,
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		if r.Subject.Kind != view.MatchSubject {
			return view.Reply{}, refuse("That is for buttons.")
		}
		if reply, stale := s.outdatedReply(ctx, r); stale {
			return reply, nil
		}
		g, err := s.referee.Current(ctx, r.Channel)
		if err != nil {
			return view.Reply{}, err
		}
		_, plays := g.SeatOf(r.By.ID)
		follows := false
		if !plays {
			if follows, err = s.follows(ctx, g, r.By.ID); err != nil {
				return view.Reply{}, err
			}
		}
		return view.Reply{Text: "What else would you like?", Card: view.More(g, plays, follows), To: view.Private{}}, nil
	},
}
