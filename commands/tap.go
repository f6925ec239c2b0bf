package commands

import (
	"context"
	"strconv"
	"strings"

	"nimatron/commands/view"
	"nimatron/referee"
)

// whereOption is the place that was tapped.
var whereOption = Option{Name: view.WhereName, Summary: "Where to move", Hidden: true}

// otherOption asks for what no key offers.
var otherOption = Option{Name: view.OtherName, Summary: "true: ask for the move", Kind: Flag, Hidden: true}

// tapCommand shows a board with a half-made choice, or asks for what is not on it. It is
// only tapped.
var tapCommand = &Command{
	Name:    view.TapName,
	Summary: "Choose where to move",
	Tapped:  true,
	Options: []Option{
		whereOption,
		otherOption,
	},
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		if r.Subject.Kind != view.MatchSubject {
			return view.Reply{}, refuse("That is for buttons: write your move as it is, or with `/move`.")
		}
		g, err := s.referee.Current(ctx, r.Channel)
		if err == nil && view.SubjectOf(g) != r.Subject {
			err = &referee.Refusal{Code: referee.Outdated, Game: g}
		}
		if err != nil {
			if reply, stale := s.outdatedReply(ctx, r); stale {
				return reply, nil
			}
			return view.Reply{}, err
		}
		if err := mayDecide(g, r.By.ID); err != nil {
			return view.Reply{}, err
		}
		where := r.option(view.WhereName)
		if move, only := view.OnlyMove(g.Play.Position(), where); only {
			return s.move(ctx, r, move.String())
		}
		if other, err := r.flag(view.OtherName); err != nil || other {
			return view.Reply{Text: "Write your move with `/move`.", Form: view.MatchKeys(g, where).Form()}, err
		}
		return view.Reply{Card: s.boardCard(ctx, g, where), Show: view.SubjectOf(g), ShownIn: g.Message, To: view.UpdateClicked{}}, nil
	},
}

// mayDecide refuses who does not decide now.
func mayDecide(g *referee.Game, id string) error {
	if _, plays := g.SeatOf(id); !plays {
		return &referee.Refusal{Code: referee.NotPlaying, Game: g}
	}
	if g.Actor().ID != id {
		return &referee.Refusal{Code: referee.NotYourTurn, Game: g}
	}
	return nil
}

// tappedMove is the text of a move that was tapped or written in a form: a number or "all"
// goes with the place that was tapped before.
func tappedMove(where, text string) string {
	_, err := strconv.ParseUint(text, 10, 64)
	switch {
	case where == "":
		return text
	case err == nil:
		return where + "-" + text
	case strings.EqualFold(text, "all"):
		return where + " all"
	}
	return text
}
