package commands

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
)

var moveCommand = &Command{
	Name:    view.MoveName,
	Summary: "Take your turn in this channel's match",
	Options: []Option{
		{Name: "move", Summary: "Your move, such as L-2 or 1-3", Required: true, complete: completeMove},
		whereOption,
	},
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		return s.move(ctx, r, tappedMove(r.option(whereOption.Name), r.option("move")))
	},
}

// move plays a move and shows the result. A tap is refused if the match has moved on since.
func (s *Service) move(ctx context.Context, r *Request, text string) (view.Reply, error) {
	var p *referee.Progress
	var err error = &referee.Refusal{Words: referee.Outdated}
	if r.Subject.Kind != view.ChallengeSubject { // no board has such a button
		p, err = s.referee.Move(ctx, referee.MatchVersion{Match: r.Subject.ID, Version: r.Subject.Version}, r.Channel, r.By.ID, text)
	}
	if err == nil {
		return s.progressReply(ctx, r, p, nil)
	}
	if r.ID == "" || s.answered(ctx, r.ID) != match.AnsweredDone { // a repeated delivery is no reason to complain
		if reply, stale := s.outdatedReply(ctx, r); stale {
			return reply, nil
		}
	}
	return view.Reply{}, err
}

// maxMovesSearched bounds the legal moves that a completion looks at: there can be 10^18.
const maxMovesSearched = 2000

// completeMove offers legal moves to the player who decides now.
func completeMove(ctx context.Context, s *Service, r *Request, typed string) []view.Choice {
	g, err := s.referee.Current(ctx, r.Channel)
	if err != nil || g.Actor().ID != r.By.ID {
		return nil
	}
	position := g.Play.Position()
	typed = strings.TrimSpace(typed)
	var choices []view.Choice
	offer := func(step games.Step) {
		label := words.Cut(step.Move.String()+"  →  "+step.Position.String(), view.MaxChoiceText)
		choices = append(choices, view.Choice{Label: label, Value: step.Move.String()})
	}
	// The text may be a whole move in a forgiving form, or one too far down
	// the list to be found there.
	exact, err := position.Read(typed)
	if err == nil {
		var after games.Position
		if after, err = position.Play(exact); err == nil {
			offer(games.Step{Move: exact, Position: after})
		}
	}
	seen := 0
	for step := range position.Options() {
		if seen++; seen > maxMovesSearched || len(choices) == view.MaxChoices {
			break
		}
		if (err != nil || step.Move != exact) && words.HasPrefixFold(step.Move.String(), typed) {
			offer(step)
		}
	}
	return choices
}

var whereOption = Option{Name: view.WhereName, Summary: "Where to move", Hidden: true}

// otherOption asks for what no key offers.
var otherOption = Option{Name: view.OtherName, Summary: "true: ask for the move", Kind: Flag, Hidden: true}

// tapCommand shows a board with a half-made choice, or a form for a move without a button. Only
// buttons use it.
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
			err = &referee.Refusal{Words: referee.Outdated, Game: g}
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

func mayDecide(g *referee.Game, id string) error {
	if _, plays := g.SeatOf(id); !plays {
		return &referee.Refusal{Words: referee.NotPlaying, Game: g}
	}
	if g.Actor().ID != id {
		return &referee.Refusal{Words: referee.NotYourTurn, Game: g}
	}
	return nil
}

// tappedMove is the text of a tapped or written move: a number or "all" goes with the place that
// was tapped before.
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

// moreCommand offers the speaker rare actions of a match. Only buttons use it.
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
		return s.progressReply(ctx, r, p, err)
	},
}

func (s *Service) confirmResign(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := s.referee.Current(ctx, r.Channel)
	if err != nil {
		return view.Reply{}, err
	}
	if _, plays := g.SeatOf(r.By.ID); !plays {
		return view.Reply{}, &referee.Refusal{Words: referee.NotPlaying, Game: g}
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

var takebackCommand = &Command{
	Name:    "takeback",
	Summary: "Take back your last decision; between people the opponent has to agree",
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		p, err := s.referee.Takeback(ctx, r.Channel, r.By.ID)
		if err != nil {
			return view.Reply{}, err
		}
		g := p.Game
		if g.Finished() { // the clock was faster
			return s.progressReply(ctx, r, p, nil)
		}
		if g.Offer == match.Nobody {
			reply, err := s.progressReply(ctx, r, p, nil)
			were := "were"
			if len(p.TakenBack) == 1 {
				were = "was"
			}
			reply.Text = fmt.Sprintf("%s %s taken back: the position is %s again.", view.TakenText(p.TakenBack), were, view.Code(g.Play.Position().String()))
			return reply, err
		}
		seat, _ := g.SeatOf(r.By.ID)
		other := g.Player(seat.Other()).ID
		reply := s.boardReply(ctx, g)
		reply.Text = fmt.Sprintf("%s asks to take back %s. %s can agree with `/takeback`, or decline by moving.", view.PlayerName(r.By.ID), view.TakenText(p.TakenBack), view.PlayerName(other))
		reply.Notify = []string{other}
		return reply, nil
	},
}

var claimCommand = &Command{
	Name:    "claim",
	Summary: "Claim the win when your opponent's time has run out",
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		p, err := s.referee.Claim(ctx, r.Channel, r.By.ID)
		return s.progressReply(ctx, r, p, err)
	},
}

var endCommand = &Command{
	Name:    "end",
	Summary: "End a stuck match without a winner, if you may manage this server",
	Options: []Option{
		{Name: "match", Summary: "The number of the match, such as 12", Required: true, complete: completeMatchHere},
	},
	Private: true,
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		id, err := r.matchNumber()
		if err != nil {
			return view.Reply{}, err
		}
		if err := s.checkEnder(ctx, r, id); err != nil {
			return view.Reply{}, err
		}
		p, err := s.referee.End(ctx, id, r.By.ID, r.room())
		if errors.Is(err, &referee.Refusal{Words: referee.MatchFinished}) {
			return view.Reply{}, refuse("Match %d is over already: `/replay match:%d` shows how it ended.", id, id)
		}
		if err != nil {
			return view.Reply{}, err
		}
		reply := view.Reply{Show: view.SubjectOf(p.Game)} // for the log
		if !p.TimeUp.IsZero() {
			loser, _ := p.Game.Loser()
			reply.Text = fmt.Sprintf("There was nothing to end: in match %d the time of %s was up, and the clock has decided it.", id, view.PlayerName(loser.ID))
			return reply, nil
		}
		reply.Text = fmt.Sprintf("Done. In %s the players are told: %s", view.ChannelLink(p.Game.Channel, p.Game.Server), view.EndedText(p.Game))
		return reply, nil
	},
}

// matchNumber reads the number of the match that the request names.
func (r *Request) matchNumber() (int64, error) {
	text := strings.TrimPrefix(r.option("match"), "#")
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 {
		return 0, refuse("%s is not a match number: a match's number is on its board, such as `match 12`.", games.Quote(text))
	}
	return id, nil
}

// checkEnder refuses people who may not end a match. Managers of the server may and, if the server
// allows it, managers of the match's channel in that channel.
func (s *Service) checkEnder(ctx context.Context, r *Request, id int64) error {
	if r.room() == "" {
		return refuse("This is a direct message, which nobody manages: `/resign` ends your match here.")
	}
	if r.Manager {
		return nil
	}
	if may, err := s.moderates(ctx, r); err != nil {
		return err
	} else if !may {
		return refuse("Only those who may manage this server can end a match of others (the permission Manage Server, which I see when `/end` is used as a slash command). Players end their own by `/resign`.")
	}
	g, err := s.referee.Latest(ctx, r.Channel)
	if err != nil || g.ID != id {
		return refuse("You may end the match of this channel, and match %d is not it. For others it takes who may manage the server.", id)
	}
	return nil
}

// moderates reports whether the speaker may end other people's matches and challenges in the
// channel.
func (s *Service) moderates(ctx context.Context, r *Request) (bool, error) {
	if r.Server == "" {
		return false, nil
	}
	if r.Manager || !r.ChannelManager {
		return r.Manager, nil
	}
	all, err := s.settingsHere(ctx, r)
	return all.ChannelsEnd, err
}

// completeMatchHere offers the match that goes on in the channel.
func completeMatchHere(ctx context.Context, s *Service, r *Request, _ string) []view.Choice {
	g, err := s.referee.Current(ctx, r.Channel)
	if err != nil {
		return nil
	}
	number := strconv.FormatInt(g.ID, 10)
	return []view.Choice{{Label: number + ": the match in this channel", Value: number}}
}
