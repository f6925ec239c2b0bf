package piles

import (
	"slices"

	"nimatron/games"
	"nimatron/games/nim"
	"nimatron/solver/theory"
)

// NimJustification justifies a verdict in Nim. Under misère play Pairs and Columns hold until one pile is
// above 1. The winner then leaves an odd number of 1s.
type NimJustification struct {
	Kind   theory.Rule // Pairs, Columns, Ones or theory.RuleWhole
	Ending games.Ending
	// Piles are those that are not empty; they must not be changed.
	Piles []uint64
	// NimSum is the nim-sum of Piles, Single the number of piles of 1, Larger the number of the
	// others.
	NimSum         uint64
	Single, Larger int
	// The winning move cuts a pile of From counters to To.
	From, To    uint64
	SingleAfter int
}

// Rule returns the rule used.
func (g *NimJustification) Rule() theory.Rule { return g.Kind }

// Reason describes the nim-sum and the move that makes it 0.
func (Nim) Reason(v *games.Variant, p games.Position, move games.Move) theory.Reason {
	return nimReason(v.Ending, p, p.(*nim.Board).Piles(), move)
}

func nimReason(ending games.Ending, p games.Position, piles []uint64, move games.Move) theory.Reason {
	c := censusOf(piles)
	reason := theory.Reason{Claim: theory.ClaimOf(p, !nimLost(ending, c))}
	if len(piles) == 0 {
		return reason
	}
	g := &NimJustification{Ending: ending, Piles: games.Filled(piles), NimSum: c.xor, Single: c.ones, Larger: c.big}
	after := c
	if reason.Claim == theory.CanWin {
		if move == (games.Move{}) {
			move = firstNimMove(ending, piles, c)
		}
		g.From = piles[move.Index]
		g.To = g.From - move.Count
		reason.Move, after = move, c.without(g.From, g.To)
	}
	g.SingleAfter = after.ones
	switch {
	case ending == games.Misere && after.big == 0:
		g.Kind = theory.RuleOnes
	case after.big+after.ones == 0:
		g.Kind = theory.RuleWhole
	case theory.InPairs(g.leaves()):
		g.Kind = theory.RulePairs
	default:
		g.Kind = theory.RuleColumns
	}
	reason.Justification = g
	return reason
}

// leaves returns the piles of the lost position: those after the winning move, or all.
func (g *NimJustification) leaves() []uint64 {
	left := slices.Clone(g.Piles)
	if g.From > 0 {
		left[slices.Index(left, g.From)] = g.To
	}
	return games.Filled(left)
}

func firstNimMove(ending games.Ending, piles []uint64, c census) games.Move {
	for i, n := range piles {
		if target, ok := nimTarget(ending, c, n); ok {
			return games.TakePile(i, n-target)
		}
	}
	panic("piles: a won Nim position without a winning move") // Bouton's theorem
}
