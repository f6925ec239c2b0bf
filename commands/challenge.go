package commands

import (
	"context"
	"strings"

	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage"
)

var challengeCommand = &Command{
	Name:    "challenge",
	Summary: "Challenge me or somebody else to a match in this channel",
	Options: []Option{
		variantOption("The game, such as end-nim"),
		{Name: "opponent", Summary: "Who is to play; leave it out to play me", Kind: Person},
		{Name: "open", Summary: "true: anyone may accept", Kind: Flag},
		{Name: "position", Summary: "The start, such as 3 5 2; leave it out for a random one", complete: completePosition},
		{Name: "level", Summary: "How well I play; perfect if you leave it out", Choices: []Choice{
			{Label: "Casual: I often err", Value: solver.Casual.String()},
			{Label: "Strong: I seldom err", Value: solver.Strong.String()},
			{Label: "Perfect: I never err", Value: solver.Perfect.String()},
		}},
		{Name: "first", Summary: "Who takes the first turn; random if you leave it out", Choices: []Choice{
			{Label: "I go first", Value: string(referee.FirstMe)},
			{Label: "My opponent goes first", Value: string(referee.FirstOpponent)},
			{Label: "A coin decides", Value: string(referee.FirstRandom)},
			{Label: "My opponent picks", Value: string(referee.FirstChoose)},
		}},
		{Name: "side", Summary: "Your side in a partizan game; left if you leave it out", Choices: []Choice{
			{Label: "I play Left", Value: string(referee.SideLeft)},
			{Label: "I play Right", Value: string(referee.SideRight)},
			{Label: "A coin decides", Value: string(referee.SideRandom)},
		}},
		{Name: "rated", Summary: "true: it counts for the ratings; between people a pair of games with swapped sides", Kind: Flag},
		{Name: "time", Summary: "Time for a turn between people, such as 10m, 2h or 1d; no limit if you leave it out"},
	},
	run: challenge,
}

func challenge(ctx context.Context, s *Service, r *Request) (Reply, error) {
	v, err := r.variant()
	if err != nil {
		return Reply{}, err
	}
	open, err := r.flag("open")
	if err != nil {
		return Reply{}, err
	}
	ask := referee.Ask{
		Channel:  r.Channel,
		Server:   r.Server,
		By:       r.By.player(),
		Variant:  v,
		Position: r.option("position"),
		First:    referee.First(strings.ToLower(r.option("first"))),
		Side:     referee.Side(strings.ToLower(r.option("side"))),
	}
	if ask.Side != "" && !v.Partizan {
		return Reply{}, refuse("`side:` is for partizan games: in %s both players have the same moves.", v.Name)
	}
	if ask.First == "" {
		ask.First = referee.FirstRandom
	}
	if ask.TurnTime, err = r.turnTime(); err != nil {
		return Reply{}, err
	}
	if ask.Rated, err = r.flag("rated"); err != nil {
		return Reply{}, err
	}
	if ask.Rated && ask.Position != "" {
		return Reply{}, refuse("A rated match starts from a generated position: leave `position:` out.")
	}
	opponent, named := r.People["opponent"]
	if named && open {
		return Reply{}, refuse("Name an opponent or leave the challenge open to anyone: one of the two.")
	}
	if !named && !open || opponent.ID == referee.BotID {
		return challengeBot(ctx, s, r, ask)
	}
	if opponent.Bot {
		return Reply{}, refuse("%s is a bot, and other bots don't play here. Challenge a person, or leave `opponent:` out to play me.", Mention(opponent.ID))
	}
	if r.option("level") != "" {
		return Reply{}, refuse("`level:` says how well I play: leave it out in a match between people.")
	}
	c, err := s.referee.Challenge(ctx, ask, opponent.player())
	if err != nil {
		return Reply{}, err
	}
	return s.challengeReply(c)
}

func challengeBot(ctx context.Context, s *Service, r *Request, ask referee.Ask) (Reply, error) {
	level := solver.Perfect
	if typed := r.option("level"); typed != "" {
		var err error
		if level, err = solver.ParseLevel(strings.ToLower(typed)); err != nil {
			return Reply{}, err
		}
	}
	if ask.TurnTime != 0 {
		return Reply{}, refuse("`time:` is for matches between people: I don't hurry anybody.")
	}
	if ask.Rated && level == solver.Perfect {
		return Reply{}, refuse("The perfect level is not rated: nobody can win a lost position against it. Add `level:strong` or `level:casual`.")
	}
	p, err := s.referee.ChallengeBot(ctx, ask, level)
	if err != nil {
		return Reply{}, err
	}
	return s.progressReply(ctx, r, p)
}

// player returns the user as the referee knows players.
func (u User) player() storage.Player { return storage.Player{ID: u.ID, Name: u.Name} }
