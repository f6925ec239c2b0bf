package commands

import (
	"context"
	"fmt"
	"strings"

	"nimatron/games"
	"nimatron/picture"
	"nimatron/solver"
)

var analyzeCommand = &Command{
	Name:    "analyze",
	Summary: "Say who wins a position, how, and why",
	Options: []Option{
		variantOption("The game, such as end-nim"),
		{Name: "position", Summary: "The position, such as 3 5 2", Required: true, complete: completePosition},
	},
	Private: true,
	run: func(ctx context.Context, s *Service, r *Request) (Reply, error) {
		v, err := r.variant()
		if err != nil {
			return Reply{}, err
		}
		position, err := v.Parse(r.option("position"), games.Left)
		if err != nil {
			return Reply{}, err
		}
		a, err := s.referee.Solver().Analyze(ctx, v, r.option("position"))
		if err != nil {
			return Reply{}, err
		}
		card := analysisCard(v, position, a)
		if a.Exact {
			reason, err := s.referee.Solver().Explain(ctx, v, position)
			if err != nil {
				return Reply{}, err
			}
			if len(reason.Steps) > 0 {
				card.Drawing += "\n\n" + working(reason)
			}
			card.Footer = reason.Source
		}
		return Reply{Card: card}, nil
	},
}

// shownMoves is how many winning moves an answer names.
const shownMoves = 20

func analysisCard(v *games.Variant, p games.Position, a *solver.Analysis) *Card {
	card := &Card{
		Title:   fmt.Sprintf("%s: %s", v.Name, clip(a.Position, 80)),
		Drawing: picture.Text(p.Picture()),
	}
	card.Body = "**" + a.Verdict() + ".**"
	switch a.Decides {
	case "owner":
		card.Body += " The player whose turn it is decides next."
	case "opponent":
		card.Body += " The opponent of the player whose turn it is decides next."
	}
	if !a.Exact {
		return card
	}
	for _, list := range []struct {
		name  string
		moves []string
	}{{"Winning moves", a.Winning}, {"Winning moves of Left", a.Left}, {"Winning moves of Right", a.Right}} {
		if len(list.moves) > 0 {
			card.Fields = append(card.Fields, Field{list.name, listMoves(list.moves, a.WinningComplete)})
		}
	}
	if a.GrundyKnown {
		card.Fields = append(card.Fields, Field{"Grundy value", fmt.Sprint(a.Grundy)})
	}
	card.Fields = append(card.Fields, Field{"Why", clip(a.Why, maxField)})
	return card
}

// listMoves names the first of some moves; complete says whether they are all.
func listMoves(moves []string, complete bool) string {
	shown := moves[:min(len(moves), shownMoves)]
	text := "`" + strings.Join(shown, "` `") + "`"
	if len(shown) < len(moves) || !complete {
		text += " and more"
	}
	return text
}
