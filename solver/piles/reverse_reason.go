package piles

import (
	"nimatron/games"
	"nimatron/solver/theory"
)

const (
	// CountOnes is the rule of Move-Reverse and Pile-Reverse Nim: only the number of piles of 1
	// counts, and whether a larger one is left.
	CountOnes theory.Rule = "count the ones"
	// Hand is the rule of Total-Reverse Nim: each player's hand plays Nim with the other ending.
	Hand theory.Rule = "hand"
)

// HandJustification justifies a verdict in Total-Reverse Nim: by the Nim of the hand that decides now.
type HandJustification struct{ NimJustification }

func (*HandJustification) Rule() theory.Rule { return Hand }

// ReverseJustification justifies a verdict in Move-Reverse or Pile-Reverse Nim. The winner names a pile of 1,
// and says the number that leaves 1. If TakeLast is set, the winner takes the last pile above 1 whole.
type ReverseJustification struct {
	Ending games.Ending
	// Naming means that the decision is to name a pile, not to say a number.
	Naming bool
	// Own means that it is the turn of the player who decides.
	Own bool
	// TakeLast means that the winner takes the last pile above 1 whole.
	TakeLast bool
	// Single and Larger count the piles of 1 and above 1, a named one included.
	Single, Larger int
	// Named is the size of the named pile.
	Named uint64
	// Leaves is the size of the pile after the winning number.
	Leaves uint64
	// SingleAfter and LargerAfter are the counts after the winning number. For a pile of 1 that is
	// the only number.
	SingleAfter, LargerAfter int
	// OddWins means that an odd number of 1s beside a larger pile wins for the player whose turn it
	// is; OddWinsAlone the same without a larger pile.
	OddWins, OddWinsAlone bool
}

func (*ReverseJustification) Rule() theory.Rule { return CountOnes }

func (ReverseNim) Reason(v *games.Variant, p games.Position, move games.Move) theory.Reason {
	b := readReverse(v, p)
	wins := ReverseNim{}.Wins(v, p)
	switch {
	case len(b.Piles()) == 0:
		return theory.Reason{Claim: theory.ClaimOf(p, wins)}
	case b.total:
		reason := nimReason(b.dual(), p, b.Piles(), move)
		reason.Justification = &HandJustification{*reason.Justification.(*NimJustification)}
		return reason
	}
	reason := theory.Reason{Claim: theory.ClaimOf(p, wins)}
	turn := p.Turn()
	g := &ReverseJustification{
		Ending: b.ending,
		Naming: b.Nominated() < 0, Own: turn.Actor == turn.Owner,
		TakeLast: (b.ending == games.Misere) == b.moveReverse,
		Single:   b.ones, Larger: b.big,
		OddWins:      !b.lost(census{ones: 1, big: 1}),
		OddWinsAlone: !b.lost(census{ones: 1}),
	}
	if reason.Claim == theory.CanWin {
		if move == (games.Move{}) {
			move = b.easiest()
		}
		reason.Move = move
	}
	if g.Naming {
		if reason.Claim == theory.CanWin {
			g.Named = b.Piles()[move.Index]
		}
	} else {
		g.Named = b.Piles()[b.Nominated()]
		if reason.Claim == theory.CanWin {
			g.Leaves = g.Named - move.Count
		}
		after := b.without(g.Named, g.Leaves)
		g.SingleAfter, g.LargerAfter = after.ones, after.big
	}
	reason.Justification = g
	return reason
}

// easiest returns the strategy's decision in a won position: it names a pile of 1, or leaves 1, or else
// nothing.
func (b *reverseBoard) easiest() games.Move {
	if b.Nominated() < 0 {
		for i, n := range b.Piles() {
			if n == 1 {
				return games.NominatePile(i)
			}
		}
		panic("piles: a won position without a pile of 1 to name") // by Theorem 6 of docs/theory/theory.md
	}
	n := b.Piles()[b.Nominated()]
	if n > 1 && b.dictates(n, 1) {
		return games.Move{Kind: games.Dictate, Count: n - 1}
	}
	return games.Move{Kind: games.Dictate, Count: n}
}
