package partizan

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// MaxPhaseSize is the largest side of a phase diagram.
const MaxPhaseSize = 512

// PhaseDiagram has the outcomes of a·w·b for a row w and all a and b up to Size (Albert and
// Nowakowski 2001, Corollary 20 of docs/theory/theory.md).
//
// With a upwards and b to the right, the N cells, if any, are a rectangle in the corner. From the
// triple point the P cells run up to the right in a diagonal, L above and R below.
type PhaseDiagram struct {
	// Size is the largest a and b.
	Size int
	// Cells has the outcomes as letters; a·w·b is at (a-1)*Size+b-1.
	Cells []byte
	// TripleA and TripleB are the triple point, the least P: L*(w) and R*(w). It may lie beyond
	// Size.
	TripleA, TripleB Threshold
}

// Phase returns the phase diagram of a row, which may be empty, for ends up to size, 1 to
// MaxPhaseSize. It returns ctx.Err() if ctx ends first.
func Phase(ctx context.Context, piles []uint64, size int) (*PhaseDiagram, error) {
	if size < 1 || size > MaxPhaseSize {
		return nil, fmt.Errorf("the largest end pile of a phase diagram is a whole number from 1 to %d, not %d", MaxPhaseSize, size)
	}
	n := needsOf(piles)
	d := &PhaseDiagram{
		Size:    size,
		Cells:   make([]byte, 0, size*size),
		TripleA: n.left,
		TripleB: n.right,
	}
	for a := range uint64(size) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for b := range uint64(size) {
			d.Cells = append(d.Cells, n.outcome(a+1, b+1)[0])
		}
	}
	return d, nil
}

// String draws the diagram for a fixed-width font, a from bottom to top and b from left to right.
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
	// The columns are too narrow to label every b.
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
