package values

import (
	"math/big"
)

func newRat() *big.Rat { return new(big.Rat) }

var two = newRat().SetInt64(2)

// recognize marks a new game that is number + ups·↑ + *nim. For a number x the canonical forms are
//
//	x + *m       {x, x + *1, …, x + *(m−1) | the same}
//	x + ↑ + *    {x, x + * | x}
//	x + n·↑ + *m {x | x + (n−1)·↑ + *(m ⊕ 1)} for every other n ≥ 1 and m
//
// and the negatives of these.
func (s *Store) recognize(g Game) {
	left, right := s.Left(g), s.Right(g)
	n := &s.nodes[g]
	if x := s.simplest(left, right); x != nil {
		n.flags |= plain
		s.numbers[g] = x
		return
	}
	if len(left) == 0 || len(right) == 0 {
		return
	}
	first, second := s.number(left), s.number(right)
	set := func(x *big.Rat, ups, nim int32) {
		n.flags |= plain
		n.ups, n.nim = ups, nim
		s.numbers[g] = x
	}
	switch {
	case first != nil && second != nil && first.Cmp(second) == 0 && s.firstNimbers(left, first) && s.firstNimbers(right, first):
		switch {
		case len(left) == len(right):
			set(first, 0, int32(len(left)))
		case len(left) == 2 && len(right) == 1:
			set(first, 1, 1)
		case len(left) == 1 && len(right) == 2:
			set(first, -1, 1)
		}
	case first != nil && len(left) == 1 && len(right) == 1:
		if o := &s.nodes[right[0]]; o.flags&plain != 0 && first.Cmp(s.numbers[right[0]]) == 0 && o.ups >= 0 && o.ups+o.nim > 0 {
			set(first, o.ups+1, o.nim^1)
		}
	case second != nil && len(left) == 1 && len(right) == 1:
		if o := &s.nodes[left[0]]; o.flags&plain != 0 && second.Cmp(s.numbers[left[0]]) == 0 && o.ups <= 0 && o.nim-o.ups > 0 {
			set(second, o.ups-1, o.nim^1)
		}
	}
}

func (s *Store) number(options []Game) *big.Rat {
	for _, o := range options {
		if s.isNumber(o) {
			return s.numbers[o]
		}
	}
	return nil
}

// firstNimbers reports whether options, all different, are x, x + *1, … in some order.
func (s *Store) firstNimbers(options []Game, x *big.Rat) bool {
	for _, o := range options {
		n := &s.nodes[o]
		if n.flags&plain == 0 || n.ups != 0 || int(n.nim) >= len(options) || s.numbers[o].Cmp(x) != 0 {
			return false
		}
	}
	return true
}

// simplest returns the number {left | right} for canonical options, or nil if it is not a number.
func (s *Store) simplest(left, right []Game) *big.Rat {
	var low, high *big.Rat
	if len(left) > 0 {
		if low = s.number(left); low == nil {
			return nil
		}
	}
	if len(right) > 0 {
		if high = s.number(right); high == nil {
			return nil
		}
	}
	if low != nil && high != nil && low.Cmp(high) >= 0 {
		return nil
	}
	return Simplest(low, high, false, false)
}

// Simplest returns the simplest number from low to high, dyadic rationals; nil is no bound. It is a
// bound itself only if lowToo or highToo says so. Some number must fit.
func Simplest(low, high *big.Rat, lowToo, highToo bool) *big.Rat {
	beyond := func(order int, equal bool) bool { return order > 0 || order == 0 && equal }
	fits := func(x *big.Rat) bool {
		return (low == nil || beyond(x.Cmp(low), lowToo)) && (high == nil || beyond(high.Cmp(x), highToo))
	}
	if zero := newRat(); fits(zero) {
		return zero
	}
	if high != nil && !beyond(high.Sign(), highToo) { // all are below 0
		if low != nil {
			low = newRat().Neg(low)
		}
		x := Simplest(newRat().Neg(high), low, highToo, lowToo)
		return x.Neg(x)
	}
	for power := big.NewInt(1); ; power.Lsh(power, 1) {
		n := new(big.Int).Mul(low.Num(), power)
		n.Div(n, low.Denom())
		for range 2 {
			if x := newRat().SetFrac(n, power); fits(x) {
				return x
			}
			n = new(big.Int).Add(n, big.NewInt(1))
		}
	}
}

func (s *Store) isNumber(g Game) bool {
	n := &s.nodes[g]
	return n.flags&plain != 0 && n.ups == 0 && n.nim == 0
}

// NumberOf returns the number that g equals, which must not be changed; ok is false if g is not a
// number.
func (s *Store) NumberOf(g Game) (x *big.Rat, ok bool) {
	if !s.isNumber(g) {
		return nil, false
	}
	return s.numbers[g], true
}

// IntegerOf returns the integer that g equals; ok is false if g is not an integer.
func (s *Store) IntegerOf(g Game) (n int64, ok bool) {
	if x, number := s.NumberOf(g); number && x.IsInt() && x.Num().IsInt64() {
		return x.Num().Int64(), true
	}
	return 0, false
}

// Plain returns g as x + ups·↑ + *nim; x must not be changed. ok is false if g is no such sum.
func (s *Store) Plain(g Game) (x *big.Rat, ups, nim int, ok bool) {
	n := &s.nodes[g]
	if n.flags&plain == 0 {
		return nil, 0, 0, false
	}
	return s.numbers[g], int(n.ups), int(n.nim), true
}

// Integer returns n.
func (s *Store) Integer(n int64) Game {
	if n < 0 {
		return s.Negative(s.Integer(-n))
	}
	if n > int64(s.limits.Bytes/nodeBytes) {
		s.err = ErrLimit // fails before the game fills the memory
	}
	for int64(len(s.integers)) <= n && s.err == nil {
		if g := s.intern(s.integers[len(s.integers)-1:], nil); s.err == nil {
			s.integers = append(s.integers, g)
		}
	}
	if s.err != nil {
		return Zero
	}
	return s.integers[n]
}

// Number returns the game x, which must be a dyadic rational. Otherwise the Store fails with
// ErrLimit.
func (s *Store) Number(x *big.Rat) Game {
	if x.Sign() < 0 {
		return s.Negative(s.Number(newRat().Neg(x)))
	}
	exponent := x.Denom().BitLen() - 1
	whole, rest := new(big.Int).QuoRem(x.Num(), x.Denom(), new(big.Int))
	if x.Denom().TrailingZeroBits() != uint(exponent) || !whole.IsInt64() || exponent > s.limits.Bytes/nodeBytes {
		s.err = ErrLimit
	}
	low := s.Integer(whole.Int64())
	if s.err != nil || rest.Sign() == 0 {
		return low
	}
	// Bisect from low to high, following the bits of the fraction.
	high := s.intern([]Game{low}, nil)
	for bit := exponent - 1; ; bit-- {
		middle := s.intern([]Game{low}, []Game{high})
		switch {
		case rest.TrailingZeroBits() == uint(bit):
			return middle
		case rest.Bit(bit) == 1:
			low = middle
		default:
			high = middle
		}
		if s.err != nil {
			return Zero
		}
	}
}

// Nimber returns *n, n ≥ 0: {0, *, …, *(n−1) | the same}.
func (s *Store) Nimber(n int) Game {
	if n > s.limits.Bytes/nodeBytes {
		s.err = ErrLimit
	}
	options := []Game{}
	g := Zero
	for len(options) < n && s.err == nil {
		options = append(options, g)
		own := sorted(append([]Game(nil), options...))
		g = s.intern(own, own)
	}
	return g
}

// Ups returns ups·↑ + *nim, nim ≥ 0; ups is below 0 for ↓.
func (s *Store) Ups(ups, nim int) Game {
	if ups < 0 {
		return s.Negative(s.Ups(-ups, nim))
	}
	if ups > s.limits.Bytes/nodeBytes {
		s.err = ErrLimit
	}
	if ups == 0 {
		return s.Nimber(nim)
	}
	// Each further ↑ flips the last bit of the nimber.
	nim ^= (ups - 1) % 2
	g := s.Nimber(nim ^ 1)
	if nim == 1 {
		star := s.Nimber(1)
		g = s.intern([]Game{Zero, star}, []Game{Zero})
	} else {
		g = s.intern([]Game{Zero}, []Game{g})
	}
	for i := 1; i < ups && s.err == nil; i++ {
		g = s.intern([]Game{Zero}, []Game{g})
	}
	return g
}
