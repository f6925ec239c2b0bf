package commands

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"nimatron/games"
	"nimatron/solver"
)

var rulesCommand = &Command{
	Name:    "rules",
	Summary: "Explain how a game is played and won",
	Options: []Option{variantOption("The game, such as end-nim")},
	Private: true,
	run: func(ctx context.Context, s *Service, r *Request) (Reply, error) {
		v, err := r.variant()
		if err != nil {
			return Reply{}, err
		}
		card := &Card{
			Title: v.Name,
			Body:  v.Rules.Summary,
			Fields: []Field{
				{"Your turn", v.Rules.Turn},
				{"The end", v.Rules.End},
				{"Writing moves", v.Rules.Moves},
			},
		}
		if t, ok := solver.TheoremOf(v); ok {
			card.Fields = append(card.Fields, Field{"Who wins", t.Text + " (" + t.Source + ")"})
		}
		card.Drawing, err = s.exampleMatch(ctx, v)
		if err != nil {
			return Reply{}, err
		}
		card.Fields = append(card.Fields, Field{"Try it", fmt.Sprintf("`/challenge variant:%s position:%s first:me`", v.ID, v.Rules.Example)})
		return Reply{Card: card}, nil
	},
}

// exampleLines bounds an example match.
const exampleLines = 12

// exampleMatch plays the game's example position out, both sides perfectly.
func (s *Service) exampleMatch(ctx context.Context, v *games.Variant) (string, error) {
	m, err := games.NewMatch(v, v.Rules.Example, games.Left)
	if err != nil {
		return "", err
	}
	names := map[games.Side]string{games.Left: "Ann", games.Right: "Bob"}
	if v.Partizan {
		names = map[games.Side]string{games.Left: sideName(games.Left), games.Right: sideName(games.Right)}
	}
	lines := []string{"An example from " + m.Start() + ":"}
	for len(lines) < exampleLines {
		winner, over := m.Winner()
		if over {
			lines = append(lines, names[winner]+" wins.")
			return strings.Join(lines, "\n"), nil
		}
		// Without errors nothing is drawn at random.
		step, err := s.referee.Solver().Choose(ctx, v, m.Position(), 0, rand.New(rand.NewPCG(0, 0)))
		if err != nil {
			return "", err
		}
		turn := m.Position().Turn()
		who := names[turn.Actor]
		if turn.Actor != turn.Owner {
			who += " for " + names[turn.Owner]
		}
		if m, _, err = m.Play(turn.Actor, step.Move); err != nil {
			return "", err
		}
		lines = append(lines, fmt.Sprintf("%-11s %-5s -> %s", who, step.Move, m.Position()))
	}
	return strings.Join(append(lines, "and so on"), "\n"), nil
}
