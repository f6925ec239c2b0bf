package values

import "slices"

// mark caches a comparison with the game under construction. It is valid if round is the Store's.
type mark struct {
	round uint32
	holds bool
}

// Game returns the canonical form of {left | right}.
func (s *Store) Game(left, right []Game) Game {
	if s.err != nil {
		return Zero
	}
	raw := raw{s, s.highest(slices.Clone(left)), s.lowest(slices.Clone(right))}
	s.round++
	// Bypassing a reversible option keeps the value, so cached comparisons stay valid. The
	// replacement may be reversible again.
	for i := 0; i < len(raw.left); i++ {
		for _, r := range s.Right(raw.left[i]) {
			if raw.atLeast(r) {
				raw.left = bypass(raw.left, i, s.Left(r))
				i--
				break
			}
		}
	}
	for i := 0; i < len(raw.right); i++ {
		for _, l := range s.Left(raw.right[i]) {
			if raw.atMost(l) {
				raw.right = bypass(raw.right, i, s.Right(l))
				i--
				break
			}
		}
	}
	return s.intern(sorted(s.highest(raw.left)), sorted(s.lowest(raw.right)))
}

func bypass(options []Game, i int, others []Game) []Game {
	options = slices.Delete(options, i, i+1)
	for _, o := range others {
		if !slices.Contains(options, o) {
			options = append(options, o)
		}
	}
	return options
}

func sorted(options []Game) []Game {
	slices.Sort(options)
	return options
}

func (s *Store) highest(options []Game) []Game {
	return undominated(options, s.LessOrEqual)
}

func (s *Store) lowest(options []Game) []Game {
	return undominated(options, func(g, h Game) bool { return s.LessOrEqual(h, g) })
}

func undominated(options []Game, worse func(g, h Game) bool) []Game {
	kept := options[:0]
next:
	for _, o := range options {
		for i := 0; i < len(kept); i++ {
			if worse(o, kept[i]) {
				continue next
			}
			if worse(kept[i], o) {
				kept = slices.Delete(kept, i, i+1)
				i--
			}
		}
		kept = append(kept, o)
	}
	return kept
}

type raw struct {
	*Store
	left, right []Game
}

func (r *raw) atLeast(x Game) bool {
	if m := r.below[x]; m.round == r.round {
		return m.holds
	}
	holds := r.step() &&
		!slices.ContainsFunc(r.right, func(o Game) bool { return r.LessOrEqual(o, x) }) &&
		!slices.ContainsFunc(r.Left(x), r.atMost)
	r.below[x] = mark{r.round, holds}
	return holds
}

func (r *raw) atMost(x Game) bool {
	if m := r.above[x]; m.round == r.round {
		return m.holds
	}
	holds := r.step() &&
		!slices.ContainsFunc(r.left, func(o Game) bool { return r.LessOrEqual(x, o) }) &&
		!slices.ContainsFunc(r.Right(x), r.atLeast)
	r.above[x] = mark{r.round, holds}
	return holds
}
