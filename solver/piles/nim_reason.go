package piles

import (
	"slices"

	"nimatron/games"
	"nimatron/games/nim"
	"nimatron/solver/theory"
)

// The rules of Nim and misère Nim.
const (
	// Pairs: of every size there is an even number of piles, after the move of a won
	// position. Every move is answered by the same in an equal pile.
	Pairs theory.Rule = "pairs"
	// Columns: the nim-sum is 0, after the move of a won position. Every move is
	// answered by one that makes it 0 again.
	Columns theory.Rule = "columns"
	// Ones, in misère play: only piles of 1 are left, after the move of a won position,
	// and nobody has a choice.
	Ones theory.Rule = "ones"
)

// NimGround is what a reason in Nim rests on. Under misère play Pairs and Columns hold
// until just one pile is above 1; the winner then leaves an odd number of 1s.
type NimGround struct {
	Kind   theory.Rule // Pairs, Columns, Ones or theory.RuleWhole
	Ending games.Ending
	// Piles are those of the board; they must not be changed.
	Piles []uint64
	// NimSum is that of Piles, Single the number of piles of 1 among them and Larger
	// that of all others.
	NimSum         uint64
	Single, Larger int
	// The move of a won position takes from the pile with the index Pile, which has
	// From counters, and leaves To.
	Pile     int
	From, To uint64
	// SingleAfter is Single after the move.
	SingleAfter int
}

// Rule names the rule that was used.
func (g *NimGround) Rule() theory.Rule { return g.Kind }

// Reason makes columns even, or finds them so.
func (Nim) Reason(v *games.Variant, p games.Position, move games.Move) theory.Reason {
	return nimReason(v.Ending, p, p.(*nim.Board).Piles(), move)
}

// nimReason is Reason for Nim with this ending.
func nimReason(ending games.Ending, p games.Position, piles []uint64, move games.Move) theory.Reason {
	c := censusOf(piles)
	reason := theory.Reason{Claim: theory.ClaimOf(p, !nimLost(ending, c))}
	if len(piles) == 0 {
		return reason
	}
	g := &NimGround{Ending: ending, Piles: piles, NimSum: c.xor, Single: c.ones, Larger: c.big}
	after := c
	if reason.Claim == theory.CanWin {
		if move == (games.Move{}) {
			g.Pile, g.To = firstNimMove(ending, piles, c)
			g.From = piles[g.Pile]
			move = games.TakePile(g.Pile, g.From-g.To)
		} else {
			g.Pile = int(move.Index)
			g.From = piles[g.Pile]
			g.To = g.From - move.Count
		}
		reason.Move, after = move, c.without(g.From, g.To)
	}
	g.SingleAfter = after.ones
	switch {
	case ending == games.Misere && after.big == 0:
		g.Kind = Ones
	case after.big+after.ones == 0:
		g.Kind = theory.RuleWhole
	case inPairs(piles, reason.Claim == theory.CanWin, g.Pile, g.To):
		g.Kind = Pairs
	default:
		g.Kind = Columns
	}
	reason.Ground = g
	return reason
}

// inPairs reports whether there is an even number of piles of every size once the pile
// with that index is cut, if it is, to a number of counters that may be 0.
func inPairs(piles []uint64, cut bool, pile int, to uint64) bool {
	left := len(piles)
	if cut && to == 0 {
		left--
	}
	if left%2 != 0 {
		return false
	}
	sorted := slices.Clone(piles)
	if cut {
		sorted[pile] = to
	}
	slices.Sort(sorted)
	if cut && to == 0 {
		sorted = sorted[1:]
	}
	for i := 0; i < len(sorted); i += 2 {
		if sorted[i] != sorted[i+1] {
			return false
		}
	}
	return true
}

// firstNimMove finds the first winning move of a position that has one.
func firstNimMove(ending games.Ending, piles []uint64, c census) (i int, target uint64) {
	for i, n := range piles {
		if target, ok := nimTarget(ending, c, n); ok {
			return i, target
		}
	}
	panic("piles: a won Nim position without a winning move") // Bouton's theorem
}
