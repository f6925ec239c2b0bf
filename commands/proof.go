package commands

import (
	"fmt"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/solver"
)

// proofOption asks for the certificate of an analysis in place of the words. A button sets it.
var proofOption = Option{Name: "proof", Summary: "true: a proof that a program can check, as a file", Kind: Flag, Hidden: true}

// withProof adds the action that sends the certificate, where there is one.
func withProof(r *Request, a *solver.Analysis, card *Card) *Card {
	if !r.shared() && explain.Certified(a.Variant) {
		options := r.again()
		options[proofOption.Name] = "true"
		card.Actions = append(card.Actions, Action{Label: "Proof", Command: r.Command, Options: options})
	}
	return card
}

// proofReply sends the certificate of who wins p.
func proofReply(v *games.Variant, p games.Position) (Reply, error) {
	if !explain.Certified(v) {
		return Reply{}, refuse("There are no proofs of %s to send: who wins there is found by search. Games with a theorem have them, such as `end-nim`.", v.Name)
	}
	line, err := explain.AppendCertificate(nil, v, p)
	if err != nil {
		return Reply{}, err
	}
	return Reply{
		Text: fmt.Sprintf("Who wins %s from %s, as a program can check it: `nimatron verify -` does, and docs/certificates.md says how.",
			v.Name, code(p.String())),
		Files:   []File{{Name: "proof.json", Data: append(line, '\n')}},
		Private: true,
	}, nil
}
