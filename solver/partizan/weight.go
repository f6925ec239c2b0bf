package partizan

import (
	"cmp"
	"slices"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/solver/theory"
)

// worth returns what is proved of a row as a part of sums.
func worth(p games.Position) theory.Worth { return worthOf(p.(*endnim.Row).Piles()) }

// worthOf is worth by Theorems 33 and 35, and Lemma 39, of docs/values.md.
//
// A row that Left wins has the weight of the row without Right's pile, and one more. So what is
// left to ask is what an N row is like, which has an odd number of piles: that follows from its
// middle pile outwards.
func worthOf(piles []uint64) theory.Worth {
	switch outcome(piles) {
	case theory.PreviousWins:
		return theory.Nothing()
	case theory.RightWins:
		mirror := slices.Clone(piles)
		slices.Reverse(mirror)
		w := worthOf(mirror)
		w.Weight, w.Covers[0], w.Covers[1] = -w.Weight, w.Covers[1], w.Covers[0]
		return w
	}
	n, ahead := len(piles), 0
	if n > 2 {
		prefixes := make([]needs, n) // by their number of piles, of what is between the ends
		prefixes[2] = needs{leastPile, leastPile}
		needsOfRuns(piles[1:n-1], func(i, run int, of needs) {
			if i == 0 {
				prefixes[run+1] = of // which has the first pile, and one more
			}
		})
		for n > 2 && prefixes[n-1].outcome(piles[0], piles[n-1]) == theory.LeftWins {
			n, ahead = n-1, ahead+1
		}
	}
	if n == 2 { // two piles that Left wins
		n, ahead = 1, ahead+1
	}
	m := middleOf(piles[:n])
	w := theory.Worth{Weight: ahead + m.weight()}
	switch ahead {
	case 0:
		w.Covers = [2]theory.PileSet{games.Left: m.covers(), games.Right: m.negative().covers()}
	case 1:
		w.Covers[games.Left] = m.beaten()
	default:
		w.Covers[games.Left].Kind = theory.EveryPile
	}
	// Each pile of 1 that ends an L row is worth ↑ + *: Theorem 35.
	if m.kind == equal && !slices.ContainsFunc(piles[n:], func(pile uint64) bool { return pile != 1 }) {
		w.Exact, w.Nimber = true, m.nim^uint64(ahead%2)
	}
	return w
}

// outcome returns who wins a row.
func outcome(piles []uint64) theory.Outcome {
	switch n := len(piles); n {
	case 0:
		return theory.PreviousWins
	case 1:
		return theory.NextWins
	default:
		return needsOf(piles[1:n-1]).outcome(piles[0], piles[n-1])
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

// covers returns the piles of Nim that the row is at least as good as for Left.
func (m middle) covers() theory.PileSet {
	switch m.kind {
	case equal, above:
		return theory.PileSet{Kind: theory.OnePile, Pile: m.nim}
	case aboveStar:
		return theory.PileSet{Kind: theory.AllButOne} // but 0
	}
	return theory.PileSet{}
}

// beaten returns the piles of Nim beside which Left wins the row, moving first: the set X of
// Theorem 31.
func (m middle) beaten() theory.PileSet {
	switch m.kind {
	case above, aboveStar:
		return theory.PileSet{Kind: theory.EveryPile}
	case belowStar:
		return theory.PileSet{Kind: theory.OnePile} // 0
	}
	return theory.PileSet{Kind: theory.AllButOne, Pile: m.nim}
}

// middleOf returns what an N row is like.
func middleOf(piles []uint64) middle {
	centre := len(piles) / 2
	inner := make([]needs, centre+1) // what the 2t − 1 piles about the centre need
	if centre > 0 {
		needsOfRuns(piles[1:len(piles)-1], func(i, n int, of needs) {
			if i+1+n/2 == centre && n%2 == 1 {
				inner[n/2+1] = of
			}
		})
	}
	m := middle{equal, piles[centre]}
	for t := 1; t <= centre; t++ {
		m = m.between(piles[centre-t], piles[centre+t], inner[t])
	}
	return m
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
