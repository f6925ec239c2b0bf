package commands

import (
	"context"
	"fmt"
	"strings"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/picture"
	"nimatron/report"
	"nimatron/solver"
)

const analyzeCommandName = "analyze"

var analyzeCommand = &Command{
	Name:    analyzeCommandName,
	Summary: "Say who wins from a position, how and why",
	Options: []Option{
		variantOption("The game, such as end-nim"),
		{Name: "position", Summary: "The position, such as 3 5 2", Required: true, complete: completePosition},
		shareOption,
		proofOption,
	},
	Private:   true,
	Shareable: true,
	Costly:    true,
	run: func(ctx context.Context, s *Service, r *Request) (Reply, error) {
		proof, err := r.flag(proofOption.Name)
		if err != nil {
			return Reply{}, err
		}
		v, err := s.adviceVariant(ctx, r)
		if err != nil {
			return Reply{}, err
		}
		position, err := v.Parse(r.option("position"), games.Left)
		if err != nil {
			return Reply{}, err
		}
		if proof {
			return proofReply(v, position)
		}
		a, err := s.solver.Analyze(ctx, v, position)
		if err != nil {
			return Reply{}, err
		}
		return Reply{Card: withShare(r, withProof(r, a, analysisCard(a, s.lookOf(ctx, r))))}, nil
	},
}

// shownMoves is how many winning moves an answer names.
const shownMoves = 20

func analysisCard(a *solver.Analysis, l look) *Card {
	card := &Card{
		Title:   fmt.Sprintf("%s: %s", a.Variant.Name, words.Cut(a.Position.String(), 80)),
		Drawing: picture.Text(a.Position.Shape()),
		Picture: l.of(analysisPicture(a, l.Style)),
	}
	card.Body = "**" + report.Verdict(a) + ".**"
	switch a.Decides {
	case solver.Owner:
		card.Body += " The player whose turn it is decides next."
	case solver.Opponent:
		card.Body += " The opponent of the player whose turn it is decides next."
	}
	if len(a.Components) > 1 {
		card.Fields = append(card.Fields, Field{"Components and their values", words.Cut(report.Components(a.Components), maxField)})
	}
	if !a.Exact {
		return card
	}
	for _, list := range []struct {
		name  string
		moves solver.Moves
	}{{"Winning moves", a.Winning}, {"Winning moves of Left", a.Left}, {"Winning moves of Right", a.Right}} {
		if len(list.moves.List) > 0 {
			card.Fields = append(card.Fields, Field{list.name, listMoves(list.moves)})
		}
	}
	if a.GrundyKnown {
		card.Fields = append(card.Fields, Field{"Grundy value", fmt.Sprint(a.Grundy)})
	}
	card.Fields = append(card.Fields, Field{"Why", words.Cut(a.Reason.Short, maxField)})
	if steps := a.Reason.Steps(); len(steps) > 0 {
		card.Working = layOutSteps(steps)
	}
	card.Footer = a.Reason.Source
	return card
}

// listMoves lists the first few of some moves.
func listMoves(moves solver.Moves) string {
	text := moveList(moves.List[:min(len(moves.List), shownMoves)], " ")
	if len(moves.List) > shownMoves || !moves.Complete {
		text += " and more"
	}
	return text
}

// moveList lists moves with a separator between them.
func moveList(moves []games.Move, separator string) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = "`" + m.String() + "`"
	}
	return strings.Join(texts, separator)
}
