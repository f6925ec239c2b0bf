package partizan

import (
	"cmp"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/solver/theory"
)

func worth(p games.Position) theory.Worth { return standingOf(p.(*endnim.Row).Piles()).Worth }

type standing struct {
	theory.Worth
	middle middle
}

// standingOf returns the standing of a row, from all its runs, the shorter ones first: Theorems 31,
// 33 and 37 and Lemma 43 of docs/theory/values.md. Its time is quadratic in the number of piles.
func standingOf(piles []uint64) standing {
	k := len(piles)
	var runs [3][]standing
	all := make([]standing, 3*(k+1))
	for n := range runs {
		runs[n] = all[n*(k+1):][:k+1]
	}
	for i := range k {
		runs[0][i].Worth = theory.Nothing()
		runs[1][i].setMiddle(middle{equal, piles[i]})
	}
	runs[0][k].Worth = theory.Nothing()
	// around extends a run w by a pile at each end.
	around := func(i, n int, w needs) {
		runs[n%3][i].extend(piles[i], piles[i+n-1], w, &runs[(n-2)%3][i+1], &runs[(n-1)%3][i], &runs[(n-1)%3][i+1])
	}
	for i := range k - 1 {
		around(i, 2, needs{leastPile, leastPile})
	}
	if k > 2 {
		needsOfRuns(piles[1:k-1], func(i, n int, of needs) { around(i, n+2, of) })
	}
	return runs[k%3][0]
}

func (s *standing) setMiddle(m middle) {
	*s = standing{middle: m}
	s.Weight, s.Dominates = m.weight(), [2]theory.PileSet{games.Left: m.dominated(), games.Right: m.negative().dominated()}
	if m.kind == equal {
		s.Exact, s.Nimber = true, m.nim
	}
}

func (s *standing) extend(a, b uint64, needed needs, w, butLast, butFirst *standing) {
	*s = standing{}
	switch needed.outcome(a, b) {
	case theory.PreviousWins:
		s.Worth = theory.Nothing()
	case theory.LeftWins:
		s.Weight = butLast.Weight + 1
		s.Dominates[games.Left] = butLast.middle.beaten()
	case theory.RightWins:
		s.Weight = butFirst.Weight - 1
		s.Dominates[games.Right] = butFirst.middle.negative().beaten()
	default:
		s.setMiddle(w.middle.between(a, b, needed))
	}
	// If b is 1 and the weight grows by 1, the row is worth butLast + ↑ + * (Theorem 37 of docs/theory/values.md),
	// and likewise for a.
	switch {
	case s.Exact:
	case b == 1 && butLast.Exact && s.Weight == butLast.Weight+1:
		s.Exact, s.Nimber = true, butLast.Nimber^1
	case a == 1 && butFirst.Exact && s.Weight == butFirst.Weight-1:
		s.Exact, s.Nimber = true, butFirst.Nimber^1
	}
}

// middle compares an N row with nimbers: Theorem 31 of docs/theory/values.md.
type middle struct {
	kind kind
	nim  uint64
}

type kind int8

const (
	belowStar kind = iota - 2 // below *k for all large k
	below                     // below *nim, and confused with all other nimbers
	equal
	above     // above *nim, and confused with all other nimbers
	aboveStar // above *k for all large k
)

var star = middle{equal, 1}

func (m middle) weight() int { return int(m.kind) / int(aboveStar) }

func (m middle) negative() middle { return middle{-m.kind, m.nim} }

// leftWins reports whether Left, moving first, wins the row plus a Nim pile of 1.
func (m middle) leftWins() bool { return m.kind >= above || m.kind > belowStar && m.nim != 1 }

// dominated returns the Nim piles n such that the row is ≥ *n.
func (m middle) dominated() theory.PileSet {
	switch m.kind {
	case equal, above:
		return theory.PileSet{Kind: theory.OnePile, Pile: m.nim}
	case aboveStar:
		return theory.PileSet{Kind: theory.AllButOne}
	}
	return theory.PileSet{}
}

// beaten returns the n such that Left, moving first, wins the row plus *n: the complement of D in Theorem 31
// of docs/theory/values.md. An L row has the zero middle.
func (m middle) beaten() theory.PileSet {
	switch {
	case m == middle{} || m.kind >= above:
		return theory.PileSet{Kind: theory.EveryPile}
	case m.kind == belowStar:
		return theory.PileSet{Kind: theory.OnePile}
	}
	return theory.PileSet{Kind: theory.AllButOne, Pile: m.nim}
}

func (m middle) between(a, b uint64, w needs) middle {
	highA, highB := w.left.missing(a) == leastPile, w.right.missing(b) == leastPile
	if highB && !highA {
		return m.negative().between(b, a, needs{w.right, w.left}).negative()
	}
	left, right := m.leftWins(), m.negative().leftWins()
	switch {
	case !highA && m.kind != equal:
		return m
	case !highA:
		return middle{kind(cmp.Compare(a, b)), m.nim}
	case left && right:
		if highB {
			return star
		}
		return middle{kind: aboveStar}
	case left: // m is above *, or above all large nimbers
		if highB && a == 1 {
			return star
		}
		return middle{kind: aboveStar}
	case right:
		switch {
		case b == 1:
			return star
		case highB:
			return middle{kind: belowStar}
		}
		return m
	case a > b:
		return middle{kind: aboveStar}
	case a == b:
		return star
	case highB:
		return middle{kind: belowStar}
	default:
		return middle{below, 1}
	}
}
