package depots

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/solver/theory"
)

// ways are the counters of a coloured board whose shared stacks can all be reached on green roads, or lie on rings.
// Then the mean is what only Left can ever take less what only Right can, and what the rings are worth
// (docs/theory/boards.md, "Common ways" and "The ring").
type ways struct {
	own    [2]*big.Int // by side, without rings
	shared bool        // whether both can reach a stack, on green roads
	rings  []ringWorth
}

type ringWorth struct {
	shared int
	mean   *big.Rat
	beside theory.Outcome
}

// Roads say where trucks ever come on a coloured board. Play does not change that.
type Roads struct {
	left, right []bool // by place, for Left and for Right
	rings       []ring
	// searched has the shared places that green roads alone do not lead to, without those of rings.
	searched []int
}

// RoadsOf returns the roads of a coloured board.
func RoadsOf(b *depotnim.Board) *Roads {
	r := &Roads{
		left:  b.Ever(func(c games.Colour) bool { return c.For(games.Left) }),
		right: b.Ever(func(c games.Colour) bool { return c.For(games.Right) }),
		rings: ringsOf(b),
	}
	green := b.Ever(func(c games.Colour) bool { return c.For(games.Left) && c.For(games.Right) })
	for v := range green {
		if r.left[v] && r.right[v] && !green[v] && !slices.ContainsFunc(r.rings, func(of ring) bool { return of.shared == v }) {
			r.searched = append(r.searched, v)
		}
	}
	return r
}

func waysOf(p *depotnim.Position) *ways { return RoadsOf(p.Board()).ways(p.Counters()) }

// ways returns nil for a position in which another shared stack needs a road of one colour.
func (roads *Roads) ways(counters []uint64) *ways {
	left, right := roads.left, roads.right
	if slices.ContainsFunc(roads.searched, func(v int) bool { return counters[v] > 0 }) {
		return nil
	}
	w := &ways{own: [2]*big.Int{new(big.Int), new(big.Int)}}
	onRing := map[int]bool{}
	for _, r := range roads.rings {
		if counters[r.shared] == 0 {
			continue // its other stacks are spare moves
		}
		mean, beside, ok := r.worth(counters)
		if !ok {
			return nil
		}
		w.rings = append(w.rings, ringWorth{r.shared, mean, beside})
		onRing[r.own[games.Left]], onRing[r.shared], onRing[r.own[games.Right]] = true, true, true
	}
	for v, n := range counters {
		switch {
		case n == 0 || onRing[v]:
		case !right[v]:
			w.own[games.Left].Add(w.own[games.Left], new(big.Int).SetUint64(n))
		case !left[v]:
			w.own[games.Right].Add(w.own[games.Right], new(big.Int).SetUint64(n))
		default:
			w.shared = true
		}
	}
	return w
}

// mean is Left's lead.
func (w *ways) mean() *big.Rat {
	mean := new(big.Rat).SetInt(new(big.Int).Sub(w.own[games.Left], w.own[games.Right]))
	for _, r := range w.rings {
		mean.Add(mean, r.mean)
	}
	return mean
}

// beside returns the outcome of the board less its mean, "" if it is not known. All but rings of the mean 0 and the
// stacks on green roads are numbers.
func (w *ways) beside() theory.Outcome {
	if w.shared {
		return ""
	}
	beside := theory.PreviousWins
	for _, r := range w.rings {
		switch {
		case r.beside == theory.PreviousWins || r.beside == beside && r.beside != theory.NextWins:
		case beside == theory.PreviousWins:
			beside = r.beside
		default:
			return ""
		}
	}
	return beside
}

// lost reports whether the player to move is known to lose.
func (w *ways) lost(mover games.Side) bool {
	ahead, theirs := w.mean().Sign()*(1-2*int(mover)), theory.LeftWins
	if mover == games.Left {
		theirs = theory.RightWins
	}
	return ahead < 0 || ahead == 0 && (w.beside() == theory.PreviousWins || w.beside() == theirs)
}

// Mean returns the mean of a position on these roads that needs no search, nil of another one, and the outcome of the
// position less that number, "" if it is not known.
func (roads *Roads) Mean(p *depotnim.Position) (mean *big.Rat, beside theory.Outcome) {
	if w := roads.ways(p.Counters()); w != nil {
		return w.mean(), w.beside()
	}
	return nil, ""
}

// keeping returns a move that leaves the opponent a board that is lost by common ways: one that keeps the lead, if
// there is one.
func (w *ways) keeping(p *depotnim.Position) (move games.Move) {
	roads := RoadsOf(p.Board())
	mover := p.Turn().Owner
	for v, open := range p.Open(mover) {
		if !open {
			continue
		}
		for _, count := range []uint64{1, p.Counters()[v]} { // on a ring clearing a stack may be the only winning move
			next, err := p.Play(p.Take(v, count))
			if err != nil {
				continue
			}
			after := roads.ways(next.(*depotnim.Position).Counters())
			switch {
			case after == nil:
			case after.mean().Cmp(w.mean()) == 0:
				return p.Take(v, count)
			case move == (games.Move{}) && after.lost(mover.Other()):
				move = p.Take(v, count)
			}
		}
	}
	return move
}

func (g *Justification) shortWays(r *theory.Reason) string {
	mine, theirs := g.ways.own[g.mover], g.ways.own[g.mover.Other()]
	var counts []string
	if len(g.ways.rings) == 0 || mine.Sign()+theirs.Sign() > 0 {
		counts = append(counts, fmt.Sprintf("you alone can ever take %d, your opponent alone %d", mine, theirs))
	}
	for _, ring := range g.ways.rings {
		counts = append(counts, fmt.Sprintf("the ring of %s is worth %s to you", g.Lost.Name(ring.shared), from(ring.mean, g.mover).RatString()))
	}
	if g.ways.shared {
		counts = append(counts, "and green roads lead both of you to all the others")
	}
	counted := strings.Join(counts, ", ")
	counted += "."
	lead := from(g.ways.mean(), g.mover)
	if r.Claim == theory.CanWin {
		return counted + fmt.Sprintf(" So you are %s ahead, and %s wins.", lead.RatString(), r.Subject()) + r.Rest()
	}
	return counted + fmt.Sprintf(" So you are %s behind.", lead.Neg(lead).RatString())
}

func (g *Justification) answerOfWays(r *theory.Reason) string {
	lead := from(g.ways.mean(), g.mover)
	if r.Claim == theory.CanWin {
		return fmt.Sprintf("%s, %s ahead in all.", r.Subject(), lead.RatString())
	}
	return fmt.Sprintf("%s behind in all.", lead.Neg(lead).RatString())
}

// from returns a number as a side counts it.
func from(mean *big.Rat, side games.Side) *big.Rat {
	if side == games.Right {
		return new(big.Rat).Neg(mean)
	}
	return new(big.Rat).Set(mean)
}

func (g *Justification) fullWays() (lines []string) {
	w := g.ways
	if w.shared {
		lines = append(lines, "The first stack on a green road is open to both players. So either can lower it, and neither gains by it.")
	}
	for _, r := range w.rings {
		lines = append(lines, fmt.Sprintf("The ring of %s is worth %s to Left. Call its stack for Left alone x, the one for both k, the one for Right alone y, "+
			"and the difference of x and y d.", g.Lost.Name(r.shared), r.mean.RatString()),
			"If x or y is above k, and neither is 0, the player with more is d − k ahead where d is above k. Where it is not, they are 1/2^(k + 1 − d) ahead, or nothing if d is 0.",
			"Without x or y the other one counts what it has above k. All other rings are worth 0.")
	}
	lines = append(lines, "The counters that only one player can ever take are spare moves. The player who is ahead wins, no matter who starts.")
	switch {
	case len(w.rings) > 0:
		return append(lines, "How to go on when you are ahead: make a move that keeps your lead, or one after which you are still ahead.")
	case w.shared:
		return append(lines, "How to go on when you are ahead: lower the first stack on a green road, while there is one. Then take your own counters.")
	}
	return append(lines, "How to go on when you are ahead: take your own counters.")
}
