package values

import "slices"

// Negative returns −g, g with the roles of the players swapped.
func (s *Store) Negative(g Game) Game {
	if n := s.nodes[g].negative; n > 0 {
		return n - 1
	}
	if g == Zero || !s.step() {
		return Zero
	}
	negatives := func(options []Game) []Game {
		out := make([]Game, len(options))
		for i, o := range options {
			out[i] = s.Negative(o)
		}
		return sorted(out)
	}
	// The negative of a canonical form is canonical.
	n := s.intern(negatives(s.Right(g)), negatives(s.Left(g)))
	if s.err == nil {
		s.nodes[g].negative, s.nodes[n].negative = n+1, g+1
	}
	return n
}

// Sum returns the sum of games.
func (s *Store) Sum(games ...Game) Game {
	sum := Zero
	for _, g := range games {
		sum = s.add(sum, g)
	}
	return sum
}

// Difference returns g − h.
func (s *Store) Difference(g, h Game) Game { return s.add(g, s.Negative(h)) }

const sumBytes = 48

func (s *Store) add(g, h Game) Game {
	if g > h {
		g, h = h, g
	}
	switch {
	case g == Zero:
		return h
	case s.nodes[g].negative == h+1:
		return Zero
	}
	pair := [2]Game{g, h}
	if sum, ok := s.sums[pair]; ok {
		return sum
	}
	if !s.step() {
		return Zero
	}
	var sum Game
	if x, y := s.numbers[g], s.numbers[h]; s.isNumber(g) && s.isNumber(h) {
		sum = s.Number(newRat().Add(x, y))
	} else {
		sum = s.Game(
			slices.Concat(s.moves(g, h, s.Left), s.moves(h, g, s.Left)),
			slices.Concat(s.moves(g, h, s.Right), s.moves(h, g, s.Right)),
		)
	}
	if s.allocate(sumBytes) {
		s.sums[pair] = sum
	}
	return sum
}

// moves returns the options of g + h by a move in g. By number translation nobody moves in a number.
func (s *Store) moves(g, h Game, options func(Game) []Game) []Game {
	if s.isNumber(g) {
		return nil
	}
	out := make([]Game, 0, len(options(g)))
	for i := range options(g) {
		out = append(out, s.add(options(g)[i], h))
	}
	return out
}
