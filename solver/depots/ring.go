package depots

import (
	"math/big"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/solver/theory"
)

// A ring leads from home over a stack that only Left can ever take, one that both can, and one that only Right can,
// back home: `a=x b=k c=y; *<a a<b b>c *>c`. It is the smallest board with a mean that is no integer
// (docs/theory/boards.md, "The ring").
type ring struct {
	own    [2]int // the places of x and y, by side
	shared int    // the place of k
}

// ringsOf returns the rings of a board. No other road leads to their places.
func ringsOf(b *depotnim.Board) (rings []ring) {
	near := make([][]games.Edge, b.Home()+1)
	for _, e := range b.Edges() {
		near[e.From] = append(near[e.From], e)
		near[e.To] = append(near[e.To], games.Edge{From: e.To, To: e.From, Colour: e.Colour})
	}
	for v := range b.Home() {
		r := ring{own: [2]int{-1, -1}, shared: v}
		for _, e := range near[v] {
			for side := range r.own {
				if e.To != b.Home() && sideOf(e.Colour) == side && len(near[e.To]) == 2 && leadsHome(near[e.To], b.Home(), v, side) {
					r.own[side] = e.To
				}
			}
		}
		if len(near[v]) == 2 && r.own[games.Left] >= 0 && r.own[games.Right] >= 0 {
			rings = append(rings, r)
		}
	}
	return rings
}

// sideOf returns the side that alone may use a road, -1 for a green one.
func sideOf(c games.Colour) int {
	switch left, right := c.For(games.Left), c.For(games.Right); {
	case left && right:
		return -1
	case left:
		return int(games.Left)
	}
	return int(games.Right)
}

// leadsHome reports whether the two roads of a place lead home and to v, for one side alone.
func leadsHome(roads []games.Edge, home, v, side int) bool {
	one, other := roads[0], roads[1]
	return sideOf(one.Colour) == side && sideOf(other.Colour) == side && (one.To == home && other.To == v || one.To == v && other.To == home)
}

// halvings bounds the power of two under a mean that is written out.
const halvings = 40

// worth returns the mean of a ring and the outcome of the ring less that number. ok is false if its denominator is
// above 2^halvings.
func (r ring) worth(counters []uint64) (mean *big.Rat, beside theory.Outcome, ok bool) {
	x, k, y := counters[r.own[games.Left]], counters[r.shared], counters[r.own[games.Right]]
	whole := func(a, b uint64) *big.Rat {
		n := new(big.Int).SetUint64(a)
		return new(big.Rat).SetInt(n.Sub(n, new(big.Int).SetUint64(b)))
	}
	switch {
	case k == 0:
		return whole(x, y), theory.PreviousWins, true
	case y == 0 && x >= k:
		return whole(x, k), theory.PreviousWins, true
	case x == 0 && y >= k:
		return whole(k, y), theory.PreviousWins, true
	case y == 0 && x > 0:
		return new(big.Rat), theory.RightWins, true
	case x == 0 && y > 0:
		return new(big.Rat), theory.LeftWins, true
	case max(x, y) <= k:
		return new(big.Rat), theory.NextWins, true
	}
	d := max(x, y) - min(x, y)
	switch {
	case d > k:
		mean = whole(d, k)
	case d == 0:
		mean = new(big.Rat)
	case k+1-d > halvings:
		return nil, "", false
	default:
		mean = big.NewRat(1, 1<<(k+1-d))
	}
	if x < y {
		mean.Neg(mean)
	}
	return mean, theory.PreviousWins, true
}
