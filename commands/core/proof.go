package core

import (
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match/link"
	"nimatron/referee/puzzle"
	"nimatron/solver"
	"nimatron/solver/explain"
)

// WithLossProof adds to the card of a wrong answer the action that proves the loss, if a search has
// found it. In other games the rule explains the loss.
func WithLossProof(v *games.Variant, a *puzzle.Answered, reply view.Reply) view.Reply {
	if after := a.Decision.Step.Position; solver.GuessesAt(v) && explain.Certified(v) && !games.Over(after) {
		in := input.AnalyzeInput{PositionInput: input.PositionInput{Game: v, Position: input.Position(after.String())}, Proof: true}
		reply.Card.Actions = append(reply.Card.Actions, view.Action{Label: "Proof", Call: input.Analyze.With(in)})
	}
	return reply
}

// maxLink bounds a link's address on Discord, in characters.
const maxLink = 512

// WithPage links to a match or a position on the page for browsers. All of it is behind the # of
// the address, which no server receives: docs/page.md.
func WithPage(env *Env, card *view.Card, v *games.Variant, start games.Position, moves []games.Move) {
	if env.Page == "" {
		return
	}
	to := env.Page + link.Link{Variant: v.ID, Start: start.String(), First: start.Turn().Owner, Moves: words.Each(moves, games.Move.String)}.String()
	if len(to) <= maxLink {
		card.Links = append(card.Links, view.Link{Label: "Open in browser", To: to})
	}
}
