package rows

import (
	"sync"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/solver/theory"
)

// The rules of End-Nim.
const (
	// Equal: all piles are equal, after the move of a won position.
	Equal theory.Rule = "equal piles"
	// Ends: only the two ends count, each with the run of equal piles there and whether
	// it is followed by a higher pile.
	Ends theory.Rule = "ends"
)

// Ground is what a reason in End-Nim rests on: a row that the player to move loses. That
// is the row of the position itself or, in a won one, the row that the move leaves.
type Ground struct {
	Kind theory.Rule // Equal, Ends or theory.RuleWhole
	// Row is the lost row; it must not be changed. It is empty where the move of a won
	// position ends the game.
	Row []uint64
	// Left and Right are the ends of Row where Kind is Ends.
	Left, Right End
	// Winning are all the moves that win a won position.
	Winning []games.Move

	game    game
	replies func() (left, right []Reply) // which work them out once
}

// End is what the theorem looks at in one end of a row.
type End struct {
	// Height is the pile at the end, Run how many piles of that height stand there
	// together.
	Height uint64
	Run    int
	// Beyond is the pile that follows them.
	Beyond uint64
}

// Count returns the length of the run, plus one if the pile beyond it is higher.
func (e End) Count() int {
	if e.Beyond > e.Height {
		return e.Run + 1
	}
	return e.Run
}

// Rule names the rule that was used.
func (g *Ground) Rule() theory.Rule { return g.Kind }

// Replies returns how every move on the lost row is answered: on its left end, and on
// its right end. The replies of one end cover every number of counters that a move
// leaves there, in order and once. There are none on a row that ends the game.
func (g *Ground) Replies() (left, right []Reply) { return g.replies() }

// Reason describes the ends of a lost row.
func (EndNim) Reason(v *games.Variant, p games.Position, move games.Move) theory.Reason {
	return Reason(v, p.(*endnim.Row).Piles(), move)
}

// Reason is the reason for the verdict on a row in v, End-Nim or a game that its row is a
// board of. The row must not be changed. Of a won one it is about move, or about the best one if that is the zero Move.
func Reason(v *games.Variant, piles []uint64, move games.Move) theory.Reason {
	game := gameOf(v)
	lost := game.lost(rowOf(piles))
	if game.over(len(piles)) {
		claim := theory.HasWon
		if lost {
			claim = theory.HasLost
		}
		return theory.Reason{Claim: claim}
	}
	g := &Ground{Row: piles, game: game}
	reason := theory.Reason{Claim: theory.AllLose, Ground: g}
	r := rowOf(piles)
	if !lost {
		var buf [maxEndMoves]endMove
		moves := game.winningEnds(buf[:0], piles)
		best := moves[0]
		g.Winning = make([]games.Move, len(moves))
		for i, m := range moves {
			if g.Winning[i] = m.move(); g.Winning[i] == move {
				best = m
			}
		}
		reason.Claim, reason.Move = theory.CanWin, best.move()
		r = best.after
		g.Row = r.copied()
	}
	switch {
	case game.over(len(r.piles)):
		g.Kind = theory.RuleWhole
	case r.equal():
		g.Kind = Equal
	default:
		g.Kind = Ends
		g.Left.Height, g.Right.Height = r.first, r.last
		g.Left.Run, g.Left.Beyond = r.leftRun()
		g.Right.Run, g.Right.Beyond = r.rightRun()
	}
	g.replies = sync.OnceValues(func() (left, right []Reply) { return game.replies(g.Row) })
	return reason
}

// copied returns the piles of a row with its own ends.
func (r row) copied() []uint64 {
	if len(r.piles) == 0 {
		return nil
	}
	piles := append([]uint64(nil), r.piles...)
	piles[0], piles[len(piles)-1] = r.first, r.last
	return piles
}
