package splits

import (
	"slices"

	"nimatron/games"
	"nimatron/games/nim"
	"nimatron/solver/theory"
)

// Justification justifies a verdict in Split-q-Nim. Under misère play Pairs and Columns hold until one
// pile is above 1. The winner then leaves an odd number of 1s.
type Justification struct {
	Kind   theory.Rule // Pairs, Columns, Ones or theory.RuleWhole
	Ending games.Ending
	Worth
	// Piles are those that are not empty; they must not be changed.
	Piles []uint64
	// NimSum is the nim-sum of the piles' values.
	NimSum uint64
	// Single counts the piles of 1, Larger the others; SingleAfter is Single after the winning
	// move.
	Single, Larger, SingleAfter int
	// The winning move changes a pile of From counters to To, or splits it into Parts. The result is
	// worth Want, as a single pile of To would be.
	From, To uint64
	Parts    [2]uint64
	Want     uint64
}

func (g *Justification) Rule() theory.Rule { return g.Kind }

// Splits reports whether the winning move is a split.
func (g *Justification) Splits() bool { return g.Parts[0] > 0 }

// Reason describes the nim-sum of the piles' values and the move that makes it 0.
func (SplitNim) Reason(v *games.Variant, p games.Position, move games.Move) theory.Reason {
	b := p.(*nim.Board)
	return Reason(v.Ending, OfBoard(b), p, b.Piles(), move)
}

// Reason justifies the verdict on p, which has these piles.
func Reason(ending games.Ending, w Worth, p games.Position, piles []uint64, move games.Move) theory.Reason {
	xor := w.nimSum(piles)
	reason := theory.Reason{Claim: theory.ClaimOf(p, !w.Lost(ending, piles))}
	if len(piles) == 0 {
		return reason
	}
	g := &Justification{Kind: theory.RuleColumns, Ending: ending, Worth: w, Piles: games.Filled(piles), NimSum: xor, Larger: w.larger(piles)}
	g.Single = len(g.Piles) - g.Larger
	if reason.Claim == theory.CanWin {
		a := w.aim(ending, piles, xor)
		if move == (games.Move{}) {
			move = a.advise(piles)
		}
		reason.Move = move
		g.From = piles[move.Index]
		g.To, g.Want = a.goal(g.From)
		g.Parts = move.Parts
		if !g.Splits() {
			g.To = g.From - move.Count
			g.Want = w.Of(g.To)
		}
	}
	left := g.Leaves()
	g.SingleAfter = len(left) - w.larger(left)
	switch {
	case len(left) == 0:
		g.Kind = theory.RuleWhole
	case ending == games.Misere && g.SingleAfter == len(left):
		g.Kind = theory.RuleOnes
	case theory.InPairs(left):
		g.Kind = theory.RulePairs
	}
	reason.Justification = g
	return reason
}

// Leaves returns the piles of the lost position: those after the winning move, or all.
func (g *Justification) Leaves() []uint64 {
	left := slices.Clone(g.Piles)
	if at := slices.Index(left, g.From); g.Splits() {
		left[at] = g.Parts[0]
		left = append(left, g.Parts[1])
	} else if g.From > 0 {
		left[at] = g.To
	}
	return games.Filled(left)
}

func (a aim) advise(piles []uint64) games.Move {
	split := games.Move{}
	for i, n := range piles {
		to, want := a.goal(n)
		if count, ok := a.taking(n, to); ok {
			return games.TakePile(i, count)
		}
		if split == (games.Move{}) {
			if parts := a.winning(n, want, 1); len(parts) > 0 {
				split = games.SplitPile(i, parts[0].small, parts[0].large)
			}
		}
	}
	return split
}
