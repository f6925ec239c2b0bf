package match

import (
	"context"
	"fmt"

	"nimatron/commands/core"
	"nimatron/commands/view"
	"nimatron/match"
)

var notifications = []*core.Notification{
	{Kind: match.TurnNotice, What: "it's your turn", Server: "default-pings", Person: "pings", Word: turnNotice},
	{Kind: match.ReminderNotice, What: "a quarter of your time is left", Server: core.ServerNews, Person: core.PersonNews, Least: match.NewsNeeded, Alone: true, Word: reminderNotice},
	{Kind: match.TimeUpNotice, What: "a match ended on time", Server: core.ServerNews, Person: core.PersonNews, Least: match.NewsNeeded, Word: timeUpNotice},
	{Kind: match.AbandonedNotice, What: "nobody continued a match", Server: core.ServerNews, Least: match.NewsNeeded, Word: endedNotice},
	{Kind: match.EndedNotice, What: "a moderator ended a match", Server: core.ServerNews, Person: core.PersonNews, Least: match.NewsNeeded, Word: endedNotice},
	{Kind: match.ExpiredNotice, What: "a challenge expired", Server: core.ServerNews, Least: match.NewsNeeded, Word: expiredNotice},
	{Kind: match.PairingNotice, What: "your tournament game starts", Server: core.ServerNews, Person: core.PersonNews, Least: match.NewsNeeded, Stays: true, Word: pairingNotice},
	followNotification,
	endNotification,
	challengeNotification,
	takebackNotification,
}

var (
	endNotification       = &core.Notification{What: "your opponent ended a match", Server: core.ServerNews, Person: core.PersonNews, Least: match.NewsNeeded}
	challengeNotification = &core.Notification{What: "a challenge to you, or its answer", Server: core.ServerNews, Person: core.PersonNews, Least: match.NewsNeeded}
	takebackNotification  = &core.Notification{What: "your opponent wants to take back", Server: core.ServerNews, Person: core.PersonNews, Least: match.NewsNeeded}
)

var subjects = map[match.SubjectKind]core.Subject{
	match.MatchSubject: {
		Server: func(ctx context.Context, env *core.Env, id int64) (string, error) {
			g, err := env.Referee.Game(ctx, id)
			if err != nil {
				return "", err
			}
			return g.Server, nil
		},
		Board: func(ctx context.Context, env *core.Env, id int64) (view.Reply, error) {
			g, err := env.Referee.Game(ctx, id)
			if err != nil {
				return view.Reply{}, err
			}
			e, _, err := env.Tournaments.EventOf(ctx, &g.Match)
			if err != nil { // without it the board would not ping the players of a pairing
				return view.Reply{}, err
			}
			reply := boardReplyIn(ctx, env, g, e)
			if !g.Finished() {
				reply.Follows, err = env.FollowsChat(ctx, match.RoomOf(g.Channel, g.Server))
				return reply, err
			}
			latest, err := env.Referee.Latest(ctx, g.Channel)
			if err == nil && latest.ID != g.ID && latest.Message == g.Message {
				err = match.ErrReplaced
			}
			reply.Closes = err == nil && latest.Finished()
			return reply, err
		},
	},
	match.ChallengeSubject: {
		Server: func(ctx context.Context, env *core.Env, id int64) (string, error) {
			c, err := match.ChallengeByID(ctx, env.Store, id)
			return c.Server, err
		},
		Board: func(ctx context.Context, env *core.Env, id int64) (view.Reply, error) {
			c, err := match.ChallengeByID(ctx, env.Store, id)
			return challengeReply(ctx, env, c, err)
		},
	},
}

func reminderNotice(ctx context.Context, env *core.Env, n match.Notice) (reply view.Reply, ok bool, err error) {
	g, err := env.Referee.Game(ctx, n.About.ID)
	if err != nil || !g.Reminded || !env.Referee.HasTime(g) {
		return view.Reply{}, false, err
	}
	actor := g.Actor().ID
	return view.Reply{
		Text:   fmt.Sprintf("%s, a quarter of your time is left in match %d. It ends %s.", view.PlayerName(actor), g.ID, view.Moment(g.Deadline, view.Relative)) + view.OpenBoard(g.ID),
		Notify: []string{actor},
	}, true, nil
}

func timeUpNotice(ctx context.Context, env *core.Env, n match.Notice) (reply view.Reply, ok bool, err error) {
	p, err := env.Referee.Ended(ctx, n.About.ID)
	reply, err = progressReply(ctx, env, &core.Request{}, p, err)
	return reply, err == nil, err
}

func isOver(ctx context.Context, env *core.Env, channel string) (bool, error) {
	latest, err := env.Referee.Latest(ctx, channel)
	return err == nil && latest.Finished(), err
}

func endedNotice(ctx context.Context, env *core.Env, n match.Notice) (reply view.Reply, ok bool, err error) {
	g, err := env.Referee.Game(ctx, n.About.ID)
	if err != nil {
		return view.Reply{}, false, err
	}
	reply = boardReply(ctx, env, g)
	if reply.Closes, err = isOver(ctx, env, g.Channel); err != nil { // the board may not have closed it, as there was none yet
		return view.Reply{}, false, err
	}
	reply.Text, reply.Notify = endedText(g), otherPeople(g, "")
	if n.Kind == match.AbandonedNotice {
		reply.Text, reply.Notify = fmt.Sprintf("Match %d ended without a winner because nobody continued it.", g.ID), nil
	}
	return reply, true, nil
}

func turnNotice(ctx context.Context, env *core.Env, n match.Notice) (reply view.Reply, ok bool, err error) {
	g, err := env.Referee.Game(ctx, n.About.ID)
	if err != nil || g.Finished() || g.Actor().IsBot() {
		return view.Reply{}, false, err
	}
	actor := g.Actor().ID
	audience, err := env.Referee.Audience(ctx, g)
	if err != nil || audience.PingsOf(g.Play.Position().Turn().Actor) != match.PingsDirect {
		return view.Reply{}, false, err
	}
	return view.Reply{
		Text:   fmt.Sprintf("%s, it's your turn in match %d: %s.", view.PlayerName(actor), g.ID, view.ChannelLink(g.Channel, g.Server)) + view.OpenBoard(g.ID),
		Notify: []string{actor},
		To:     view.Direct{Person: actor},
	}, true, nil
}

func pairingNotice(ctx context.Context, env *core.Env, n match.Notice) (reply view.Reply, ok bool, err error) {
	g, err := env.Referee.Game(ctx, n.About.ID)
	if err == nil && g.Finished() { // the notice is late, and the second game may be running
		g, err = env.Referee.Latest(ctx, n.Channel)
	}
	if err != nil || g.Finished() {
		return view.Reply{}, false, err
	}
	e, ok, err := env.Tournaments.EventOf(ctx, &g.Match)
	if err != nil || !ok {
		return view.Reply{}, false, err
	}
	reply = boardReplyIn(ctx, env, g, e)
	reply.Notify = otherPeople(g, e.Simul()) // the leader has a list of all boards
	reply.To = view.NewMessage{}
	return reply, true, nil
}

func expiredNotice(ctx context.Context, env *core.Env, n match.Notice) (reply view.Reply, ok bool, err error) {
	c, err := match.ChallengeByID(ctx, env.Store, n.About.ID)
	if err != nil || c.State != match.ChallengeExpired {
		return view.Reply{}, false, err
	}
	reply, err = challengeReply(ctx, env, c, nil)
	return reply, err == nil, err
}
