package commands

import (
	"context"
	"fmt"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/picture"
	"nimatron/solver"
	"nimatron/solver/explain"
)

const analyzeCommandName = "analyze"

var analyzeCommand = &Command{
	Name:    analyzeCommandName,
	Summary: "Say who wins from a position, how and why",
	Options: []Option{
		variantOption("The game, such as end-nim"),
		{Name: "position", Summary: "The position, such as 3 5 2", Required: true, complete: completePosition},
		{Name: "full", Summary: "true: the whole reason", Kind: Flag, Hidden: true},
		shareOption,
		proofOption,
	},
	Private:   true,
	Shareable: true,
	Costly:    true,
	run:       analyze,
}

func analyze(ctx context.Context, s *Service, r *Request) (view.Reply, error) {
	proof, err := r.flag(proofOption.Name)
	if err != nil {
		return view.Reply{}, err
	}
	v, err := s.variant(r)
	if err != nil {
		return view.Reply{}, err
	}
	position, err := v.Parse(r.option("position"), games.Left)
	if err != nil {
		return view.Reply{}, err
	}
	if err := s.referee.CheckAdvice(ctx, r.By.ID, v.Family.ID); err != nil {
		return view.Reply{}, err
	}
	if proof {
		return s.proofReply(ctx, v, position, fmt.Sprintf("Who wins %s from %s", v.Name, view.Code(position.String())))
	}
	a, err := s.solver.Analyze(ctx, v, position)
	if err != nil {
		return view.Reply{}, err
	}
	whole, err := r.flag("full")
	if err != nil {
		return view.Reply{}, err
	}
	if whole {
		card := wholeCard(a)
		if err := s.addValue(ctx, card, a); err != nil {
			return view.Reply{}, err
		}
		return view.Reply{Card: withShare(r, card)}, nil
	}
	reply := view.Reply{Card: analysisCard(a, s.lookOf(ctx, r))}
	view.OfferWhole(&reply, v, position, explain.FullAnalysis(a))
	withShare(r, withProof(r, a, reply.Card))
	s.withPage(reply.Card, v, position, nil)
	return reply, nil
}

// decidesText says in the reverse games who decides next, whom the reason calls you.
func decidesText(a *solver.Analysis) string {
	number := a.Position.Turn().Decision == games.NumberOnly
	switch {
	case number && a.Decides == solver.Owner:
		return " It is this player's own turn; below, they are called you."
	case number:
		return " It is the other player's turn; below, the one who decides is called you."
	case a.Decides == solver.Owner:
		return " This player decides next, and is called you below."
	case a.Decides == solver.Opponent:
		return " The other player decides next, and is called you below."
	}
	return ""
}

// shownMoves is how many winning moves an answer names.
const shownMoves = 20

func analysisCard(a *solver.Analysis, l view.Look) *view.Card {
	card := &view.Card{
		Title:   fmt.Sprintf("%s: %s", a.Variant.Name, words.Cut(a.Position.String(), 80)),
		Drawing: picture.Text(a.Position.Shape()),
		Picture: l.Of(view.AnalysisPicture(a, l.Style)),
	}
	card.Body = "**" + view.Sentence(explain.Verdict(a)) + "**" + decidesText(a)
	if len(a.Components) > 1 {
		card.Fields = append(card.Fields, view.Field{Name: "Components and their values", Value: words.Cut(explain.Components(a.Components), view.MaxField)})
	}
	if a.Weights != nil {
		card.Fields = append(card.Fields, view.Field{Name: "Weights", Value: explain.Weights(a.Weights) + " (" + explain.WeightRule + ")"})
	}
	if !a.Exact {
		return card
	}
	for _, list := range []struct {
		name  string
		moves solver.Moves
	}{{"Winning moves", a.Winning}, {"Winning moves of Left", a.Left}, {"Winning moves of Right", a.Right}} {
		if len(list.moves.List) > 0 {
			card.Fields = append(card.Fields, view.Field{Name: list.name, Value: listMoves(list.moves)})
		}
	}
	if a.GrundyKnown {
		card.Fields = append(card.Fields, view.Field{Name: "Grundy value", Value: fmt.Sprintf("%d (%s)", a.Grundy, explain.Grundy(a))})
	}
	card.Fields = append(card.Fields, view.Field{Name: "Why", Value: explain.Analysis(a)})
	card.Footer = solver.FamilyOf(a.Variant).Source(a.Variant)
	return card
}

// wholeCard shows the whole reason of an analysis.
func wholeCard(a *solver.Analysis) *view.Card {
	card := &view.Card{
		Title:  fmt.Sprintf("%s: %s, in full", a.Variant.Name, words.Cut(a.Position.String(), 80)),
		Body:   explain.Analysis(a),
		Footer: solver.FamilyOf(a.Variant).Source(a.Variant),
	}
	if whole := explain.FullAnalysis(a); len(whole) > 1 {
		card.Working = view.LayOut(whole[1:])
	}
	return card
}

// addValue adds what a position of a partizan or misère game is worth in sums, as far as that is
// known.
func (s *Service) addValue(ctx context.Context, card *view.Card, a *solver.Analysis) error {
	misere := a.Variant.Ending == games.Misere && !a.Variant.Reverse
	if !a.Exact || !a.Variant.Partizan && !misere {
		return nil
	}
	value, err := s.solver.NewValuer(solver.ValueBytes).Value(ctx, a.Variant, a.Position)
	if err != nil {
		return err
	}
	card.Fields = append(card.Fields, view.ValueFields(value)...)
	return nil
}

// listMoves lists the first few of some moves.
func listMoves(moves solver.Moves) string {
	text := view.MoveList(moves.List[:min(len(moves.List), shownMoves)], " ")
	if len(moves.List) > shownMoves || !moves.Complete {
		text += " and more"
	}
	return text
}
