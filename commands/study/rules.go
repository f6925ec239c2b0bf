package study

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/match"
	"nimatron/solver"
)

var rulesCommand = core.New(input.Rules, core.Command{
	Summary: "Explain how to play a game and win",
	Private: true,
}, func(ctx context.Context, env *core.Env, r *core.Request, in *input.RulesInput) (view.Reply, error) {
	v, l := in.Game, env.LookOf(ctx, r)
	if v == nil {
		g, err := env.Referee.Latest(ctx, r.Channel)
		if err != nil {
			menus := view.GamesMenus(env.Referee.Catalog().Games(), input.Rules.Call())
			return view.Reply{Card: &view.Card{Title: "Which game?", Menus: menus}}, nil
		}
		v = g.Play.Variant()
	}
	example, err := v.Parse(v.Rules.Example, games.Left)
	if err != nil {
		return view.Reply{}, err
	}
	played, err := exampleMatch(ctx, env, v)
	if err != nil {
		return view.Reply{}, err
	}
	card := view.PositionCard(example, view.ShapePicture(example, l.Style), l)
	card.Title, card.Body, card.Footer = v.Name, v.Rules.Summary, ""
	card.Fields = []view.Field{
		{Name: "Your turn", Value: v.Rules.Turn},
		{Name: "The end", Value: v.Rules.End},
		{Name: "An example", Value: played},
		{Name: "Writing moves", Value: v.Rules.Moves},
	}
	known := solver.FamilyOf(v)
	if statement := known.Statement(v); statement != "" {
		card.Fields = append(card.Fields, view.Field{Name: "Who wins", Value: statement + " (" + known.Source(v) + ")"})
	}
	try := input.ChallengeInput{Game: v, Position: input.ExampleStart, First: match.FirstMe}
	card.Actions = []view.Action{{Label: "Try it", Call: input.Challenge.With(try), Style: view.Success}}
	return view.Reply{Card: card}, nil
})

// winsSearched bounds the winning moves that an example chooses from.
const winsSearched = 2000

const exampleTurns = 11

// exampleMatch plays the example position of a game out, both sides perfectly. If that takes too
// long to read, the loser hurries.
func exampleMatch(ctx context.Context, env *core.Env, v *games.Variant) (string, error) {
	text, over, err := playExample(ctx, env, v, false)
	if err == nil && !over {
		text, _, err = playExample(ctx, env, v, true)
	}
	return text, err
}

func playExample(ctx context.Context, env *core.Env, v *games.Variant, hurry bool) (text string, over bool, err error) {
	m, err := games.NewMatch(v, v.Rules.Example, games.Left)
	if err != nil {
		return "", false, err
	}
	names := map[games.Side]string{games.Left: "Ann", games.Right: "Bob"}
	if v.Partizan {
		names = map[games.Side]string{games.Left: games.Left.Name(), games.Right: games.Right.Name()}
	}
	var lines []string
	split := false // the example has shown one
	for range exampleTurns {
		if winner, over := m.Winner(); over {
			return strings.Join(append(lines, names[winner]+" wins."), "\n"), true, nil
		}
		move, err := exampleDecision(ctx, env, v, m.Position(), hurry, !split)
		if err != nil {
			return "", false, err
		}
		split = split || move.Kind == games.Split
		turn := m.Position().Turn()
		who := names[turn.Actor]
		if turn.Actor != turn.Owner {
			who += " for " + names[turn.Owner]
		}
		if m, err = m.Play(turn.Actor, move); err != nil {
			return "", false, err
		}
		lines = append(lines, fmt.Sprintf("%s %s.", who, v.Say(m.Start(), move)))
	}
	if winner, over := m.Winner(); over {
		return strings.Join(append(lines, names[winner]+" wins."), "\n"), true, nil
	}
	return strings.Join(append(lines, "And so on."), "\n"), false, nil
}

// exampleDecision is a move of the perfect level. A winning split comes first if the example has
// shown none yet. A loser in a hurry takes a whole pile.
func exampleDecision(ctx context.Context, env *core.Env, v *games.Variant, p games.Position, hurry, split bool) (games.Move, error) {
	winning, _, err := env.Referee.Solver().Winning(ctx, v, p, winsSearched)
	if err != nil && !errors.Is(err, solver.ErrBudget) {
		return games.Move{}, err
	}
	if i := slices.IndexFunc(winning, func(m games.Move) bool { return m.Kind == games.Split }); split && i >= 0 {
		return winning[i], nil
	}
	if places := p.Places(); len(winning) == 0 && hurry && len(places) > 0 {
		all, err := p.Read(places[0].Name + " all")
		if err == nil {
			_, err = p.Play(all)
		}
		if err == nil {
			return all, nil
		}
	}
	if len(winning) > 0 {
		best := winning[0]
		for _, move := range winning {
			if move.Count > best.Count {
				best = move
			}
		}
		return best, nil
	}
	// Perfect play needs no random numbers.
	step, err := env.Referee.Solver().Choose(ctx, v, p, 0, rand.New(rand.NewPCG(0, 0)))
	return step.Move, err
}
