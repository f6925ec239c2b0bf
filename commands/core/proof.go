package core

import (
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/referee/puzzle"
	"nimatron/solver"
	"nimatron/solver/explain"
)

// AnalyzeName is the command that proves who wins.
const AnalyzeName = "analyze"

// ProofOption asks for the certificate of an analysis in place of the words. A button sets it.
var ProofOption = Option{Name: "proof", Summary: "true: a proof that a program can check, as a file", Kind: Flag, Hidden: true}

// WithLossProof adds to the card of a wrong answer the action that proves the loss, if a search has
// found it. In other games the rule explains the loss.
func WithLossProof(v *games.Variant, a *puzzle.Answered, reply view.Reply) view.Reply {
	if after := a.Decision.Step.Position; solver.GuessesAt(v) && explain.Certified(v) && !games.Over(after) {
		reply.Card.Actions = append(reply.Card.Actions, view.Action{Label: "Proof", Command: AnalyzeName,
			Options: map[string]string{"variant": v.ID, "position": after.String(), ProofOption.Name: "true"}})
	}
	return reply
}
