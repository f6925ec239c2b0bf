package values

import "slices"

// AtomicWeight returns the atomic weight of g, itself a game and mostly an integer; ok is false if
// g is not all-small. Weights add up, and a game of weight 2 or more is above 0 ("Winning Ways",
// chapter 8; Siegel, chapter II.7).
func (s *Store) AtomicWeight(g Game) (weight Game, ok bool) {
	if !s.AllSmall(g) {
		return Zero, false
	}
	return s.weight(g), true
}

// weight is AtomicWeight by the calculus: {weights of Left's options − 2 | weights of Right's + 2}.
// If that is an integer and g is above or below the remote star, it is the largest or least integer
// that fits instead.
func (s *Store) weight(g Game) Game {
	n := &s.nodes[g]
	switch {
	case n.weight > 0:
		return n.weight - 1
	case n.flags&plain != 0:
		return s.Integer(int64(n.ups))
	case !s.step():
		return Zero
	}
	two := s.Integer(2)
	var left, right []Game
	for i := range s.Left(g) {
		left = append(left, s.Difference(s.weight(s.Left(g)[i]), two))
	}
	for i := range s.Right(g) {
		right = append(right, s.Sum(s.weight(s.Right(g)[i]), two))
	}
	w := s.Game(left, right)
	if whole, ok := s.IntegerOf(w); ok {
		switch star := s.Nimber(int(s.nodes[g].maxNim) + 1); {
		case s.LessOrEqual(star, g):
			w = s.furthest(whole, 1, right, s.LessOrEqual)
		case s.LessOrEqual(g, star):
			w = s.furthest(whole, -1, left, func(l, n Game) bool { return s.LessOrEqual(n, l) })
		}
	}
	if s.err == nil {
		s.nodes[g].weight = w + 1
	}
	return w
}

// furthest steps from n to the last integer before a bound.
func (s *Store) furthest(n, step int64, bounds []Game, before func(bound, n Game) bool) Game {
	for s.err == nil {
		next := s.Integer(n + step)
		if slices.ContainsFunc(bounds, func(b Game) bool { return before(b, next) }) {
			break
		}
		n += step
	}
	return s.Integer(n)
}
