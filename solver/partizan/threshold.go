package partizan

import (
	"fmt"
	"math/bits"
	"strconv"

	"nimatron/solver/theory"
)

// Threshold is the size of a pile that Partizan End-Nim asks for. In a row of
// 1,000 piles of 10^18 it can be 10^21, more than a uint64 holds.
type Threshold struct{ hi, lo uint64 }

// leastPile is the least pile there is.
var leastPile = Threshold{lo: 1}

// String returns the threshold in decimal.
func (t Threshold) String() string { return string(t.appendTo(nil)) }

func (t Threshold) appendTo(dst []byte) []byte {
	if t.hi == 0 {
		return strconv.AppendUint(dst, t.lo, 10)
	}
	const half = 10_000_000_000_000_000_000 // 19 digits are the lower ones
	high, low := bits.Div64(t.hi, t.lo, half)
	return fmt.Appendf(dst, "%d%019d", high, low)
}

// spare returns by how much pile exceeds t, or false if it does not even meet it.
func (t Threshold) spare(pile uint64) (uint64, bool) {
	return pile - t.lo, t.hi == 0 && t.lo <= pile
}

// metBy reports whether pile is at least t.
func (t Threshold) metBy(pile uint64) bool {
	_, met := t.spare(pile)
	return met
}

// missing returns by how much pile, which does not meet t, falls short of it.
func (t Threshold) missing(pile uint64) Threshold {
	lo, borrow := bits.Sub64(t.lo, pile, 0)
	return Threshold{t.hi - borrow, lo}
}

// needs has the thresholds L* and R* of a row w: left is the least pile s with
// which Left wins s·w moving first, right the least with which Right wins w·s
// moving first. A player who wins second on w itself needs only 1.
type needs struct{ left, right Threshold }

// needAgainst returns what a player needs, to win moving first, at the end that
// the pile facing is not at: R*(aw) where a is facing, theirs L*(w) and ours
// R*(w); L*(wb) where b is facing, theirs R*(w) and ours L*(w).
//
// It is 1 if facing is less than theirs, else facing − theirs + ours + 1: Theorem 18 of
// docs/theory.md. Albert and Nowakowski 2001 give three cases, by the outcome of w. They
// are one: L*(w) is 1 where Right does not win w moving first, R*(w) where Left does not.
func needAgainst(facing uint64, theirs, ours Threshold) Threshold {
	spare, met := theirs.spare(facing)
	if !met {
		return leastPile
	}
	lo, carry := bits.Add64(spare, ours.lo, 1)
	return Threshold{ours.hi + carry, lo}
}

// needsOf returns L* and R* of the row w in time that grows with the square of
// the number of its piles and memory that grows with that number.
func needsOf(w []uint64) needs { return needsOfRuns(w, nil) }

// needsOfRuns is needsOf. Unless it is nil, yield is told what each run of n piles from w[i] on
// needs, the shorter runs first, but for the empty ones.
func needsOfRuns(w []uint64, yield func(i, n int, of needs)) needs {
	var buf [16]needs // enough for most rows, without an allocation
	at := buf[:min(len(w)+1, len(buf))]
	if len(w) >= len(buf) {
		at = make([]needs, len(w)+1)
	}
	// at[i] is what the run of n piles from w[i] on needs, for n = 0, 1 and so on.
	for i := range at {
		at[i] = needs{leastPile, leastPile}
	}
	for n := 1; n <= len(w); n++ {
		butLast := at[0]
		for i, last := range w[n-1:] {
			butFirst := at[i+1]
			at[i] = needs{
				left:  needAgainst(last, butLast.right, butLast.left),
				right: needAgainst(w[i], butFirst.left, butFirst.right),
			}
			butLast = butFirst
			if yield != nil {
				yield(i, n, at[i])
			}
		}
	}
	return at[0]
}

// outcome returns the outcome of a·w·b, where n is what w needs: the phase
// diagram of w, Corollary 20 of docs/theory.md. Players who fall short of what w asks for win only by moving
// first; of two who both meet it the one with more to spare wins.
func (n needs) outcome(a, b uint64) theory.Outcome {
	left, leftMeets := n.left.spare(a)
	right, rightMeets := n.right.spare(b)
	switch {
	case !leftMeets && !rightMeets:
		return theory.NextWins
	case !rightMeets || leftMeets && left > right:
		return theory.LeftWins
	case !leftMeets || right > left:
		return theory.RightWins
	default:
		return theory.PreviousWins
	}
}

// RowThresholds says how a row w of Partizan End-Nim fares as other piles are put
// at its ends (Albert and Nowakowski 2001, Proposition 21 of docs/theory.md).
type RowThresholds struct {
	// Outcome is the outcome of the row itself.
	Outcome theory.Outcome
	// L and R are L(w) and R(w): the least pile that, put at Left's or at Right's
	// end, makes the row one that Left or that Right wins whoever starts. Both are
	// 0 for the empty row, since a single pile is never such a row.
	L, R Threshold
	// LStar and RStar are L*(w) and R*(w): the least pile with which Left or Right
	// wins moving first.
	LStar, RStar Threshold
}

// Thresholds returns the thresholds of a row of piles of at least 1, the empty
// row included.
func Thresholds(piles []uint64) RowThresholds {
	if len(piles) == 0 {
		return RowThresholds{Outcome: theory.PreviousWins, LStar: leastPile, RStar: leastPile}
	}
	first, last := piles[0], piles[len(piles)-1]
	butFirst, butLast := needsOf(piles[1:]), needsOf(piles[:len(piles)-1])
	t := RowThresholds{
		L:     settling(last, butLast.right, butLast.left),
		R:     settling(first, butFirst.left, butFirst.right),
		LStar: needAgainst(last, butLast.right, butLast.left),
		RStar: needAgainst(first, butFirst.left, butFirst.right),
	}
	// A player who wins w moving first is one against whom 1 is not enough.
	t.Outcome = theory.PartizanOutcome(t.RStar != leastPile, t.LStar != leastPile)
	return t
}

// settling returns the least pile that wins whoever starts, with the arguments of
// needAgainst: it has to meet ours, and to spare more than facing does if facing
// meets theirs.
func settling(facing uint64, theirs, ours Threshold) Threshold {
	if theirs.metBy(facing) {
		return needAgainst(facing, theirs, ours)
	}
	return ours
}
