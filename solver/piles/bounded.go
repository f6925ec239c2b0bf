package piles

import (
	"slices"

	"nimatron/games"
	"nimatron/games/nim"
	"nimatron/solver/splits"
	"nimatron/solver/theory"
)

// BoundedFamily is the theory of Bounded Nim.
var BoundedFamily = &theory.Family{
	Theorem:   Bounded{},
	Statement: boundedStatement,
	Source: func(v *games.Variant) string {
		if v.Ending == games.Misere {
			return theory.Proved("Theorem 46")
		}
		return "Berlekamp, Conway and Guy, Winning Ways, 1982, chapter 4; " + theory.Proved("Theorem 45")
	},
	Look:        theory.LookAtPile,
	Fickle:      splits.Family.Fickle,
	Certificate: splits.Family.Certificate,
}

// Bounded decides Bounded Nim by Theorems 45 and 46 of docs/theory/theory.md: Nim with the remainders of
// the piles.
type Bounded struct{ splits.SplitNim }

// Rounds is the rule for piles that all count 0, possibly after the winning move. Each move is answered in
// the same pile, so that both take K + 1. In misère play it is about one pile, which then counts 1.
const Rounds theory.Rule = "rounds"

// BoundedJustification justifies a verdict in Bounded Nim by the remainders of the piles.
type BoundedJustification struct {
	splits.Justification
	Round uint64
}

// Reason describes the remainders and the move that makes their nim-sum 0. Without a pile above K
// the game is Nim.
func (Bounded) Reason(v *games.Variant, p games.Position, move games.Move) theory.Reason {
	b := p.(*nim.Board)
	if len(b.Piles()) == 0 || slices.Max(b.Piles()) <= b.Most() {
		return nimReason(v.Ending, p, b.Piles(), move)
	}
	reason := splits.Reason(v.Ending, splits.OfBoard(b), p, b.Piles(), move)
	g := &BoundedJustification{*reason.Justification.(*splits.Justification), b.Most() + 1}
	left := g.Leaves()
	over := slices.ContainsFunc(left, func(n uint64) bool { return n%g.Round > 0 })
	switch {
	case g.Kind == theory.RuleWhole:
	case !over || v.Ending == games.Misere && len(left) == 1 || g.Round == 2:
		g.Kind = Rounds
	case g.Kind == theory.RulePairs && v.Ending == games.Misere:
		g.Kind = theory.RuleColumns
	}
	reason.Justification = g
	return reason
}
