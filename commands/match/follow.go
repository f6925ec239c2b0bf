package match

import (
	"context"
	"errors"
	"fmt"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/match"
	"nimatron/referee"
)

var followCommand = core.New(input.Follow, core.Command{
	Summary: "Get a direct message when this channel's match ends (again: stop)",
	Private: true,
}, func(ctx context.Context, env *core.Env, r *core.Request, _ *input.None) (view.Reply, error) {
	g, err := env.Referee.Current(ctx, r.Channel)
	if err != nil {
		return view.Reply{}, err
	}
	if r.Subject.Kind == view.MatchSubject && r.Subject.ID != g.ID {
		return view.Reply{}, &referee.Refusal{Words: referee.Outdated, Game: g}
	}
	g, follows, err := env.Referee.Follow(ctx, r.Channel, r.By.Player())
	if err != nil {
		return view.Reply{}, err
	}
	wanting, err := followNotification.Recipients(ctx, env, r.Room(), []string{r.By.ID})
	if err != nil {
		return view.Reply{}, err
	}
	text := fmt.Sprintf("You stopped following match %d.", g.ID)
	switch {
	case !follows:
	case len(wanting) == 0:
		text = fmt.Sprintf("You are following match %d, but these messages are turned off by %s or in your `/settings me`.", g.ID, core.RoomName(r))
	default:
		text = fmt.Sprintf("You are following match %d. I'll send you a direct message when it ends.", g.ID)
	}
	return view.Reply{Text: text, Card: &view.Card{Actions: []view.Action{followAction(g, follows)}}, To: view.UpdateEphemeral{}}, nil
})

var followNotification = &core.Notification{Kind: match.FollowNotice, What: "a match you follow ended", Server: core.ServerNews,
	Person: core.PersonNews, Least: match.NewsNeeded, Alone: true, Word: followNotice}

func followNotice(ctx context.Context, env *core.Env, n match.Notice) (reply view.Reply, ok bool, err error) {
	g, err := env.Referee.Game(ctx, n.About.ID)
	if err == nil {
		err = env.Referee.CheckWatcher(ctx, g, n.Message)
	}
	var blocked *referee.Refusal
	if errors.As(err, &blocked) || err == nil && !g.Finished() {
		return view.Reply{}, false, nil
	}
	if err != nil {
		return view.Reply{}, false, err
	}
	pair, _, err := pairText(ctx, env, g)
	if err != nil {
		return view.Reply{}, false, err
	}
	return view.Reply{
		Text: fmt.Sprintf("%s, the match you are following is over: %s in %s, match %d.\n%s%s", view.PlayerName(n.Message),
			view.Matchup(g), view.ChannelLink(g.Channel, g.Server), g.ID, view.ResultText(g), pair),
		Notify: []string{n.Message},
		To:     view.Direct{Person: n.Message, Alone: true},
	}, true, nil
}
