package match

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/match"
	"nimatron/referee"
)

// formOption opens the form of a challenge. Buttons, menus of people and context commands set it to
// true. Other options, such as variant and opponent, preset the form.
var formOption = core.Option{Name: "form", Summary: "Choose in a form", Kind: core.Flag, Hidden: true}

// A form has room for five inputs, so two of them stand for several options.
var (
	againstOption = core.Option{Name: "against", Summary: "The opponent, if nobody is named", Hidden: true, Choices: []view.Choice{
		{Label: "Me, easy", Value: string(match.Easy), Detail: "I make mistakes all the time"},
		{Label: "Me, casual", Value: string(match.Casual), Detail: "I often make mistakes"},
		{Label: "Me, strong", Value: string(match.Strong), Detail: "I seldom make mistakes"},
		{Label: "Me, perfect", Value: string(match.Perfect), Detail: "I never make mistakes"},
		{Label: "Anyone here", Value: againstAnyone, Detail: "The first person to accept"},
	}}
	termsOption = core.Option{Name: "terms", Summary: "Rated or casual, and the time per turn", Hidden: true, Choices: []view.Choice{
		{Label: "Casual, no clock", Value: "fun"},
		{Label: "Casual, 10 minutes per turn", Value: "fun 10m", Detail: "Between people"},
		{Label: "Casual, 1 day per turn", Value: "fun 1d", Detail: "Between people"},
		{Label: "Rated, 2 minutes per turn", Value: "rated 2m", Detail: "Two games, with sides swapped"},
		{Label: "Rated, 10 minutes per turn", Value: "rated 10m", Detail: "Two games, with sides swapped"},
		{Label: "Rated, 1 day per turn", Value: "rated 1d", Detail: "Two games, with sides swapped"},
	}}
)

const againstAnyone = "anyone"

// filledIn reports whether the request is a form of a challenge that was filled in.
func filledIn(r *core.Request) bool { return r.Option(termsOption.Name) != "" }

// challengeFilledIn makes the challenge of a submitted form. A refusal offers to open the form
// again.
func challengeFilledIn(ctx context.Context, env *core.Env, r *core.Request) (view.Reply, error) {
	r.Options = unfolded(r)
	reply, err := challenge(ctx, env, r)
	if err == nil || errors.Is(err, match.ErrDone) {
		return reply, err
	}
	if reply = env.AnswerError(ctx, r, err); reply.Result == view.ResultRefused && reply.Card == nil {
		options := map[string]string{formOption.Name: "true", "game": r.Option("game")}
		if opponent, named := r.People["opponent"]; named {
			options["opponent"] = opponent.ID
		}
		reply.Card = &view.Card{Actions: []view.Action{{Label: "Change the challenge", Command: r.Command, Options: options, Style: view.Primary}}}
	}
	return reply, nil
}

// unfolded replaces the options of the form by the options that they stand for.
func unfolded(r *core.Request) map[string]string {
	options := maps.Clone(r.Options)
	opponent, named := r.People["opponent"]
	switch against := r.Option(againstOption.Name); {
	case against == againstAnyone:
		options["open"] = "true"
	case against != "" && (!named || opponent.ID == match.BotID):
		options["level"] = against
	}
	rated, time, timed := strings.Cut(r.Option(termsOption.Name), " ")
	if rated == "rated" {
		options["rated"] = "true"
	}
	if timed {
		options["time"] = time
	}
	return options
}

func challengeForm(env *core.Env, r *core.Request, set *match.ServerSettings) (view.Reply, error) {
	opponent, named := r.People["opponent"]
	if err := checkOpponent(r); err != nil {
		return view.Reply{}, err
	}
	usual, err := env.Referee.Catalog().Find(cmp.Or(r.Option("game"), set.Variant, core.UsualVariant))
	if err != nil {
		return view.Reply{}, err
	}
	f := &view.Form{Title: "Challenge", Command: r.Command, Options: maps.Clone(r.Options), Inputs: []view.Input{
		{Option: "game", Label: "Game", Choices: env.GameChoices(usual), Value: usual.ID, Required: true},
	}}
	who := view.Input{Option: "opponent", Label: "Opponent", People: true}
	against := view.Input{
		Option: againstOption.Name, Label: "Opponent, if you name nobody", Choices: againstOption.Choices,
		Value: cmp.Or(r.Option("level"), string(set.DefaultLevel())), Required: true,
	}
	switch {
	case named && opponent.ID != match.BotID:
		who.Value, who.Required = opponent.ID, true
		f.Inputs = append(f.Inputs, who)
	case named:
		against.Label = "Opponent"
		f.Inputs = append(f.Inputs, against)
	default:
		who.Help, who.Example = "Leave this empty to play me, or to let anyone accept.", "Nobody"
		f.Inputs = append(f.Inputs, who, against)
	}
	if r.Option("position") == "" {
		f.Inputs = append(f.Inputs, view.Input{
			Option: "size", Label: "Size", Choices: core.SizeOption.Choices, Value: cmp.Or(r.Option("size"), games.Medium.String()), Required: true,
		})
	}
	f.Inputs = append(f.Inputs, view.Input{
		Option: termsOption.Name, Label: "Rated or casual, and how fast?", Choices: termsOption.Choices, Value: termsOption.Choices[0].Value, Required: true,
	})
	for _, name := range []string{formOption.Name, "opponent", "level"} {
		delete(f.Options, name)
	}
	for _, in := range f.Inputs {
		delete(f.Options, in.Option)
	}
	return view.Reply{
		Text: "Add what you want, such as `/challenge game:" + usual.ID + " size:small level:strong`. " +
			"`opponent:` names a person, `open:true` lets anyone accept, `rated:true` makes it rated, and `time:1d` sets the time per turn.",
		Form: f, To: view.Private{},
	}, nil
}

func checkOpponent(r *core.Request) error {
	opponent, named := r.People["opponent"]
	switch {
	case !named && r.Option("opponent") != "":
		return core.Refuse("I don't know who %s is. Name a person with `opponent:`, or leave it out to play me.", games.Quote(r.Option("opponent")))
	case named && opponent.ID == r.By.ID:
		return &referee.Refusal{Words: referee.SelfChallenge}
	case opponent.Bot:
		return core.Refuse("%s is a bot, and other bots can't play here. Challenge a person, or leave out `opponent:` to play me.", view.Mention(opponent.ID))
	}
	return nil
}
