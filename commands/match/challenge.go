package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/match"
	"nimatron/referee"
)

var challengeCommand = core.New(input.Challenge, core.Command{
	Summary: "Challenge me or somebody else in this channel",
	Options: []core.Option{
		{Name: "first", Choices: []view.Choice{
			{Label: "I go first", Value: string(match.FirstMe)},
			{Label: "My opponent goes first", Value: string(match.FirstOpponent)},
			{Label: "A coin toss decides", Value: string(match.FirstRandom)},
			{Label: "My opponent chooses", Value: string(match.FirstChoose)},
		}},
		{Name: "side", Choices: []view.Choice{
			{Label: "I play Left", Value: string(match.SideLeft)},
			{Label: "I play Right", Value: string(match.SideRight)},
			{Label: "A coin toss decides", Value: string(match.SideRandom)},
			{Label: "Everybody here plays against me, by votes", Value: string(match.SideServer)},
		}},
		{Name: "against", Choices: opponents}, {Name: "terms", Choices: terms},
	},
}, func(ctx context.Context, env *core.Env, r *core.Request, in *input.ChallengeInput) (view.Reply, error) {
	if in.Terms != "" {
		unfold(in)
	}
	return challenge(ctx, env, r, in)
})

func challenge(ctx context.Context, env *core.Env, r *core.Request, in *input.ChallengeInput) (view.Reply, error) {
	set, err := env.CheckChannel(ctx, r, "I don't play matches")
	if err != nil {
		return view.Reply{}, err
	}
	if r.Private && !(againstBot(in) && in.Lesson == "") {
		return view.Reply{}, errPrivate
	}
	if in.Lesson != "" {
		return takeTest(ctx, env, r, in)
	}
	if in.Form {
		return challengeForm(env, r, in, &set)
	}
	if err := checkOpponent(r, in); err != nil {
		return view.Reply{}, err
	}
	v := in.Game
	switch {
	case v != nil:
	case set.Variant == "" && in.Side == match.SideServer:
		v = env.Referee.Catalog().All()[0]
	case set.Variant == "":
		return whichGame(ctx, env, r, in, &set)
	default:
		if v, err = env.Referee.Catalog().Find(set.Variant); err != nil {
			return view.Reply{}, err
		}
	}
	proposal := referee.Proposal{
		Channel:  r.Channel,
		Server:   r.Server,
		By:       r.By.Player(),
		Variant:  v,
		Position: string(in.Position),
		Size:     in.Size.Size(),
		First:    in.First,
		Side:     in.Side,
		TurnTime: time.Duration(in.Time),
		Rated:    in.Rated,
	}
	if strings.EqualFold(proposal.Position, input.ExampleStart) {
		proposal.Position = v.Rules.Example
	}
	if err = checkTerms(in, v); err == nil && in.Side == match.SideServer {
		err = togetherChallenge(r, in, &proposal)
	}
	switch {
	case err != nil:
		return view.Reply{}, err
	case in.Direct || r.Private:
		return challengeDirectly(ctx, env, r, in, &set, proposal)
	case in.Thread != nil && *in.Thread:
		return challengeInThread(ctx, env, r, in, &set, proposal)
	case in.Thread == nil && set.Threads && r.Threads != nil && r.Parent == "":
		reply, err := challengeInThread(ctx, env, r, in, &set, proposal)
		if !errors.As(err, new(noThreadError)) {
			return reply, err
		}
	}
	reply, err := challengeIn(ctx, env, r, in, &set, proposal)
	var rule *referee.Refusal
	if errors.As(err, &rule) && (rule.Words == referee.MatchRunning || rule.Words == referee.ChallengeAlreadyOpen) {
		return occupiedReply(r, in, rule), nil
	}
	return reply, err
}

// checkTerms refuses options that exclude each other.
func checkTerms(in *input.ChallengeInput, v *games.Variant) error {
	var wrong []error
	refuse := func(unless bool, text string, args ...any) {
		if !unless {
			wrong = append(wrong, core.Refuse(text, args...))
		}
	}
	server, bot := in.Side == match.SideServer, againstBot(in)
	refuse(in.Side == "" || v.Partizan || server, "`side:` is for partizan games. In %s both players have the same moves.", v.Name)
	refuse(in.Size == "" || in.Position == "", "`size:` is for random starting positions. Give `size:` or `position:`, not both.")
	refuse(in.Opponent.ID == "" || !in.Open, "A challenge is for one person or for everybody. Leave out `opponent:` or `open:`.")
	refuse(in.Level == "" || bot, "`level:` sets how well I play. Leave it out in a match between people.")
	refuse(in.Time == 0 || in.Rated || !bot || server, "`time:` is for rated matches and matches between people. In a casual match I won't rush you.")
	refuse(in.First == "" || !in.Rated || !bot, "In a rated pair each player goes first once, so leave out `first:`.")
	return core.Together(wrong...)
}

var errPrivate = core.Refuse(core.OnlyYouSee + " Challenge each other in your direct messages with each other, or on a server that has added me. `/play` in a direct message to me works too.")

func checkPlace(ctx context.Context, env *core.Env, r *core.Request) error {
	_, err := env.CheckChannel(ctx, r, "I don't play matches")
	if err == nil && r.Private {
		err = errPrivate
	}
	return err
}

// whichGame answers a challenge without a game. Without any option it shows the front door, else a
// form, or a list of games in fronts without forms.
func whichGame(ctx context.Context, env *core.Env, r *core.Request, in *input.ChallengeInput, set *match.ServerSettings) (view.Reply, error) {
	if *in == (input.ChallengeInput{}) {
		door := *r
		door.Ask(input.Play.Call())
		return env.Find(door.Command).Run(ctx, env, &door)
	}
	reply, err := challengeForm(env, r, in, set)
	reply.Text, reply.Card = "", view.WhichGame(env.Referee.Catalog().Games(), *in)
	return reply, err
}

// occupiedReply describes the match or challenge in an occupied channel, and offers other places to
// play.
func occupiedReply(r *core.Request, in *input.ChallengeInput, rule *referee.Refusal) view.Reply {
	reply := view.RefusalReply(rule)
	reply.Card = &view.Card{}
	if rule.Game != nil {
		if _, plays := rule.Game.SeatOf(r.By.ID); plays {
			reply.Text = fmt.Sprintf("You are already playing here: %s.", view.Matchup(rule.Game))
			reply.Card.Actions = []view.Action{{Label: "Show the board", Call: input.Board.Call(), Style: view.Primary}}
		}
	}
	offer := func(label string, there input.ChallengeInput) {
		reply.Card.Actions = append(reply.Card.Actions, view.Action{Label: label, Call: input.Challenge.With(there), Style: view.Success})
	}
	if there := *in; r.Threads != nil && r.Parent == "" && r.NoThreads == "" {
		there.Thread = new(true)
		offer("Play in a thread", there)
	}
	if there := *in; r.Threads != nil && againstBot(in) {
		there.Direct = true
		offer("Play in direct messages", there)
	}
	if len(reply.Card.Actions) == 0 && r.Server != "" {
		reply.Text += " You can also send me `/play` in a direct message."
	}
	return reply
}

// noThreadError is the refusal of a match in a thread, if it could be played here.
type noThreadError struct{ error }

func (e noThreadError) Unwrap() error { return e.error }

func noThread(why string) error {
	return noThreadError{core.Refuse("%s Leave out `thread:` to play in this channel, or send me `/play` in a direct message.", why)}
}

func challengeInThread(ctx context.Context, env *core.Env, r *core.Request, in *input.ChallengeInput, set *match.ServerSettings, proposal referee.Proposal) (view.Reply, error) {
	switch {
	case r.Threads == nil:
		return view.Reply{}, core.Refuse("There are no threads here, so leave out `thread:`.")
	case r.Parent != "":
		return view.Reply{}, core.Refuse("This is already a thread, so leave out `thread:`.")
	case r.NoThreads != "":
		return view.Reply{}, noThread(r.NoThreads)
	case r.ID != "" && env.Answered(ctx, r.ID) != "":
		return view.Reply{}, match.ErrDone
	}
	name := proposal.Variant.Name + ": " + r.By.Name
	opponent := in.Opponent
	if !againstBot(in) && opponent.ID != "" { // the name of the thread would show the opponent's
		if err := env.Referee.CheckTaken(ctx, proposal, opponent.Player()); err != nil {
			return view.Reply{}, err
		}
	}
	if opponent.Name != "" {
		name += " and " + opponent.Name
	}
	channel, err := r.Threads.Open(ctx, name)
	if err != nil {
		env.Log.Info("no thread was made", "channel", r.Channel, "err", err)
		var refused *core.NotDone
		if errors.As(err, &refused) {
			return view.Reply{}, noThread(refused.Why)
		}
		return view.Reply{}, noThread("I can't create a thread here at the moment.")
	}
	proposal.Channel = channel
	reply, err := challengeIn(ctx, env, r, in, set, proposal)
	if err != nil {
		r.Threads.Drop(ctx, channel)
		return view.Reply{}, err
	}
	reply.To = view.Thread{Channel: channel, Pointer: fmt.Sprintf("%s: %s", proposal.Variant.Name, view.ChannelLink(channel, r.Server))}
	if !slices.Contains(reply.Notify, r.By.ID) {
		reply.Notify = append(reply.Notify, r.By.ID) // the ping brings them there
	}
	return reply, nil
}

func challengeDirectly(ctx context.Context, env *core.Env, r *core.Request, in *input.ChallengeInput, set *match.ServerSettings, proposal referee.Proposal) (view.Reply, error) {
	switch {
	case r.Threads == nil || !againstBot(in):
		return view.Reply{}, core.Refuse("Send me `/play` in a direct message.")
	case r.ID != "" && env.Answered(ctx, r.ID) != "":
		return view.Reply{}, match.ErrDone
	}
	channel, err := r.Threads.Direct(ctx, r.By.ID, "Let's play here.")
	if err != nil {
		env.Log.Info("no direct message was taken", "err", err)
		return view.Reply{}, core.Refuse("I can't send you direct messages. Play in another channel or in a thread.")
	}
	proposal.Channel, proposal.Server = channel, ""
	link := view.ChannelLink(channel, "")
	reply, err := challengeIn(ctx, env, r, in, set, proposal)
	var rule *referee.Refusal
	if errors.As(err, &rule) && rule.Words == referee.MatchRunning {
		return view.Reply{}, core.Refuse("We are already playing in our direct messages: %s. `/match board` shows the match there.", link)
	}
	pointer := "Your match is here: " + link
	if r.Private {
		pointer = "Nobody but you can see my answers in this channel, so your match is in our direct messages: " + link
	}
	reply.To = view.Thread{Channel: channel, Pointer: pointer, Private: true}
	return reply, err
}

func againstBot(in *input.ChallengeInput) bool {
	return !in.Open && (in.Opponent.ID == "" || in.Opponent.ID == match.BotID)
}

func challengeIn(ctx context.Context, env *core.Env, r *core.Request, in *input.ChallengeInput, set *match.ServerSettings, proposal referee.Proposal) (view.Reply, error) {
	if againstBot(in) {
		return challengeBot(ctx, env, r, in, proposal, set.DefaultLevel())
	}
	if proposal.First == "" {
		proposal.First = match.FirstRandom
	}
	c, err := env.Referee.Challenge(ctx, proposal, in.Opponent.Player())
	reply, err := challengeReply(ctx, env, c, err)
	if err == nil && c.ToAnyone() && set.Seek != "" && c.Server != "" && env.MayCall(c.Server) {
		reply.Calls = set.Seek
		reply.Text += " " + view.RoleName(set.Seek)
	}
	return reply, err
}

func challengeBot(ctx context.Context, env *core.Env, r *core.Request, in *input.ChallengeInput, proposal referee.Proposal, level match.Level) (view.Reply, error) {
	// A game that people know by name begins for a newcomer as they hope: on the side that can win it.
	named := r.Called != nil && r.Called.Position != "" && r.Called.Position == proposal.Position && proposal.Leader.ID == ""
	if in.Level != "" {
		level = in.Level
	} else if in.Suited || named {
		suited, err := env.Referee.SuitedLevel(ctx, r.By.ID)
		if err != nil {
			return view.Reply{}, err
		}
		if in.Suited || suited == match.Easy {
			level = suited
		}
		if named && suited == match.Easy && in.First == "" && !proposal.Rated {
			proposal.First = match.FirstMe
			if r.Called.Second {
				proposal.First = match.FirstOpponent
			}
		}
	}
	if _, rated := level.Rating(); proposal.Rated && !rated {
		why := "it never lets a win slip"
		if level == match.Easy {
			why = "it makes too many mistakes"
		}
		return view.Reply{}, core.Refuse("Matches against the %s level can't be rated, because %s. Add `level:strong` or `level:casual`.", level, why)
	}
	p, err := env.Referee.ChallengeBot(ctx, proposal, level)
	return progressReply(ctx, env, r, p, err)
}

// challengeReply shows an open challenge, or how it was answered. It returns err if there is one.
func challengeReply(ctx context.Context, env *core.Env, c match.Challenge, err error) (view.Reply, error) {
	if err != nil {
		return view.Reply{}, err
	}
	v, err := env.Referee.Catalog().Find(c.Variant)
	if err != nil {
		return view.Reply{}, err
	}
	reply, err := challengeCard(c, v, env.UsualStyle())
	if err == nil && c.ToAnyone() && c.State == match.ChallengeOpen {
		set, err := env.Referee.ServerSettings(ctx, match.RoomOf(c.Channel, c.Server))
		if err == nil && set.Seek != "" {
			reply.Card.Actions = append(reply.Card.Actions, view.Action{Label: "Call me", Call: callMeName.Call()})
		}
		return reply, err
	}
	if err != nil || len(reply.Notify) == 0 {
		return reply, err
	}
	reply.Notify, err = pinged(ctx, env, challengeNotification, match.RoomOf(c.Channel, c.Server), reply.Notify[0])
	return reply, err
}

const callMeName input.Name[input.None] = "match call-me"

// callMeCommand gives the speaker the role that open challenges mention, or takes it.
var callMeCommand = core.New(callMeName, core.Command{Summary: "Be called to open challenges", Private: true, Tapped: true},
	func(ctx context.Context, env *core.Env, r *core.Request, _ *input.None) (view.Reply, error) {
		set, err := env.SettingsHere(ctx, r)
		switch {
		case err != nil:
			return view.Reply{}, err
		case set.Seek == "" || r.Role == nil:
			return view.Reply{}, core.Refuse("Open challenges call nobody here.")
		}
		has := slices.Contains(r.Roles, set.Seek)
		err = r.Role(ctx, set.Seek, !has)
		var refused *core.NotDone
		if errors.As(err, &refused) {
			return view.Reply{}, core.Refuse("%s", refused.Why)
		}
		text := "You now have the role %s: open challenges call it, at most once an hour. Press **Call me** again to leave it."
		if has {
			text = "You no longer have the role %s."
		}
		return view.Reply{Text: fmt.Sprintf(text, view.RoleName(set.Seek))}, err
	})

func pinged(ctx context.Context, env *core.Env, u *core.Notification, room, person string) ([]string, error) {
	here, err := env.Referee.ServerSettings(ctx, room)
	if err != nil {
		return nil, err
	}
	own, err := env.Store.PersonSettings(ctx, person)
	if err != nil || cmp.Or(own.Pings, here.Pings) == match.PingsOff {
		return nil, err
	}
	return u.Recipients(ctx, env, room, []string{person})
}

var acceptCommand = core.New(input.Accept, core.Command{
	Summary: "Accept the challenge in this channel",
	Options: []core.Option{{Name: "first", Choices: []view.Choice{
		{Label: "I go first", Value: string(match.FirstMe)},
		{Label: "The challenger goes first", Value: string(match.FirstOpponent)},
	}}},
}, func(ctx context.Context, env *core.Env, r *core.Request, in *input.AcceptInput) (view.Reply, error) {
	if err := checkChallenge(ctx, env, r); err != nil {
		return view.Reply{}, err
	}
	if err := checkPlace(ctx, env, r); err != nil {
		return view.Reply{}, err
	}
	p, err := env.Referee.Accept(ctx, r.Channel, r.By.Player(), in.First)
	return progressReply(ctx, env, r, p, err)
})

// checkChallenge refuses a button of a closed challenge, even if another one is open in the
// channel.
func checkChallenge(ctx context.Context, env *core.Env, r *core.Request) error {
	if r.Subject.Kind == view.NoSubject {
		return nil
	}
	c, err := env.Referee.OpenChallenge(ctx, r.Channel)
	if err != nil {
		return err
	}
	if r.Subject.Kind != view.ChallengeSubject || c.ID != r.Subject.ID {
		return &referee.Refusal{Words: referee.NoChallenge}
	}
	return nil
}

var declineCommand = core.New(input.Decline, core.Command{
	Summary: "Decline a challenge to you, or a takeback",
}, func(ctx context.Context, env *core.Env, r *core.Request, _ *input.None) (view.Reply, error) {
	if reply, asked, err := declineTakeback(ctx, env, r); asked {
		return reply, err
	}
	if err := checkChallenge(ctx, env, r); err != nil {
		return view.Reply{}, err
	}
	c, err := env.Referee.Decline(ctx, r.Channel, r.By.Player())
	reply, err := challengeReply(ctx, env, c, err)
	if c.State == match.ChallengeDeclined {
		reply.FollowUp = &view.Card{
			Body: "If you want no more challenges from " + view.PlayerName(c.Challenger.ID) +
				", block them. They aren't told.",
			Actions: []view.Action{{Label: "Block", Call: view.Blocked(c.Challenger.ID)}},
		}
	}
	return reply, err
})

// declineTakeback declines a takeback that was asked for. Asked is false if nobody did, and the request is about a
// challenge.
func declineTakeback(ctx context.Context, env *core.Env, r *core.Request) (reply view.Reply, asked bool, err error) {
	switch r.Subject.Kind {
	case view.ChallengeSubject:
		return reply, false, nil
	case view.MatchSubject:
		if reply, stale := outdatedReply(ctx, env, r); stale {
			return reply, true, nil
		}
	default:
		if g, err := env.Referee.Current(ctx, r.Channel); err != nil || g.Offer == match.Nobody {
			return reply, false, nil
		}
	}
	p, asker, err := env.Referee.DeclineTakeback(ctx, r.Channel, r.By.ID)
	if err != nil || p.Game.Finished() { // the clock was faster
		reply, err = progressReply(ctx, env, r, p, err)
		return reply, true, err
	}
	reply = boardReply(ctx, env, p.Game)
	if reply.Text = view.PlayerName(r.By.ID) + " declined the takeback."; p.Game.Player(asker).ID == r.By.ID {
		reply.Text = view.PlayerName(r.By.ID) + " no longer asks for the takeback."
	}
	return reply, true, nil
}

var cancelCommand = core.New(input.Cancel, core.Command{
	Summary: "Withdraw your challenge, or call off a match before the first move",
}, func(ctx context.Context, env *core.Env, r *core.Request, in *input.AfarInput) (view.Reply, error) {
	if in.Match != 0 {
		_, err := env.Referee.WithdrawChallenge(ctx, int64(in.Match), r.By.ID)
		return fromAfar("You withdrew your challenge.", err)
	}
	if err := checkChallenge(ctx, env, r); err != nil {
		return view.Reply{}, err
	}
	c, err := env.Referee.Cancel(ctx, r.Channel, r.By.Player())
	if errors.Is(err, &referee.Refusal{Words: referee.NotChallenger}) {
		return endChallenge(ctx, env, r, c, err)
	}
	if errors.Is(err, &referee.Refusal{Words: referee.NoChallenge}) && r.Subject.Kind == view.NoSubject {
		return cancelMatch(ctx, env, r, err)
	}
	return challengeReply(ctx, env, c, err)
})

func endChallenge(ctx context.Context, env *core.Env, r *core.Request, c match.Challenge, refused error) (view.Reply, error) {
	may, err := moderates(ctx, env, r)
	if err != nil {
		return view.Reply{}, err
	}
	if !may {
		return view.Reply{}, refused
	}
	c, err = env.Referee.EndChallenge(ctx, c)
	reply, err := challengeReply(ctx, env, c, err)
	reply.Text = fmt.Sprintf("A moderator withdrew %s's challenge.", view.PlayerName(c.Challenger.ID))
	return reply, err
}

func cancelMatch(ctx context.Context, env *core.Env, r *core.Request, noChallenge error) (view.Reply, error) {
	p, err := env.Referee.CancelMatch(ctx, r.Channel, r.By.ID)
	if errors.Is(err, errNoMatch) || errors.Is(err, &referee.Refusal{Words: referee.MatchFinished}) {
		return view.Reply{}, noChallenge
	}
	return progressReply(ctx, env, r, p, err)
}

var rematchCommand = core.New(input.Rematch, core.Command{
	Summary: "Play this channel's last match again with sides swapped",
}, func(ctx context.Context, env *core.Env, r *core.Request, _ *input.None) (view.Reply, error) {
	if err := checkPlace(ctx, env, r); err != nil {
		return view.Reply{}, err
	}
	if g, err := env.Referee.Latest(ctx, r.Channel); err == nil && g.Finished() && g.Shared() {
		return challenge(ctx, env, r, &input.ChallengeInput{
			Game: g.Play.Variant(), Side: match.SideServer, Size: input.SizeName(sizeOf(g).String()), Level: g.Level, Time: input.TurnTime(g.TurnTime),
		})
	}
	p, c, err := env.Referee.Rematch(ctx, r.Channel, r.Server, r.By.Player())
	if c != nil {
		return challengeReply(ctx, env, *c, err)
	}
	return progressReply(ctx, env, r, p, err)
})
