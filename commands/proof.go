package commands

import (
	"fmt"

	"nimatron/commands/view"
	"nimatron/explain"
	"nimatron/games"
	"nimatron/solver"
)

// proofOption asks for the certificate of an analysis in place of the words. A button sets it.
var proofOption = Option{Name: "proof", Summary: "true: a proof that a program can check, as a file", Kind: Flag, Hidden: true}

// withProof adds the action that sends the certificate, where there is one.
func withProof(r *Request, a *solver.Analysis, card *view.Card) *view.Card {
	if !r.shared() && explain.Certified(a.Variant) {
		options := r.again()
		options[proofOption.Name] = "true"
		card.Actions = append(card.Actions, view.Action{Label: "Proof", Command: r.Command, Options: options})
	}
	return card
}

// proofReply sends the certificate of who wins p.
func proofReply(v *games.Variant, p games.Position) (view.Reply, error) {
	if !explain.Certified(v) {
		return view.Reply{}, refuse("There are no proofs of %s to send: who wins there is found by search. Games with a theorem have them, such as `end-nim`.", v.Name)
	}
	line, err := explain.AppendCertificate(nil, v, p)
	if err != nil {
		return view.Reply{}, err
	}
	return view.Reply{
		Text: fmt.Sprintf("Who wins %s from %s, as a program can check it: `nimatron verify -` does.",
			v.Name, view.Code(p.String())),
		Files: []view.File{{Name: "proof.json", Data: append(line, '\n')}},
		To:    view.Private{},
	}, nil
}
