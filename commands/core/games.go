package core

import (
	"context"
	"slices"
	"strings"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
)

// LevelChoices are the levels of the bot.
var LevelChoices = []view.Choice{
	{Label: "Easy: I make mistakes all the time", Value: string(match.Easy)},
	{Label: "Casual: I often make mistakes", Value: string(match.Casual)},
	{Label: "Strong: I seldom make mistakes", Value: string(match.Strong)},
	{Label: "Perfect: I never make mistakes", Value: string(match.Perfect)},
}

// SizeOption is the size of a random start.
var SizeOption = Option{Name: "size", Summary: "Size of a random starting position (default: medium)", Choices: words.Each(games.Sizes[:], func(size games.Size) view.Choice {
	return view.Choice{Label: view.SentenceStart(size.String()), Value: size.String()}
})}

// Size reads [SizeOption]; medium if it is left out.
func (r *Request) Size() (games.Size, error) {
	switch typed := r.Option("size"); {
	case typed == "":
		return games.Medium, nil
	case r.Option("position") != "":
		return 0, Refuse("`size:` is for random starting positions. Give `size:` or `position:`, not both.")
	default:
		return games.ParseSize(typed)
	}
}

// GameChoices lists the games, one of them though it is not listed elsewhere.
func (env *Env) GameChoices(usual *games.Variant) []view.Choice {
	all := env.Referee.Catalog().All()
	if !slices.ContainsFunc(all, func(v *games.Variant) bool { return v.ID == usual.ID }) {
		all = append([]*games.Variant{usual}, all...)
	}
	return words.Each(all[:min(len(all), view.MaxChoices)], func(v *games.Variant) view.Choice {
		return view.Choice{Label: v.Name, Value: v.ID, Detail: v.Rules.Summary}
	})
}

// VariantOption names a game, completed from the catalog.
func VariantOption(summary string) Option {
	return Option{Name: "game", Summary: summary, Required: true, Word: true, Complete: CompleteVariant}
}

// Variant finds the game that the option "game" names.
func (env *Env) Variant(r *Request) (*games.Variant, error) {
	return env.Referee.Catalog().Find(r.Option("game"))
}

// CompleteVariant offers the games whose id or name contains what is typed.
func CompleteVariant(_ context.Context, env *Env, _ *Request, typed string) []view.Choice {
	typed = strings.ToLower(strings.TrimSpace(typed))
	var choices []view.Choice
	listed := false
	for _, v := range env.Referee.Catalog().All() {
		listed = listed || v.ID == typed
		if strings.Contains(v.ID, typed) || strings.Contains(strings.ToLower(v.Name), typed) {
			choices = append(choices, view.Choice{Label: v.Name, Value: v.ID})
		}
	}
	// A game with a parameter is not listed until it is fully written.
	if v, err := env.Referee.Catalog().Find(typed); err == nil && !listed {
		choices = append(choices, view.Choice{Label: v.Name, Value: v.ID})
	}
	return choices
}

// CompletePosition offers the example of the game that is chosen already.
func CompletePosition(_ context.Context, env *Env, r *Request, typed string) []view.Choice {
	v, err := env.Variant(r)
	if err != nil || !strings.HasPrefix(v.Rules.Example, typed) {
		return nil
	}
	return []view.Choice{{Label: v.Rules.Example, Value: v.Rules.Example}}
}

// GameName is the name of a game, or its id if the game no longer exists.
func (env *Env) GameName(id string) string {
	if v, err := env.Referee.Catalog().Find(id); err == nil {
		return v.Name
	}
	return id
}

// UsualVariant is the game in examples when none was named.
const UsualVariant = "end-nim"
