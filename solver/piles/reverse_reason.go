package piles

import (
	"nimatron/games"
	"nimatron/solver/theory"
)

const (
	// CountOnes is the rule of Move-Reverse and Pile-Reverse Nim: only the number of
	// piles of 1 counts, and whether a larger one is left.
	CountOnes theory.Rule = "count the ones"
	// Hand is the rule of Total-Reverse Nim: each player's hand plays Nim with the
	// other ending for itself.
	Hand theory.Rule = "hand"
)

// HandGround is what a reason in Total-Reverse Nim rests on: the game of Nim that the
// hand plays that decides now.
type HandGround struct{ NimGround }

// Rule names the rule that was used.
func (*HandGround) Rule() theory.Rule { return Hand }

// ReverseGround is what a reason in Move-Reverse or Pile-Reverse Nim rests on. Whoever
// wins does so by one strategy: when naming a pile, name a 1; when saying the number,
// leave exactly 1, or nothing of the last pile above 1 where TakeLast is true.
type ReverseGround struct {
	Ending games.Ending
	// Naming says that a pile is to be named, else a number is to be said.
	Naming bool
	// Own says that the turn is that of the player who decides now.
	Own bool
	// TakeLast says that the last pile above 1 is taken whole.
	TakeLast bool
	// Single and Larger are the piles of 1 and above 1 on the board, a named one
	// included.
	Single, Larger int
	// Named is the size of the pile that is named, or that was.
	Named uint64
	// Leaves is what the number said in a won position leaves of it.
	Leaves uint64
	// SingleAfter and LargerAfter are the piles when that number has been taken, or
	// the only one that there is from a pile of 1.
	SingleAfter, LargerAfter int
	// OddWins says that the player whose turn it is wins on a board with an odd number
	// of piles of 1 and a larger pile; OddWinsAlone the same where no larger one is left.
	OddWins, OddWinsAlone bool
}

// Rule names the rule that was used.
func (*ReverseGround) Rule() theory.Rule { return CountOnes }

// Reason counts the piles of 1.
func (ReverseNim) Reason(v *games.Variant, p games.Position, move games.Move) theory.Reason {
	b := readReverse(v, p)
	wins := ReverseNim{}.Wins(v, p)
	switch {
	case len(b.Piles()) == 0:
		return theory.Reason{Claim: theory.ClaimOf(p, wins)}
	case b.total:
		reason := nimReason(b.dual(), p, b.Piles(), move)
		reason.Ground = &HandGround{*reason.Ground.(*NimGround)}
		return reason
	}
	reason := theory.Reason{Claim: theory.ClaimOf(p, wins)}
	turn := p.Turn()
	g := &ReverseGround{
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
	reason.Ground = g
	return reason
}

// easiest returns the winning decision that the strategy names: a pile of 1, or a number
// that leaves 1 or else nothing. There is one.
func (b *reverseBoard) easiest() games.Move {
	if b.Nominated() < 0 {
		for i, n := range b.Piles() {
			if n == 1 {
				return games.NominatePile(i)
			}
		}
		panic("piles: a won position without a pile of 1 to name") // Theorem 6
	}
	n := b.Piles()[b.Nominated()]
	if n > 1 && b.dictates(n, 1) {
		return games.Move{Kind: games.Dictate, Count: n - 1}
	}
	return games.Move{Kind: games.Dictate, Count: n}
}
