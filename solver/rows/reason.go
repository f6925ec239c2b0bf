package rows

import (
	"sync"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/solver/theory"
)

const (
	// Equal: all piles are equal, possibly after the winning move.
	Equal theory.Rule = "equal piles"
	// Ends: only the ends count, each with its run of equal piles and whether a higher pile
	// follows.
	Ends theory.Rule = "ends"
)

// Justification justifies a verdict in End-Nim by a lost row: the position itself, or the row after
// the winning move.
type Justification struct {
	Kind theory.Rule // Equal, Ends or theory.RuleWhole
	// Row is the lost row; it must not be changed. It is empty if the winning move ends the game.
	Row         []uint64
	Left, Right End
	Winning     []games.Move

	game game
	// Replies returns the answers to every move on the left and on the right end of Row. The
	// answers for an end cover every number of counters that a move may leave, in order and without
	// overlap. There are none if the game is over. They are computed once.
	Replies func() (left, right []Reply)
}

// End is one end of a row as the theorem sees it.
type End struct {
	// Height is the end pile, Run the number of equal piles at this end.
	Height uint64
	Run    int
	// Beyond is the next pile.
	Beyond uint64
}

// Count returns Run, plus one if the pile beyond is higher.
func (e End) Count() int {
	if e.Beyond > e.Height {
		return e.Run + 1
	}
	return e.Run
}

// Worth returns the height, plus one if the count is odd. Both ends of a lost row are worth the same, if its piles are
// not all equal.
func (e End) Worth() uint64 { return e.Height + uint64(e.Count()%2) }

func (g *Justification) Rule() theory.Rule { return g.Kind }

// Reason describes the ends of the lost row.
func (EndNim) Reason(v *games.Variant, p games.Position, move games.Move) theory.Reason {
	return Reason(v, p.(*endnim.Row).Piles(), move)
}

// Reason justifies the verdict on a row of v, or of a game in which v's row is a board. The row
// must not be changed. A won row is explained by move, or by the best move if that is zero.
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
	g := &Justification{Row: piles, game: game}
	reason := theory.Reason{Claim: theory.AllLose, Justification: g}
	r := rowOf(piles)
	if !lost {
		var buf [maxEndMoves]endMove
		moves := game.winningEnds(buf[:0], piles)
		best := moves[0]
		g.Winning = make([]games.Move, len(moves))
		for i, m := range moves {
			if g.Winning[i] = m.Move; m.Move == move {
				best = m
			}
		}
		reason.Claim, reason.Move = theory.CanWin, best.Move
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
		g.Left, g.Right = r.both()
	}
	g.Replies = sync.OnceValues(func() (left, right []Reply) { return game.replies(g.Row) })
	return reason
}

func (r row) copied() []uint64 {
	if len(r.piles) == 0 {
		return nil
	}
	piles := append([]uint64(nil), r.piles...)
	piles[0], piles[len(piles)-1] = r.ends[games.Left], r.ends[games.Right]
	return piles
}
