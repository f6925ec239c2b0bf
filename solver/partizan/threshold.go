package partizan

import (
	"fmt"
	"math/bits"
	"strconv"

	"nimatron/solver/theory"
)

// Threshold is a size of a pile. In a row of 1,000 piles of 10^18 it can be 10^21, more than a
// uint64 holds.
type Threshold struct{ hi, lo uint64 }

var leastPile = Threshold{lo: 1}

func (t Threshold) String() string { return string(t.appendTo(nil)) }

func (t Threshold) appendTo(dst []byte) []byte {
	if t.hi == 0 {
		return strconv.AppendUint(dst, t.lo, 10)
	}
	const half = 10_000_000_000_000_000_000
	high, low := bits.Div64(t.hi, t.lo, half)
	return fmt.Appendf(dst, "%d%019d", high, low)
}

func (t Threshold) spare(pile uint64) (uint64, bool) {
	return pile - t.lo, t.hi == 0 && t.lo <= pile
}

func (t Threshold) metBy(pile uint64) bool {
	_, met := t.spare(pile)
	return met
}

func (t Threshold) missing(pile uint64) Threshold {
	lo, borrow := bits.Sub64(t.lo, pile, 0)
	return Threshold{t.hi - borrow, lo}
}

// needs has the thresholds of a row w. left is L*(w), the least s with which Left wins s·w moving
// first; right is R*(w), the least s with which Right wins w·s. A need is 1 if that player wins w
// moving second.
type needs struct{ left, right Threshold }

// needAgainst returns a player's need at one end if facing stands at the other: R*(aw) for facing =
// a, theirs = L*(w) and ours = R*(w); L*(wb) for facing = b, theirs = R*(w) and ours = L*(w).
//
// It is 1 if facing < theirs, else facing − theirs + ours + 1 (Theorem 18 of docs/theory/theory.md). This
// unites the three cases of Albert and Nowakowski 2001: L*(w) is 1 unless Right wins w moving
// first, R*(w) unless Left does.
func needAgainst(facing uint64, theirs, ours Threshold) Threshold {
	spare, met := theirs.spare(facing)
	if !met {
		return leastPile
	}
	lo, carry := bits.Add64(spare, ours.lo, 1)
	return Threshold{ours.hi + carry, lo}
}

func needsOf(w []uint64) needs { return needsOfRuns(w, nil) }

// needsOfRuns is like needsOf, but also passes the needs of every non-empty run w[i:i+n] to yield if
// that is not nil, shorter runs first.
func needsOfRuns(w []uint64, yield func(i, n int, of needs)) needs {
	var buf [16]needs
	at := buf[:min(len(w)+1, len(buf))]
	if len(w) >= len(buf) {
		at = make([]needs, len(w)+1)
	}
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

// outcome returns the outcome of a·w·b from the needs of w (Corollary 20 of docs/theory/theory.md). A
// player below the need wins only by moving first. If both meet it, the one with more to spare
// wins.
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

// RowThresholds has the outcome of a row w, and the piles at either end that change it (Albert and
// Nowakowski 2001, Proposition 21 of docs/theory/theory.md).
type RowThresholds struct {
	Outcome theory.Outcome
	// L and R are L(w) and R(w): the least pile at Left's or Right's end with which that player
	// wins, no matter who starts. Both are 0 for the empty row, since the first player wins a single
	// pile.
	L, R         Threshold
	LStar, RStar Threshold
}

// Thresholds returns the thresholds of a row, which may be empty.
func Thresholds(piles []uint64) RowThresholds {
	if len(piles) == 0 {
		return RowThresholds{Outcome: theory.PreviousWins, LStar: leastPile, RStar: leastPile}
	}
	first, last := piles[0], piles[len(piles)-1]
	butFirst, butLast := needsOf(piles[1:]), needsOf(piles[:len(piles)-1])
	t := RowThresholds{
		L:     leastWinning(last, butLast.right, butLast.left),
		R:     leastWinning(first, butFirst.left, butFirst.right),
		LStar: needAgainst(last, butLast.right, butLast.left),
		RStar: needAgainst(first, butFirst.left, butFirst.right),
	}
	// A player wins w moving first exactly if the opponent's need is more than 1.
	t.Outcome = theory.PartizanOutcome(t.RStar != leastPile, t.LStar != leastPile)
	return t
}

// leastWinning returns the least pile that wins no matter who starts; the arguments are those of needAgainst.
// The pile must meet ours and, if facing meets theirs, have more to spare than facing.
func leastWinning(facing uint64, theirs, ours Threshold) Threshold {
	if theirs.metBy(facing) {
		return needAgainst(facing, theirs, ours)
	}
	return ours
}
