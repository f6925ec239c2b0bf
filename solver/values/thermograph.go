package values

import (
	"math/big"
	"slices"
)

// wall is a side of a thermograph: points with rising temperatures from 0, joined by straight
// lines. It is constant after its last point.
type wall []point

type point struct{ at, value *big.Rat }

// thermograph is the two walls of a game, which meet at its temperature.
type thermograph struct {
	left, right wall
	temperature *big.Rat // not set for numbers
}

// on returns the value of a wall at a temperature; slope applies after its last point.
func (w wall) on(at *big.Rat, slope int64) *big.Rat {
	i := len(w) - 1
	for i > 0 && w[i].at.Cmp(at) > 0 {
		i--
	}
	along := newRat().Sub(at, w[i].at)
	if i == len(w)-1 {
		along.Mul(along, big.NewRat(slope, 1))
	} else {
		along.Mul(along, newRat().Sub(w[i+1].value, w[i].value))
		along.Quo(along, newRat().Sub(w[i+1].at, w[i].at))
	}
	return along.Add(along, w[i].value)
}

func times(a, b wall) []*big.Rat {
	var list []*big.Rat
	for _, p := range slices.Concat(a, b) {
		list = append(list, p.at)
	}
	slices.SortFunc(list, (*big.Rat).Cmp)
	return slices.CompactFunc(list, func(x, y *big.Rat) bool { return x.Cmp(y) == 0 })
}

// meets returns the temperature at which a − b is 0, between two at which its signs differ.
func meets(a, b wall, from, to *big.Rat, slopeA, slopeB int64) *big.Rat {
	before := newRat().Sub(a.on(from, slopeA), b.on(from, slopeB))
	after := newRat().Sub(a.on(to, slopeA), b.on(to, slopeB))
	part := newRat().Quo(before, newRat().Sub(before, after))
	return part.Add(from, part.Mul(part, newRat().Sub(to, from)))
}

// better returns the higher of two walls at each temperature, or the lower one if sign is −1.
func better(a, b wall, sign int) wall {
	var out wall
	add := func(at *big.Rat) {
		x, y := a.on(at, 0), b.on(at, 0)
		if x.Cmp(y)*sign < 0 {
			x = y
		}
		out = append(out, point{at, x})
	}
	list := times(a, b)
	for i, at := range list {
		add(at)
		if i+1 < len(list) {
			x := a.on(at, 0).Cmp(b.on(at, 0))
			if y := a.on(list[i+1], 0).Cmp(b.on(list[i+1], 0)); x*y < 0 {
				add(meets(a, b, at, list[i+1], 0, 0))
			}
		}
	}
	return out
}

// scaffold returns the best wall less the tax, which is the temperature; sign is 1 for Left.
func scaffold(walls []wall, sign int) wall {
	best := walls[0]
	for _, w := range walls[1:] {
		best = better(best, w, sign)
	}
	taxed := make(wall, len(best))
	for i, p := range best {
		tax := newRat().Mul(p.at, big.NewRat(int64(sign), 1))
		taxed[i] = point{p.at, tax.Sub(p.value, tax)}
	}
	return taxed
}

func (s *Store) thermographOf(g Game) *thermograph {
	if n := &s.nodes[g]; n.flags&(plain|allSmall) != 0 {
		mast := wall{{newRat(), newRat()}}
		if n.flags&plain != 0 {
			mast[0].value = s.numbers[g]
		}
		return &thermograph{mast, mast, newRat()}
	}
	if t := s.walls[g]; t != nil {
		return t
	}
	if !s.step() {
		return s.thermographOf(Zero)
	}
	var lefts, rights []wall
	for _, l := range s.Left(g) {
		lefts = append(lefts, s.thermographOf(l).right)
	}
	for _, r := range s.Right(g) {
		rights = append(rights, s.thermographOf(r).left)
	}
	left, right := scaffold(lefts, 1), scaffold(rights, -1)
	t := &thermograph{}
	// A game that is not a number has both scaffolds, and at 0 the left one is not below the right
	// one. They meet at the temperature.
	list := times(left, right)
	last := list[len(list)-1]
	list = append(list, newRat().Add(last, newRat().Sub(left.on(last, -1), right.on(last, 1))))
	t.temperature = newRat()
	for i, at := range list {
		if gap := left.on(at, -1).Cmp(right.on(at, 1)); gap > 0 {
			t.left = append(t.left, point{at, left.on(at, -1)})
			t.right = append(t.right, point{at, right.on(at, 1)})
			continue
		} else if gap < 0 && i > 0 {
			at = meets(left, right, list[i-1], at, -1, 1)
		}
		t.temperature = at
		mast := point{at, left.on(at, -1)}
		t.left, t.right = append(t.left, mast), append(t.right, mast)
		break
	}
	const pointBytes = 128
	if s.allocate(pointBytes * (len(t.left) + len(t.right))) {
		s.walls[g] = t
	}
	return t
}

// Stops returns the Left and the Right stop of g: the number that play ends at if Left, or Right,
// starts.
func (s *Store) Stops(g Game) (left, right *big.Rat) {
	t := s.thermographOf(g)
	return t.left[0].value, t.right[0].value
}

// Mean returns the mean value of g: the value of n copies, divided by n, in the limit.
func (s *Store) Mean(g Game) *big.Rat {
	t := s.thermographOf(g)
	return t.left[len(t.left)-1].value
}

// Temperature returns the temperature of g; for a number it is −1/denominator.
func (s *Store) Temperature(g Game) *big.Rat {
	if x, ok := s.NumberOf(g); ok {
		return newRat().SetFrac(big.NewInt(-1), x.Denom())
	}
	return s.thermographOf(g).temperature
}
