package commands

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/match"
	"nimatron/referee"
)

var levelChoices = []view.Choice{
	{Label: "Casual: I often make mistakes", Value: string(match.Casual)},
	{Label: "Strong: I seldom make mistakes", Value: string(match.Strong)},
	{Label: "Perfect: I never make mistakes", Value: string(match.Perfect)},
}

var challengeCommand = &Command{
	Name:    view.ChallengeName,
	Summary: "Challenge me or somebody else to a match in this channel",
	Options: []Option{
		{Name: "variant", Summary: "The game, such as end-nim; left out: this server's usual one, or you choose", Word: true, complete: completeVariant},
		{Name: "opponent", Summary: "Whom to challenge; leave it out to play me", Kind: Person},
		{Name: "open", Summary: "true: anyone may accept", Kind: Flag},
		{Name: "position", Summary: "The starting position, such as 3 5 2; random if you leave it out", complete: completePosition},
		sizeOption,
		{Name: "level", Summary: "How well I play; casual if you leave it out, unless this server has another usual level", Choices: levelChoices},
		{Name: "first", Summary: "Who takes the first turn; left out: a coin toss, or against me the turn you can win from", Choices: []view.Choice{
			{Label: "I go first", Value: string(match.FirstMe)},
			{Label: "My opponent goes first", Value: string(match.FirstOpponent)},
			{Label: "A coin toss decides", Value: string(match.FirstRandom)},
			{Label: "My opponent picks", Value: string(match.FirstChoose)},
		}},
		{Name: "side", Summary: "Your side in a partizan game; left if you leave it out", Choices: []view.Choice{
			{Label: "I play Left", Value: string(match.SideLeft)},
			{Label: "I play Right", Value: string(match.SideRight)},
			{Label: "A coin toss decides", Value: string(match.SideRandom)},
		}},
		{Name: "rated", Summary: "true: it counts for the ratings, as two games with sides swapped", Kind: Flag},
		{Name: "thread", Summary: "true: play in a thread of its own", Kind: Flag},
		{Name: "time", Summary: "Time per turn, such as 2m, 2h or 1d; no limit if you leave it out, 1d in a rated match"},
		{Name: "lesson", Summary: "The lesson whose test it is", Hidden: true},
		{Name: "direct", Summary: "true: play me in a direct message", Kind: Flag, Hidden: true},
		formOption,
		againstOption,
		termsOption,
	},
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		if r.filledIn() {
			return s.challengeFilledIn(ctx, r)
		}
		return challenge(ctx, s, r)
	},
}

var sizeOption = Option{Name: "size", Summary: "How large a random starting position is; medium if you leave it out", Choices: sizeChoices()}

func sizeChoices() []view.Choice {
	var choices []view.Choice
	for _, size := range games.Sizes {
		name := size.String()
		choices = append(choices, view.Choice{Label: strings.ToUpper(name[:1]) + name[1:], Value: name})
	}
	return choices
}

func (r *Request) size() (games.Size, error) {
	switch typed := r.option("size"); {
	case typed == "":
		return games.Medium, nil
	case r.option("position") != "":
		return 0, refuse("`size:` is for a random starting position: leave it out, or leave `position:` out.")
	default:
		return games.ParseSize(typed)
	}
}

func challenge(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
	set, err := s.checkChannel(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	if id := r.option("lesson"); id != "" {
		return s.takeTest(ctx, r, id)
	}
	form, err := r.flag(formOption.Name)
	if err != nil {
		return view.Reply{}, err
	}
	if form {
		return s.challengeForm(r, &set)
	}
	if err := r.checkOpponent(); err != nil {
		return view.Reply{}, err
	}
	v, err := s.challengedVariant(r, &set)
	if err != nil {
		return view.Reply{}, err
	}
	if v == nil {
		return s.whichGame(ctx, r, &set)
	}
	open, err := r.flag("open")
	if err != nil {
		return view.Reply{}, err
	}
	proposal := referee.Proposal{
		Channel:  r.Channel,
		Server:   r.Server,
		By:       r.By.player(),
		Variant:  v,
		Position: r.option("position"),
		First:    match.FirstChoice(strings.ToLower(r.option("first"))),
		Side:     match.SideChoice(strings.ToLower(r.option("side"))),
	}
	if proposal.Side != "" && !v.Partizan {
		return view.Reply{}, refuse("`side:` is for partizan games: in %s both players have the same moves.", v.Name)
	}
	if proposal.Size, err = r.size(); err != nil {
		return view.Reply{}, err
	}
	if proposal.TurnTime, err = r.turnTime(); err != nil {
		return view.Reply{}, err
	}
	if proposal.Rated, err = r.flag("rated"); err != nil {
		return view.Reply{}, err
	}
	thread, err := r.flag("thread")
	if err != nil {
		return view.Reply{}, err
	}
	if direct, err := r.flag("direct"); direct || err != nil {
		if err != nil {
			return view.Reply{}, err
		}
		return s.challengeDirectly(ctx, r, &set, proposal)
	}
	if thread || r.option("thread") == "" && set.Threads && r.Threads != nil && r.Parent == "" {
		return s.challengeInThread(ctx, r, &set, proposal, open)
	}
	reply, err := s.challengeIn(ctx, r, &set, proposal, open)
	var rule *referee.Refusal
	if errors.As(err, &rule) && (rule.Words == referee.MatchRunning || rule.Words == referee.ChallengeAlreadyOpen) {
		return occupiedReply(r, rule), nil
	}
	return reply, err
}

// whichGame answers a challenge without a game. Without any option it shows the front door, else a
// form, or a list of games in fronts without forms.
func (s *Service) whichGame(ctx context.Context, r *Request, set *match.ServerSettings) (view.Reply, error) {
	if len(r.Options) == 0 {
		return s.door(ctx, r)
	}
	reply, err := s.challengeForm(r, set)
	reply.Text, reply.Card = "", view.WhichGame(s.referee.Catalog().All(), r.again(), r.People["opponent"].ID)
	return reply, err
}

// occupiedReply says what goes on in an occupied channel, and offers other places to play.
func occupiedReply(r *Request, rule *referee.Refusal) view.Reply {
	reply := view.RefusalReply(rule)
	reply.Card = &view.Card{}
	if rule.Game != nil {
		if _, plays := rule.Game.SeatOf(r.By.ID); plays {
			reply.Text = fmt.Sprintf("You are playing in this channel already: %s.", view.Matchup(rule.Game))
			reply.Card.Actions = []view.Action{{Label: "Show the board", Command: boardCommand.Name, Style: view.Primary}}
		}
	}
	offer := func(label, how string) {
		options := r.again()
		for _, name := range []string{againstOption.Name, termsOption.Name} { // they are unfolded
			delete(options, name)
		}
		options[how] = "true"
		reply.Card.Actions = append(reply.Card.Actions, view.Action{Label: label, Command: r.Command, Options: options, Style: view.Success})
	}
	if r.Threads != nil && r.Parent == "" {
		offer("Play in a thread", "thread")
	}
	if r.Threads != nil && againstBot(r) {
		offer("Play in a direct message", "direct")
	}
	if len(reply.Card.Actions) == 0 && r.Server != "" {
		reply.Text += " You can also write `/play` to me in a direct message."
	}
	return reply
}

// challengeInThread is challengeIn in a thread that is made for it.
func (s *Service) challengeInThread(ctx context.Context, r *Request, set *match.ServerSettings, proposal referee.Proposal, open bool) (view.Reply, error) {
	switch {
	case r.Threads == nil:
		return view.Reply{}, refuse("There are no threads here: leave `thread:` out.")
	case r.Parent != "":
		return view.Reply{}, refuse("This is a thread already: leave `thread:` out.")
	case r.ID != "" && s.answered(ctx, r.ID) != "":
		return view.Reply{}, match.ErrDone
	}
	if proposal.Position != "" { // before anybody sees a thread
		if _, err := games.NewMatch(proposal.Variant, proposal.Position, games.Left); err != nil {
			return view.Reply{}, err
		}
	}
	name := proposal.Variant.Name + ": " + r.By.Name
	opponent := r.People["opponent"]
	if opponent.Name != "" {
		name += " and " + opponent.Name
	}
	if open || opponent.ID != "" && opponent.ID != match.BotID {
		waiting, err := s.referee.OpenChallengesOf(ctx, r.By.ID)
		if err != nil {
			return view.Reply{}, err
		}
		if len(waiting) >= match.MaxOpenChallenges {
			return view.Reply{}, &referee.Refusal{Words: referee.TooManyOpen}
		}
	}
	channel, err := r.Threads.Open(ctx, name)
	if err != nil {
		s.log.Info("no thread was made", "channel", r.Channel, "err", err)
		return view.Reply{}, refuse("I can't make a thread here: I need the permission to create public threads and to write in them. Leave `thread:` out to play in this channel, or write `/play` to me in a direct message.")
	}
	proposal.Channel = channel
	reply, err := s.challengeIn(ctx, r, set, proposal, open)
	if err != nil {
		r.Threads.Drop(ctx, channel)
		return view.Reply{}, err
	}
	reply.To = view.Thread{Channel: channel, Pointer: fmt.Sprintf("%s: %s", proposal.Variant.Name, view.ChannelLink(channel, r.Server))}
	if !slices.Contains(reply.Notify, r.By.ID) {
		reply.Notify = append(reply.Notify, r.By.ID) // which brings them there
	}
	return reply, nil
}

// challengeDirectly starts a match against the bot in a direct message.
func (s *Service) challengeDirectly(ctx context.Context, r *Request, set *match.ServerSettings, proposal referee.Proposal) (view.Reply, error) {
	switch {
	case r.Threads == nil || !againstBot(r):
		return view.Reply{}, refuse("Write `/play` to me in a direct message.")
	case r.ID != "" && s.answered(ctx, r.ID) != "":
		return view.Reply{}, match.ErrDone
	}
	channel, err := r.Threads.Direct(ctx, r.By.ID, "Let us play here.")
	if err != nil {
		s.log.Info("no direct message was taken", "err", err)
		return view.Reply{}, refuse("You accept no direct messages from me. Play in another channel, or in a thread.")
	}
	proposal.Channel, proposal.Server = channel, ""
	link := view.ChannelLink(channel, "")
	reply, err := s.challengeIn(ctx, r, set, proposal, false)
	var rule *referee.Refusal
	if errors.As(err, &rule) && rule.Words == referee.MatchRunning {
		return view.Reply{}, refuse("We are playing in our direct messages already: %s. `/board` shows the match there.", link)
	}
	reply.To = view.Thread{Channel: channel, Pointer: "Your match is here: " + link, Private: true}
	return reply, err
}

func againstBot(r *Request) bool {
	open, _ := r.flag("open")
	opponent := r.People["opponent"]
	return !open && (opponent.ID == "" || opponent.ID == match.BotID)
}

// challengeIn makes a challenge in the channel of a proposal.
func (s *Service) challengeIn(ctx context.Context, r *Request, set *match.ServerSettings, proposal referee.Proposal, open bool) (view.Reply, error) {
	opponent, named := r.People["opponent"]
	if named && open {
		return view.Reply{}, refuse("Name an opponent, or open the challenge to anyone with `open:true`, but not both.")
	}
	if !named && !open || opponent.ID == match.BotID {
		return challengeBot(ctx, s, r, proposal, set.DefaultLevel())
	}
	if r.option("level") != "" {
		return view.Reply{}, refuse("`level:` says how well I play: leave it out in a match between people.")
	}
	if proposal.First == "" {
		proposal.First = match.FirstRandom
	}
	c, err := s.referee.Challenge(ctx, proposal, opponent.player())
	return s.challengeReply(c, err)
}

// challengedVariant finds the game of a challenge, or the usual one of the server. It is nil if
// there is neither.
func (s *Service) challengedVariant(r *Request, set *match.ServerSettings) (*games.Variant, error) {
	switch {
	case r.option("variant") != "":
		return s.variant(r)
	case set.Variant == "":
		return nil, nil
	}
	return s.referee.Catalog().Find(set.Variant)
}

func challengeBot(ctx context.Context, s *Service, r *Request, proposal referee.Proposal, level match.Level) (view.Reply, error) {
	if typed := r.option("level"); typed != "" {
		var err error
		if level, err = match.ParseLevel(typed); err != nil {
			return view.Reply{}, err
		}
	}
	if proposal.TurnTime != 0 && !proposal.Rated {
		return view.Reply{}, refuse("`time:` is for matches between people and for rated ones: in a casual match I won't rush you.")
	}
	if proposal.Rated && r.option("first") != "" {
		return view.Reply{}, refuse("In a rated pair each of us goes first once: leave `first:` out.")
	}
	if _, rated := level.Rating(); proposal.Rated && !rated {
		return view.Reply{}, refuse("Matches against the perfect level are not rated: nobody can win a lost position against it. Add `level:strong` or `level:casual`.")
	}
	p, err := s.referee.ChallengeBot(ctx, proposal, level)
	return s.progressReply(ctx, r, p, err)
}

// player returns the user as the referee knows players.
func (u User) player() match.Player { return match.Player{ID: u.ID, Name: u.Name} }

// challengeReply shows an open challenge, or how it was answered. It returns err if there is one.
func (s *Service) challengeReply(c match.Challenge, err error) (view.Reply, error) {
	if err != nil {
		return view.Reply{}, err
	}
	v, err := s.referee.Catalog().Find(c.Variant)
	if err != nil {
		return view.Reply{}, err
	}
	return view.Challenge(c, v, s.usualStyle())
}

var acceptCommand = &Command{
	Name:    "accept",
	Summary: "Accept the challenge in this channel",
	Options: []Option{
		{Name: "first", Summary: "Who goes first, if the challenge lets you pick", Hidden: true, Choices: []view.Choice{
			{Label: "I go first", Value: string(match.FirstMe)},
			{Label: "The challenger goes first", Value: string(match.FirstOpponent)},
		}},
	},
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		if err := s.checkChallenge(ctx, r); err != nil {
			return view.Reply{}, err
		}
		if _, err := s.checkChannel(ctx, r); err != nil {
			return view.Reply{}, err
		}
		p, err := s.referee.Accept(ctx, r.Channel, r.By.player(), match.FirstChoice(r.option("first")))
		return s.progressReply(ctx, r, p, err)
	},
}

// checkChallenge refuses a button of a closed challenge, even if another one is open in the
// channel.
func (s *Service) checkChallenge(ctx context.Context, r *Request) error {
	if r.Subject.Kind == view.NoSubject {
		return nil
	}
	c, err := s.referee.OpenChallenge(ctx, r.Channel)
	if err != nil {
		return err
	}
	if r.Subject.Kind != view.ChallengeSubject || c.ID != r.Subject.ID {
		return &referee.Refusal{Words: referee.NoChallenge}
	}
	return nil
}

var declineCommand = &Command{
	Name:    "decline",
	Summary: "Decline the challenge that was made to you",
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		if err := s.checkChallenge(ctx, r); err != nil {
			return view.Reply{}, err
		}
		c, err := s.referee.Decline(ctx, r.Channel, r.By.player())
		return s.challengeReply(c, err)
	},
}

var cancelCommand = &Command{
	Name:    "cancel",
	Summary: "Withdraw your challenge, or call off a match in which nobody has moved",
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		if err := s.checkChallenge(ctx, r); err != nil {
			return view.Reply{}, err
		}
		c, err := s.referee.Cancel(ctx, r.Channel, r.By.player())
		if errors.Is(err, &referee.Refusal{Words: referee.NotChallenger}) {
			return s.endChallenge(ctx, r, c, err)
		}
		if errors.Is(err, &referee.Refusal{Words: referee.NoChallenge}) && r.Subject.Kind == view.NoSubject {
			return s.cancelMatch(ctx, r, err)
		}
		return s.challengeReply(c, err)
	},
}

// endChallenge ends another person's challenge for a moderator; others stay refused.
func (s *Service) endChallenge(ctx context.Context, r *Request, c match.Challenge, refused error) (view.Reply, error) {
	may, err := s.moderates(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	if !may {
		return view.Reply{}, refused
	}
	c, err = s.referee.EndChallenge(ctx, c)
	reply, err := s.challengeReply(c, err)
	reply.Text = fmt.Sprintf("A moderator has ended %s's challenge.", view.PlayerName(c.Challenger.ID))
	return reply, err
}

// cancelMatch ends a match before its first move. Without a match, the refusal is that there is no
// challenge.
func (s *Service) cancelMatch(ctx context.Context, r *Request, noChallenge error) (view.Reply, error) {
	p, err := s.referee.CancelMatch(ctx, r.Channel, r.By.ID)
	if errors.Is(err, errNoMatch) || errors.Is(err, &referee.Refusal{Words: referee.MatchFinished}) {
		return view.Reply{}, noChallenge
	}
	return s.progressReply(ctx, r, p, err)
}

var rematchCommand = &Command{
	Name:    "rematch",
	Summary: "Play this channel's last match again, with sides swapped",
	run: func(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
		if _, err := s.checkChannel(ctx, r); err != nil {
			return view.Reply{}, err
		}
		p, c, err := s.referee.Rematch(ctx, r.Channel, r.Server, r.By.player())
		if c != nil {
			return s.challengeReply(*c, err)
		}
		return s.progressReply(ctx, r, p, err)
	},
}
