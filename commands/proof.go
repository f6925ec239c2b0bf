package commands

import (
	"context"
	"fmt"
	"strconv"

	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/judge"
	"nimatron/solver"
	"nimatron/solver/explain"
)

// proofOption asks for the certificate of an analysis in place of the words. A button sets it.
var proofOption = Option{Name: "proof", Summary: "true: a proof that a program can check, as a file", Kind: Flag, Hidden: true}

// proofTime is how long the proof of a board is looked for, less than its question may take, so
// that it can be said how far it came.
const proofTime = analyzeTime * 4 / 5

// withProof adds the action that sends the certificate, where there is one.
func withProof(r *Request, a *solver.Analysis, card *view.Card) *view.Card {
	if !r.shared() && a.Exact && explain.Certified(a.Variant) {
		options := r.again()
		options[proofOption.Name] = "true"
		card.Actions = append(card.Actions, view.Action{Label: "Proof", Command: r.Command, Options: options})
	}
	return card
}

// proofReply sends the certificate of who wins p; what says what it proves.
func (s *Service) proofReply(ctx context.Context, v *games.Variant, p games.Position, what string) (view.Reply, error) {
	limited, cancel := context.WithTimeout(ctx, proofTime)
	defer cancel()
	line, err := explain.AppendCertificate(limited, nil, &s.solver, v, p)
	switch {
	case ctx.Err() != nil:
		return view.Reply{}, ctx.Err()
	case err != nil:
		return view.Reply{}, refuse("%s", view.Sentence(err.Error()))
	}
	return view.Reply{
		Text:  fmt.Sprintf("%s, as a program can check it: `nimatron verify -` does.", what),
		Files: []view.File{{Name: "proof.json", Data: append(line, '\n')}},
		To:    view.Private{},
	}, nil
}

// withLossProof adds to the card of a wrong answer the action that proves that it loses, where that
// was found by search: elsewhere a rule says why.
func withLossProof(v *games.Variant, a *referee.Answered, reply view.Reply) view.Reply {
	if after := a.Decision.Step.Position; solver.GuessesAt(v) && explain.Certified(v) && !games.Over(after) {
		reply.Card.Actions = append(reply.Card.Actions, view.Action{Label: "Proof", Command: analyzeCommandName,
			Options: map[string]string{"variant": v.ID, "position": after.String(), proofOption.Name: "true"}})
	}
	return reply
}

// decidedAt returns the position that shows why somebody lost a match: the start, which could
// not be won, or the last position in which they had a win; move is its number then, else 0.
func decidedAt(g *referee.Game, review *judge.Review) (p games.Position, move int, ok bool) {
	winner, won := g.Winner.Side()
	if !won || !explain.Certified(g.Play.Variant()) {
		return nil, 0, false
	}
	switch cause, number := review.CauseOf(winner.Other()); cause {
	case judge.NeverWon:
		return g.Play.Start(), 0, true
	case judge.LetGo:
		return review.Decisions[number-1].Position, number, true
	}
	return nil, 0, false
}

// withMatchProof adds to the end of a match against the perfect level the action that proves
// that it could not have been won, or where it could.
func withMatchProof(g *referee.Game, review *judge.Review, card *view.Card) {
	winner, won := g.Victor()
	if _, _, ok := decidedAt(g, review); !ok || !won || !winner.IsBot() || g.Level != match.Perfect {
		return
	}
	card.Actions = append(card.Actions, view.Action{Label: "Proof", Command: "replay",
		Options: map[string]string{"match": strconv.FormatInt(g.ID, 10), proofOption.Name: "true"}})
}

// matchProof proves who had to win a match, where it was decided.
func (s *Service) matchProof(ctx context.Context, g *referee.Game, review *judge.Review) (view.Reply, error) {
	p, move, ok := decidedAt(g, review)
	if !ok {
		return view.Reply{}, refuse("There is no proof of match %d to send: nobody has lost it by a move or by its start, or that is not proved.", g.ID)
	}
	what := fmt.Sprintf("That match %d could not be won by its loser, from %s", g.ID, view.Code(p.String()))
	if move > 0 {
		what = fmt.Sprintf("That move %d of match %d could have won, from %s", move, g.ID, view.Code(p.String()))
	}
	return s.proofReply(ctx, g.Play.Variant(), p, what)
}
