package commands

import (
	"context"
	"strings"

	"nimatron/match"
	"nimatron/referee"
)

var challengeCommand = &Command{
	Name:    "challenge",
	Summary: "Challenge me or somebody else to a match in this channel",
	Options: []Option{
		variantOption("The game, such as end-nim"),
		{Name: "opponent", Summary: "Whom to challenge; leave it out to play me", Kind: Person},
		{Name: "open", Summary: "true: anyone may accept", Kind: Flag},
		{Name: "position", Summary: "The starting position, such as 3 5 2; random if you leave it out", complete: completePosition},
		{Name: "level", Summary: "How well I play; perfect if you leave it out", Choices: []Choice{
			{Label: "Casual: I often make mistakes", Value: string(match.Casual)},
			{Label: "Strong: I seldom make mistakes", Value: string(match.Strong)},
			{Label: "Perfect: I never make mistakes", Value: string(match.Perfect)},
		}},
		{Name: "first", Summary: "Who takes the first turn; random if you leave it out", Choices: []Choice{
			{Label: "I go first", Value: string(match.FirstMe)},
			{Label: "My opponent goes first", Value: string(match.FirstOpponent)},
			{Label: "A coin toss decides", Value: string(match.FirstRandom)},
			{Label: "My opponent picks", Value: string(match.FirstChoose)},
		}},
		{Name: "side", Summary: "Your side in a partizan game; left if you leave it out", Choices: []Choice{
			{Label: "I play Left", Value: string(match.SideLeft)},
			{Label: "I play Right", Value: string(match.SideRight)},
			{Label: "A coin toss decides", Value: string(match.SideRandom)},
		}},
		{Name: "rated", Summary: "true: it counts for the ratings, as two games with sides swapped", Kind: Flag},
		{Name: "time", Summary: "Time per turn, such as 2m, 2h or 1d; no limit if you leave it out, 1d in a rated match"},
	},
	run: challenge,
}

func challenge(ctx context.Context, s *Service, r *Request) (Reply, error) {
	v, err := s.variant(r)
	if err != nil {
		return Reply{}, err
	}
	open, err := r.flag("open")
	if err != nil {
		return Reply{}, err
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
		return Reply{}, refuse("`side:` is for partizan games: in %s both players have the same moves.", v.Name)
	}
	if proposal.First == "" {
		proposal.First = match.FirstRandom
	}
	if proposal.TurnTime, err = r.turnTime(); err != nil {
		return Reply{}, err
	}
	if proposal.Rated, err = r.flag("rated"); err != nil {
		return Reply{}, err
	}
	opponent, named := r.People["opponent"]
	if named && open {
		return Reply{}, refuse("Name an opponent, or open the challenge to anyone with `open:true`, but not both.")
	}
	if !named && !open || opponent.ID == match.BotID {
		return challengeBot(ctx, s, r, proposal)
	}
	if opponent.Bot {
		return Reply{}, refuse("%s is a bot, and other bots don't play here. Challenge a person, or leave `opponent:` out to play me.", Mention(opponent.ID))
	}
	if r.option("level") != "" {
		return Reply{}, refuse("`level:` says how well I play: leave it out in a match between people.")
	}
	c, err := s.referee.Challenge(ctx, proposal, opponent.player())
	if err != nil {
		return Reply{}, err
	}
	return s.challengeReply(c)
}

func challengeBot(ctx context.Context, s *Service, r *Request, proposal referee.Proposal) (Reply, error) {
	level := match.Perfect
	if typed := r.option("level"); typed != "" {
		var err error
		if level, err = match.ParseLevel(typed); err != nil {
			return Reply{}, err
		}
	}
	if proposal.TurnTime != 0 && !proposal.Rated {
		return Reply{}, refuse("`time:` is for matches between people and for rated ones: in a casual match I won't rush you.")
	}
	if proposal.Rated && r.option("first") != "" {
		return Reply{}, refuse("In a rated pair each of us goes first once: leave `first:` out.")
	}
	if _, rated := level.Rating(); proposal.Rated && !rated {
		return Reply{}, refuse("Matches against the perfect level are not rated: nobody can win a lost position against it. Add `level:strong` or `level:casual`.")
	}
	p, err := s.referee.ChallengeBot(ctx, proposal, level)
	if err != nil {
		return Reply{}, err
	}
	return s.progressReply(ctx, r, p)
}

// player returns the user as the referee knows players.
func (u User) player() match.Player { return match.Player{ID: u.ID, Name: u.Name} }
