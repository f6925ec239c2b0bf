package depots

import (
	"fmt"
	"math/big"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/solver/theory"
)

// ways are the counters of a coloured board whose shared stacks can all be reached on green roads. Then the mean is
// what only Left can ever take less what only Right can (docs/theory/boards.md, "Common ways").
type ways struct {
	own    [2]*big.Int // by side
	shared bool        // whether both can reach a stack
}

// waysOf returns nil for a board on which a shared stack needs a road of one colour.
func waysOf(p *depotnim.Position) *ways {
	left := p.Board().Ever(func(c games.Colour) bool { return c.For(games.Left) })
	right := p.Board().Ever(func(c games.Colour) bool { return c.For(games.Right) })
	green := p.Board().Ever(func(c games.Colour) bool { return c.For(games.Left) && c.For(games.Right) })
	w := &ways{own: [2]*big.Int{new(big.Int), new(big.Int)}}
	for v, n := range p.Counters() {
		counters := new(big.Int).SetUint64(n)
		switch {
		case n == 0:
		case !right[v]:
			w.own[games.Left].Add(w.own[games.Left], counters)
		case !left[v]:
			w.own[games.Right].Add(w.own[games.Right], counters)
		case !green[v]:
			return nil
		default:
			w.shared = true
		}
	}
	return w
}

// mean is Left's lead.
func (w *ways) mean() *big.Int { return new(big.Int).Sub(w.own[games.Left], w.own[games.Right]) }

// lost reports whether the player to move is known to lose.
func (w *ways) lost(mover games.Side) bool {
	ahead := w.mean().Sign() * (1 - 2*int(mover))
	return ahead < 0 || ahead == 0 && !w.shared
}

// CommonMean returns the mean of a coloured board whose shared stacks can all be reached on green roads, nil of any
// other board.
func CommonMean(p *depotnim.Position) *big.Rat {
	if w := waysOf(p); w != nil {
		return new(big.Rat).SetInt(w.mean())
	}
	return nil
}

// keeping returns a move that leaves the opponent a board that is lost by common ways: one that keeps the lead, if
// there is one.
func (w *ways) keeping(p *depotnim.Position) (move games.Move) {
	mover := p.Turn().Owner
	for v, open := range p.Open(mover) {
		if !open {
			continue
		}
		next, err := p.Play(p.Take(v, 1))
		if err != nil {
			continue
		}
		after := waysOf(next.(*depotnim.Position))
		switch {
		case after.mean().Cmp(w.mean()) == 0:
			return p.Take(v, 1)
		case move == (games.Move{}) && after.lost(mover.Other()):
			move = p.Take(v, 1)
		}
	}
	return move
}

func (g *Justification) shortWays(r *theory.Reason) string {
	mine, theirs := g.ways.own[g.mover], g.ways.own[g.mover.Other()]
	counted := fmt.Sprintf("you alone can ever take %d, your opponent alone %d", mine, theirs)
	if g.ways.shared {
		counted += ", and green roads lead both of you to all the others"
	}
	counted += "."
	if r.Claim == theory.CanWin {
		return counted + fmt.Sprintf(" So you are %d ahead, and %s wins.", new(big.Int).Sub(mine, theirs), r.First())
	}
	return counted + fmt.Sprintf(" So you are %d behind.", new(big.Int).Sub(theirs, mine))
}

var fullWays = []string{
	"The first stack on a green road is open to both players. So either can lower it, and neither gains by it.",
	"The counters that only one player can ever take are spare moves. The player with more of them wins, no matter who starts.",
	"How to go on when you are ahead: lower the first stack on a green road, while there is one. Then take your own counters.",
}
