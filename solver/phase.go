package solver

import (
	"fmt"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
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
	n := new(big.Int).SetUint64(t.hi)
	n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(t.lo))
	return n.Append(dst, 10)
}

// Uint64 returns the threshold, or false if it is too large for a uint64.
func (t Threshold) Uint64() (uint64, bool) { return t.lo, t.hi == 0 }

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
// It is 1 if facing is less than theirs, else facing − theirs + ours + 1. Albert
// and Nowakowski 2001 give three cases, by the outcome of w. They are one: L*(w)
// is 1 where Right does not win w moving first, R*(w) where Left does not.
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
func needsOf(w []uint64) needs {
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
		}
	}
	return at[0]
}

// outcome returns the outcome of a·w·b, where n is what w needs: the phase
// diagram of w. Players who fall short of what w asks for win only by moving
// first; of two who both meet it the one with more to spare wins.
func (n needs) outcome(a, b uint64) Outcome {
	left, leftMeets := n.left.spare(a)
	right, rightMeets := n.right.spare(b)
	switch {
	case !leftMeets && !rightMeets:
		return NextWins
	case !rightMeets || leftMeets && left > right:
		return LeftWins
	case !leftMeets || right > left:
		return RightWins
	default:
		return PreviousWins
	}
}

// RowThresholds says how a row w of Partizan End-Nim fares as other piles are put
// at its ends [Albert and Nowakowski 2001].
type RowThresholds struct {
	// Outcome is the outcome of the row itself.
	Outcome Outcome
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
		return RowThresholds{Outcome: PreviousWins, LStar: leastPile, RStar: leastPile}
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
	t.Outcome = partizanOutcome(t.RStar != leastPile, t.LStar != leastPile)
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

// MaxPhaseSize is the largest side of a phase diagram.
const MaxPhaseSize = 512

// PhaseDiagram has the outcomes of a·w·b for one row w and all piles a and b up to
// its size [Albert and Nowakowski 2001].
//
// With a drawn upwards and b to the right, the N cells, if there are any, are a
// rectangle in the corner; from the triple point the P cells run up to the right
// in a diagonal, with L above it and R below.
type PhaseDiagram struct {
	// Size is the largest a and b.
	Size int
	// Cells has the letters of the outcomes: that of a·w·b is
	// Cells[(a-1)*Size+b-1].
	Cells []byte
	// TripleA and TripleB are the a and b of the triple point, the least P: they
	// are L*(w) and R*(w), and may lie beyond Size.
	TripleA, TripleB Threshold
	// AnyN reports whether any a·w·b is N: then 1·w·1 is.
	AnyN bool
}

// Phase returns the phase diagram of a row of piles of at least 1, which may be
// empty, for ends up to size. The error says that size is not within 1 to
// MaxPhaseSize.
func Phase(piles []uint64, size int) (*PhaseDiagram, error) {
	if size < 1 || size > MaxPhaseSize {
		return nil, fmt.Errorf("the largest end pile of a phase diagram is a whole number from 1 to %d, not %d", MaxPhaseSize, size)
	}
	n := needsOf(piles)
	d := &PhaseDiagram{
		Size:    size,
		Cells:   make([]byte, 0, size*size),
		TripleA: n.left,
		TripleB: n.right,
		AnyN:    n.outcome(1, 1) == NextWins,
	}
	for a := range uint64(size) {
		for b := range uint64(size) {
			d.Cells = append(d.Cells, n.outcome(a+1, b+1)[0])
		}
	}
	return d, nil
}

// At returns the outcome of a·w·b, where a and b are from 1 to d.Size.
func (d *PhaseDiagram) At(a, b int) Outcome {
	i := (a-1)*d.Size + b - 1
	return Outcome(d.Cells[i : i+1])
}

// String draws the diagram for a fixed-width font: Left's end pile a from bottom
// to top, Right's b from left to right.
func (d *PhaseDiagram) String() string {
	var b strings.Builder
	margin := len(strconv.Itoa(d.Size))
	for a := d.Size; a >= 1; a-- {
		fmt.Fprintf(&b, "%*d |", margin, a)
		for _, outcome := range d.Cells[(a-1)*d.Size : a*d.Size] {
			b.WriteByte(' ')
			b.WriteByte(outcome)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%s-+%s\n%*s  ", strings.Repeat("-", margin), strings.Repeat("--", d.Size), margin, "")
	// Only every fifth b is named: the columns are too narrow for more.
	for at := 1; at <= d.Size; {
		if at != 1 && at%5 != 0 {
			b.WriteString("  ")
			at++
			continue
		}
		label := strconv.Itoa(at)
		fmt.Fprintf(&b, " %-*s", 2*((len(label)+2)/2)-1, label)
		at += (len(label) + 2) / 2
	}
	return strings.TrimRight(b.String(), " ") + "\n"
}
