// Package match has the commands of a match: its challenge, its moves, its end.
package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/match"
	"nimatron/referee"
)

// Feature are the commands of challenges and matches.
var Feature = core.Feature{
	Commands: []*core.Command{
		challengeCommand, moveCommand, hintCommand,
		{Name: "match", Summary: "Your match here, your challenge, and your running matches", Subcommands: []*core.Command{
			boardCommand, resignCommand, takebackCommand, claimCommand, rematchCommand,
			acceptCommand, declineCommand, cancelCommand, followCommand, matchesCommand, callMeCommand, voteCommand, vetoCommand,
		}},
		{Name: "manage", Summary: "Manage matches on this server", Manages: true, Subcommands: []*core.Command{
			endCommand, endClassesCommand, shutOutCommand, letInCommand, shutOutListCommand,
		}},
		tapCommand, moreCommand, touchCommand,
	},
	Notifications: notifications, Subjects: subjects,
}

var moveCommand = core.New(input.Move, core.Command{
	Plays:   true,
	Summary: "Make a move in this channel's match",
	Options: []core.Option{{Name: "move", Complete: completeMove}},
}, func(ctx context.Context, env *core.Env, r *core.Request, in *input.MoveInput) (view.Reply, error) {
	return PlayMove(ctx, env, r, core.TappedMove(in.Where, in.Move))
})

// PlayMove plays a move and shows the result. A tap is refused if the match has moved on since.
func PlayMove(ctx context.Context, env *core.Env, r *core.Request, text string) (view.Reply, error) {
	var p *referee.Progress
	var err error = &referee.Refusal{Words: referee.Outdated}
	if r.Subject.Kind != view.ChallengeSubject { // only boards have such buttons
		p, err = env.Referee.Move(ctx, referee.MatchVersion{Match: r.Subject.ID, Version: r.Subject.Version}, r.Channel, r.By.ID, text)
	}
	if err == nil {
		return progressReply(ctx, env, r, p, nil)
	}
	var rule *referee.Refusal
	if errors.As(err, &rule) && rule.Words == referee.NotPlaying {
		if rule.Game.Shared() {
			return castVote(ctx, env, r, rule.Game, text)
		}
	}
	if r.ID == "" || env.Answered(ctx, r.ID) != match.AnsweredDone { // a repeated delivery is no reason to complain
		if reply, stale := outdatedReply(ctx, env, r); stale {
			return reply, nil
		}
	}
	return view.Reply{}, err
}

func completeMove(ctx context.Context, env *core.Env, r *core.Request, typed string) []view.Choice {
	g, err := env.Referee.Current(ctx, r.Channel)
	if err != nil || g.Actor().ID != r.By.ID {
		return nil
	}
	return core.CompleteMove(g.Play.Position(), typed)
}

// tapCommand shows a board with a half-made choice, or a form for a move without a button. Only
// buttons use it.
var tapCommand = core.New(input.Tap, core.Command{
	Plays:   true,
	Summary: "Choose where to move",
	Tapped:  true,
}, func(ctx context.Context, env *core.Env, r *core.Request, in *input.Tapping) (view.Reply, error) {
	if r.Subject.Kind != view.MatchSubject {
		return view.Reply{}, core.Refuse("Only the buttons use those options. Write your move with `/move`.")
	}
	g, err := env.Referee.Current(ctx, r.Channel)
	if err == nil && view.SubjectOf(g) != r.Subject {
		err = &referee.Refusal{Words: referee.Outdated, Game: g}
	}
	if err != nil {
		if reply, stale := outdatedReply(ctx, env, r); stale {
			return reply, nil
		}
		return view.Reply{}, err
	}
	if err := mayDecide(g, r.By.ID); err != nil {
		return view.Reply{}, err
	}
	if move := core.WholeMove(g.Play.Position(), in.Where, ""); move != "" {
		return PlayMove(ctx, env, r, move)
	}
	if in.Other {
		return view.Reply{Text: "Write your move with `/move`.", Form: matchKeys(g, in.Where).Form()}, nil
	}
	return view.Reply{Card: boardCard(ctx, env, g, in.Where), Show: view.SubjectOf(g), ShownIn: g.Message, To: view.UpdateClicked{}}, nil
})

func mayDecide(g *referee.Game, id string) error {
	if _, plays := g.SeatOf(id); !plays {
		return &referee.Refusal{Words: referee.NotPlaying, Game: g}
	}
	if g.Actor().ID != id {
		return &referee.Refusal{Words: referee.NotYourTurn, Game: g}
	}
	return nil
}

// MoreName is the command behind the button with the rest of what can be done.
const MoreName input.Name[input.None] = "more"

var moreCommand = core.New(MoreName, core.Command{
	Summary: "More actions in a match",
	Private: true,
	Tapped:  true,
}, func(ctx context.Context, env *core.Env, r *core.Request, _ *input.None) (view.Reply, error) {
	if r.Subject.Kind != view.MatchSubject {
		return view.Reply{}, core.Refuse("Only the buttons can do that.")
	}
	if reply, stale := outdatedReply(ctx, env, r); stale {
		return reply, nil
	}
	g, err := env.Referee.Current(ctx, r.Channel)
	if err != nil {
		return view.Reply{}, err
	}
	_, plays := g.SeatOf(r.By.ID)
	follows := false
	if !plays {
		followed, err := env.Store.FollowedBy(ctx, r.By.ID)
		if err != nil {
			return view.Reply{}, err
		}
		follows = slices.Contains(followed, g.ID)
	}
	return view.Reply{Text: "More", Card: moreCard(g, r.By.ID, follows, env.Referee.Claimable(g)), To: view.Private{}}, nil
})

var resignCommand = core.New(input.Resign, core.Command{
	Plays:   true,
	Summary: "Resign this channel's match",
}, func(ctx context.Context, env *core.Env, r *core.Request, in *input.ResignInput) (view.Reply, error) {
	if in.Match != 0 {
		return resignFromAfar(ctx, env, r, in)
	}
	if reply, stale := outdatedReply(ctx, env, r); stale {
		return reply, nil
	}
	if err := checkAlone(ctx, env, r); err != nil {
		return view.Reply{}, err
	}
	if err := asCrowd(ctx, env, r); err != nil {
		return view.Reply{}, err
	}
	if !in.Sure {
		return confirmResign(ctx, env, r)
	}
	p, err := env.Referee.Resign(ctx, r.Channel, r.By.ID)
	return progressReply(ctx, env, r, p, err)
})

func confirmResign(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
	g, err := env.Referee.Current(ctx, r.Channel)
	if err != nil {
		return view.Reply{}, err
	}
	if _, plays := g.SeatOf(r.By.ID); !plays {
		return view.Reply{}, &referee.Refusal{Words: referee.NotPlaying, Game: g}
	}
	text := fmt.Sprintf("Resign match %d?", g.ID)
	switch {
	case g.Leg == match.FirstLeg:
		text += " You lose the first game of the pair. The second follows."
	case g.Rated && g.Tournament == 0:
		text += " The match is rated, so this counts as a loss."
	}
	return core.Confirm(r, input.Resign.With(input.ResignInput{Sure: true}), text, "Yes, resign"), nil
}

var takebackCommand = core.New(input.Takeback, core.Command{
	Plays:   true,
	Summary: "Take back your last move (a human opponent has to agree)",
}, func(ctx context.Context, env *core.Env, r *core.Request, _ *input.None) (view.Reply, error) {
	if reply, stale := outdatedReply(ctx, env, r); stale {
		return reply, nil
	}
	p, err := env.Referee.Takeback(ctx, r.Channel, r.By.ID)
	if err != nil {
		return view.Reply{}, err
	}
	g := p.Game
	if g.Finished() { // the clock was faster
		return progressReply(ctx, env, r, p, nil)
	}
	if g.Offer == match.Nobody {
		reply, err := progressReply(ctx, env, r, p, nil)
		reply.Text = "Taken back: " + takenText(p.TakenBack) + "."
		return reply, err
	}
	seat, _ := g.SeatOf(r.By.ID)
	reply := boardReply(ctx, env, g)
	reply.Text = takebackText(g, seat) + " **Agree** and **Decline** are on the board."
	opponent := g.Player(seat.Other()).ID
	if blocked := env.Referee.CheckBlocks(ctx, r.By.ID, opponent); blocked == nil {
		reply.Notify, err = pinged(ctx, env, takebackNotification, match.RoomOf(g.Channel, g.Server), opponent)
	}
	return reply, err
})

var claimCommand = core.New(input.Claim, core.Command{
	Plays:   true,
	Summary: "Claim the win when your opponent is out of time",
}, func(ctx context.Context, env *core.Env, r *core.Request, in *input.AfarInput) (view.Reply, error) {
	if in.Match != 0 {
		_, err := env.Referee.ClaimMatch(ctx, int64(in.Match), r.By.ID)
		return fromAfar(fmt.Sprintf("Match %d ended on time.", in.Match), err)
	}
	p, err := env.Referee.Claim(ctx, r.Channel, r.By.ID)
	return progressReply(ctx, env, r, p, err)
})

type endInput struct {
	Match input.MatchNumber `option:"match" help:"The number of the match, such as 12" required:"yes"`
}

var endCommand = core.New("manage end-match", core.Command{
	Options: []core.Option{{Name: "match", Complete: completeMatchHere}},
	Summary: "End a stuck match without a winner",
	Private: true,
}, func(ctx context.Context, env *core.Env, r *core.Request, in *endInput) (view.Reply, error) {
	id := int64(in.Match)
	if err := checkEnder(ctx, env, r, id); err != nil {
		return view.Reply{}, err
	}
	p, err := env.Referee.End(ctx, id, r.By.ID, r.Room())
	var rule *referee.Refusal
	switch over := errors.As(err, &rule) && rule.Words == referee.MatchFinished; {
	case over && rule.Game.Termination == match.ChannelGone:
		return view.Reply{}, core.Refuse("Match %d is over: its channel is gone, so nobody won.", id)
	case over:
		return view.Reply{}, core.Refuse("Match %d is already over. `/review match:%d` shows how it ended.", id, id)
	}
	if err != nil {
		return view.Reply{}, err
	}
	reply := view.Reply{Show: view.SubjectOf(p.Game)} // for the log
	if !p.Game.RanOut().IsZero() {
		loser, _ := p.Game.Loser()
		reply.Text = fmt.Sprintf("Match %d was already over: %s ran out of time.", id, view.PlayerName(loser.ID))
		return reply, nil
	}
	reply.Text = fmt.Sprintf("Done. I'll tell the players in %s: %s", view.ChannelLink(p.Game.Channel, p.Game.Server), endedText(p.Game))
	return reply, nil
})

// checkEnder refuses people who may not end a match. Managers of the server may and, if the server
// allows it, managers of the match's channel in that channel.
func checkEnder(ctx context.Context, env *core.Env, r *core.Request, id int64) error {
	if r.Room() == "" {
		return core.Refuse("Direct messages have no managers. You can end your own match with `/match resign`.")
	}
	if r.Manager {
		return nil
	}
	if may, err := moderates(ctx, env, r); err != nil {
		return err
	} else if !may {
		return core.Refuse("Only server managers can end other people's matches. You can end your own with `/match resign`.%s", r.Unproved())
	}
	g, err := env.Referee.Latest(ctx, r.Channel)
	if err != nil || g.ID != id {
		return core.Refuse("You can end only this channel's match, and match %d is elsewhere. Server managers can end any match.", id)
	}
	return nil
}

// moderates reports whether the speaker may end other people's matches and challenges in the
// channel.
func moderates(ctx context.Context, env *core.Env, r *core.Request) (bool, error) {
	if r.Server == "" {
		return false, nil
	}
	if r.Manager || !r.ChannelManager {
		return r.Manager, nil
	}
	all, err := env.SettingsHere(ctx, r)
	return all.ChannelsEnd, err
}

func completeMatchHere(ctx context.Context, env *core.Env, r *core.Request, _ string) []view.Choice {
	g, err := env.Referee.Current(ctx, r.Channel)
	if err != nil {
		return nil
	}
	number := strconv.FormatInt(g.ID, 10)
	return []view.Choice{{Label: number + ": the match in this channel", Value: number}}
}

const runningShown = 20

var matchesCommand = core.New("match list", core.Command{
	Summary: "List your running matches everywhere",
	Private: true,
}, func(ctx context.Context, env *core.Env, r *core.Request, _ *input.None) (view.Reply, error) {
	running, err := env.Referee.Running(ctx, r.By.ID, runningShown+1)
	if err != nil {
		return view.Reply{}, err
	}
	open, err := match.OpenChallengesBy(ctx, env.Store, r.By.ID, env.Referee.Now())
	if err != nil {
		return view.Reply{}, err
	}
	if len(running) == 0 && len(open) == 0 {
		return view.Reply{Text: "You aren't in a match right now. `/play` starts one."}, nil
	}
	card := &view.Card{Title: "Your running matches"}
	if len(running) > runningShown {
		running = running[:runningShown]
		card.Footer = fmt.Sprintf("These are the first %d.", runningShown)
	}
	core.SortByUrgency(running, r.By.ID)
	var lines []string
	for _, g := range running {
		lines = append(lines, core.RunningText(g, r.By.ID))
	}
	for _, c := range open {
		lines = append(lines, fmt.Sprintf("Your challenge to %s in %s: %s, open until %s",
			whom(c), view.ChannelLink(c.Channel, c.Server), env.GameName(c.Variant), view.Moment(c.Expires, view.Clock)))
	}
	card.Body, card.Menus = strings.Join(lines, "\n"), afarMenus(env, running, open, r.By.ID)
	return view.Reply{Card: card}, nil
})
