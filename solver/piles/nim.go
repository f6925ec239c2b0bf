package piles

import (
	"nimatron/games"
	"nimatron/games/nim"
	"nimatron/solver/splits"
	"nimatron/solver/theory"
)

// Family is the theory of Nim.
var Family = &theory.Family{
	Theorem:   Nim{},
	Statement: func(v *games.Variant) string { return nimStatement(v.Ending) },
	Source: func(v *games.Variant) string {
		const paper = "Bouton, Nim, a game with a complete mathematical theory, 1901; "
		if v.Ending == games.Misere {
			return paper + theory.Proved("Theorem 3")
		}
		return paper + theory.Proved("Theorem 2")
	},
	Look:        theory.LookAtPile,
	Fickle:      splits.Family.Fickle,
	Certificate: splits.Family.Certificate,
}

// Nim decides Nim and misère Nim by Bouton's theorem: Theorems 2 and 3 of docs/theory/theory.md. They are
// Split-q-Nim without splits, except for their reasons.
type Nim struct{ splits.SplitNim }

// NimJustification justifies a verdict in Nim, as Split-q-Nim without splits.
type NimJustification struct{ splits.Justification }

// Reason describes the nim-sum and the move that makes it 0.
func (Nim) Reason(v *games.Variant, p games.Position, move games.Move) theory.Reason {
	return nimReason(v.Ending, p, p.(*nim.Board).Piles(), move)
}

func nimReason(ending games.Ending, p games.Position, piles []uint64, move games.Move) theory.Reason {
	reason := splits.Reason(ending, splits.Unsplit, p, piles, move)
	if g, ok := reason.Justification.(*splits.Justification); ok {
		reason.Justification = &NimJustification{*g}
	}
	return reason
}
