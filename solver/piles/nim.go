package piles

import (
	"context"
	"math/bits"

	"nimatron/games"
	"nimatron/games/nim"
	"nimatron/solver/splits"
	"nimatron/solver/theory"
)

// Family is the record of Nim.
var Family = &theory.Family{
	Theorem:   Nim{},
	Statement: func(v *games.Variant) string { return nimStatement(v.Ending) },
	Source: func(*games.Variant) string {
		return "Bouton, Nim, a game with a complete mathematical theory, 1901"
	},
	Look:   theory.LookAtPile,
	Fickle: func(p games.Position) bool { return theory.Ones(p.(*nim.Board).Piles()) },
	Certificate: func(_ context.Context, c theory.Certificate, v *games.Variant, p games.Position) (any, error) {
		winning, _ := Nim{}.Winning(v, p, 1)
		return c.WithMove(winning)
	},
}

// Nim decides Nim and misère Nim by Bouton's theorem: Theorems 2 and 3 of docs/theory.md.
type Nim struct{}

// census is what the theorems use of the piles.
type census struct {
	xor  uint64 // the nim-sum
	ones int    // piles of 1
	big  int    // piles of 2 or more
}

func censusOf(piles []uint64) census {
	var xor, empty, small uint64
	for _, n := range piles {
		xor ^= n
		// Adds 1 if n < 1 and if n < 2, without branches: on mixed piles they would be mispredicted.
		_, below1 := bits.Sub64(n, 1, 0)
		empty += below1
		_, below2 := bits.Sub64(n, 2, 0)
		small += below2
	}
	return census{xor: xor, ones: int(small - empty), big: len(piles) - int(small)}
}

// nimLost reports whether the player to move loses: the nim-sum is 0 (Theorem 2 of docs/theory.md),
// or, under misère play with only piles of 1, is 1 (Theorem 3).
func nimLost(ending games.Ending, c census) bool {
	if ending == games.Misere && c.big == 0 {
		return c.xor == 1
	}
	return c.xor == 0
}

func (Nim) Wins(v *games.Variant, p games.Position) bool {
	return !nimLost(v.Ending, censusOf(p.(*nim.Board).Piles()))
}

// Winning lists the winning moves; a pile has at most one (Corollary 4 of docs/theory.md).
func (Nim) Winning(v *games.Variant, p games.Position, limit int) (moves []games.Move, complete bool) {
	return splits.Unsplit.Winning(v.Ending, p.(*nim.Board).Piles(), 0, false, limit)
}

// Grundy is the nim-sum. Misère positions have no Grundy value.
func (Nim) Grundy(_ context.Context, v *games.Variant, p games.Position, _ int) (uint64, bool) {
	return censusOf(p.(*nim.Board).Piles()).xor, v.Ending == games.Normal
}

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
