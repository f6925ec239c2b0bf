package values

type ordered struct {
	low, high Game
	known     bool
	holds     bool
}

// Outcome returns who wins g, as a letter: the next player (N), the previous one (P), which is so for
// 0 only, Left (L) or Right (R), no matter who starts.
func (s *Store) Outcome(g Game) string {
	return [...]string{"N", "L", "R", "P"}[s.nodes[g].flags&(atLeast0|atMost0)]
}

// LessOrEqual reports whether g ≤ h: Left does at least as well with h in any sum.
func (s *Store) LessOrEqual(g, h Game) bool {
	if g == h {
		return true
	}
	if !s.step() {
		return false
	}
	low, high := s.nodes[g].flags, s.nodes[h].flags
	switch {
	case low&atMost0 != 0 && high&atLeast0 != 0:
		return true // by transitivity through 0
	case low&atLeast0 > high&atLeast0, high&atMost0 > low&atMost0:
		return false // h ≥ g would put h on the same side of 0
	case low&high&plain != 0 && s.isNumber(g) && s.isNumber(h):
		return s.numbers[g].Cmp(s.numbers[h]) <= 0
	}
	at := mixed(uint64(g)<<32|uint64(h)) & uint64(len(s.order)-1)
	if o := &s.order[at]; o.known && o.low == g && o.high == h {
		return o.holds
	}
	holds := s.compare(g, h)
	if s.err == nil {
		s.remember(g, h, holds)
	}
	return holds
}

func (s *Store) compare(g, h Game) bool {
	for _, l := range s.Left(g) {
		if s.LessOrEqual(h, l) {
			return false
		}
	}
	for _, r := range s.Right(h) {
		if s.LessOrEqual(r, g) {
			return false
		}
	}
	return true
}

// remember caches a comparison and overwrites the one in its place. The cache grows to a quarter of
// the memory.
func (s *Store) remember(g, h Game, holds bool) {
	const bytes = 12
	if s.ordered++; s.ordered > len(s.order) && 2*bytes*len(s.order) <= s.limits.Bytes/4 {
		old := s.order
		s.ordered = len(old) / 2
		s.order = make([]ordered, 2*len(old))
		s.allocate(bytes * len(old))
		for _, o := range old {
			if o.known {
				s.order[mixed(uint64(o.low)<<32|uint64(o.high))&uint64(len(s.order)-1)] = o
			}
		}
	}
	s.order[mixed(uint64(g)<<32|uint64(h))&uint64(len(s.order)-1)] = ordered{g, h, true, holds}
}
