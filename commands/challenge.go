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

// levelChoices are the bot's levels.
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

// sizeOption says how large a generated start is.
var sizeOption = Option{Name: "size", Summary: "How large a random starting position is; medium if you leave it out", Choices: sizeChoices()}

func sizeChoices() []view.Choice {
	var choices []view.Choice
	for _, size := range games.Sizes {
		name := size.String()
		choices = append(choices, view.Choice{Label: strings.ToUpper(name[:1]) + name[1:], Value: name})
	}
	return choices
}

// size reads the size of a generated start.
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
	if errors.As(err, &rule) && (rule.Code == referee.MatchRunning || rule.Code == referee.ChallengeAlreadyOpen) {
		return occupiedReply(r, rule), nil
	}
	return reply, err
}

// whichGame answers a challenge that names no game: with a form, or all games to choose from
// where none can be shown, or the front door where it says nothing else either.
func (s *Service) whichGame(ctx context.Context, r *Request, set *match.ServerSettings) (view.Reply, error) {
	if len(r.Options) == 0 {
		return s.door(ctx, r)
	}
	reply, err := s.challengeForm(r, set)
	reply.Text, reply.Card = "", view.WhichGame(s.referee.Catalog().All(), r.again(), r.People["opponent"].ID)
	return reply, err
}

// occupiedReply says what is going on in the channel in place of a new match, and where one
// can be played.
func occupiedReply(r *Request, rule *referee.Refusal) view.Reply {
	reply := view.RefusalReply(rule)
	reply.Result, reply.Card = view.ResultRefused, &view.Card{}
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
			return view.Reply{}, &referee.Refusal{Code: referee.TooManyOpen}
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
	if errors.As(err, &rule) && rule.Code == referee.MatchRunning {
		return view.Reply{}, refuse("We are playing in our direct messages already: %s. `/board` shows the match there.", link)
	}
	reply.To = view.Thread{Channel: channel, Pointer: "Your match is here: " + link, Private: true}
	return reply, err
}

// againstBot reports whether a challenge is to the bot.
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
	if err != nil {
		return view.Reply{}, err
	}
	return s.challengeReply(c)
}

// challengedVariant finds the game of a challenge, where what is set has the usual one. It is
// nil where none is named.
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
	if err != nil {
		return view.Reply{}, err
	}
	return s.progressReply(ctx, r, p)
}

// player returns the user as the referee knows players.
func (u User) player() match.Player { return match.Player{ID: u.ID, Name: u.Name} }

// challengeReply shows a challenge that is open, or how it was answered.
func (s *Service) challengeReply(c match.Challenge) (view.Reply, error) {
	v, err := s.referee.Catalog().Find(c.Variant)
	if err != nil {
		return view.Reply{}, err
	}
	return view.Challenge(c, v, s.usualStyle())
}
