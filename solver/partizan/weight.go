package partizan

import (
	"cmp"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/solver/theory"
)

// worth returns what is proved of a row as a part of sums.
func worth(p games.Position) theory.Worth { return standingOf(p.(*endnim.Row).Piles()).Worth }

// standing is how a row does in sums.
type standing struct {
	theory.Worth
	middle middle // of N rows
}

// standingOf works out the standing of all runs of piles, the shorter ones first: Theorems 31, 33 and
// 37 and Lemma 43 of docs/values.md. Its time grows with the square of the number of piles.
func standingOf(piles []uint64) standing {
	k := len(piles)
	var runs [3][]standing // the run of n piles from the i-th on is runs[n%3][i]
	all := make([]standing, 3*(k+1))
	for n := range runs {
		runs[n] = all[n*(k+1):][:k+1]
	}
	for i := range k {
		runs[0][i].Worth = theory.Nothing()
		runs[1][i].settle(middle{equal, piles[i]})
	}
	runs[0][k].Worth = theory.Nothing()
	// around goes from a run w to the run that has one pile more at either end.
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

// settle sets s to the standing of an N row that is like m.
func (s *standing) settle(m middle) {
	*s = standing{middle: m}
	s.Weight, s.Covers = m.weight(), [2]theory.PileSet{games.Left: m.covers(), games.Right: m.negative().covers()}
	if m.kind == equal {
		s.Exact, s.Nimber = true, m.nim
	}
}

// extend sets s to the standing of a·w·b, where w needs so much.
func (s *standing) extend(a, b uint64, needed needs, w, butLast, butFirst *standing) {
	*s = standing{}
	switch needed.outcome(a, b) {
	case theory.PreviousWins:
		s.Worth = theory.Nothing()
	case theory.LeftWins:
		s.Weight = butLast.Weight + 1
		s.Covers[games.Left] = butLast.middle.beaten()
	case theory.RightWins:
		s.Weight = butFirst.Weight - 1
		s.Covers[games.Right] = butFirst.middle.negative().beaten()
	default:
		s.settle(w.middle.between(a, b, needed))
	}
	// A pile of 1 that moves the weight by 1 is worth ↑ + * or ↓ + *: Theorem 37.
	switch {
	case s.Exact:
	case b == 1 && butLast.Exact && s.Weight == butLast.Weight+1:
		s.Exact, s.Nimber = true, butLast.Nimber^1
	case a == 1 && butFirst.Exact && s.Weight == butFirst.Weight-1:
		s.Exact, s.Nimber = true, butFirst.Nimber^1
	}
}

// middle says how an N row compares with nimbers: Theorem 31 of docs/values.md.
type middle struct {
	kind kind
	nim  uint64
}

type kind int8

const (
	belowStar kind = iota - 2 // below *k for all large k
	below                     // below *nim, and confused with all other nimbers
	equal                     // *nim
	above                     // above *nim, and confused with all other nimbers
	aboveStar                 // above *k for all large k
)

// star is the row that is worth *.
var star = middle{equal, 1}

// weight returns the atomic weight.
func (m middle) weight() int { return int(m.kind) / int(aboveStar) }

// negative returns what the mirror image is like.
func (m middle) negative() middle { return middle{-m.kind, m.nim} }

// leftWins reports whether Left, moving first, wins the row beside a pile of 1 that both play.
func (m middle) leftWins() bool { return m.kind >= above || m.kind > belowStar && m.nim != 1 }

// covers returns the piles of Nim that an N row is at least as good as for Left.
func (m middle) covers() theory.PileSet {
	switch m.kind {
	case equal, above:
		return theory.PileSet{Kind: theory.OnePile, Pile: m.nim}
	case aboveStar:
		return theory.PileSet{Kind: theory.AllButOne} // but 0
	}
	return theory.PileSet{}
}

// beaten returns the piles of Nim beside which Left wins an N row or an L row, moving first: the
// complement of D in Theorem 31. An L row has no middle.
func (m middle) beaten() theory.PileSet {
	switch {
	case m == middle{} || m.kind >= above:
		return theory.PileSet{Kind: theory.EveryPile}
	case m.kind == belowStar:
		return theory.PileSet{Kind: theory.OnePile} // 0
	}
	return theory.PileSet{Kind: theory.AllButOne, Pile: m.nim}
}

// between returns what a·w·b is like, an N row, where w is like m and needs so much.
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
	case a > b: // m is *, here and below
		return middle{kind: aboveStar}
	case a == b:
		return star
	case highB:
		return middle{kind: belowStar}
	default:
		return middle{below, 1}
	}
}
