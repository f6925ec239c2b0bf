package board

import "nimatron/picture/drawing"

// A scale says how high stacks are drawn.
type scale struct {
	box   float64 // the height of a counter
	exact int     // up to how many counters a stack shows all
}

// cut is the height of the mark where a stack is drawn shorter than it is.
const cut = 12

// scaleOf returns the scale at which the columns that lines show fit into height.
func scaleOf(columns []column, lines []span, height float64) scale {
	top := uint64(1)
	for _, l := range lines {
		for _, c := range columns[l.from:l.to] {
			top = max(top, c.top())
		}
	}
	s := scale{box: boxHigh, exact: int(height / boxLow)}
	if top <= uint64(s.exact) {
		s.box = min(boxHigh, float64(int(height/float64(top))))
		s.exact = int(top)
	} else {
		s.box = 10
		s.exact = int((height - cut) / s.box)
	}
	return s
}

// height is how high a stack of n is drawn.
func (s scale) height(n uint64) float64 {
	if n <= uint64(s.exact) {
		return float64(n) * s.box
	}
	return float64(s.exact)*s.box + cut
}

// stack draws the counters of a column on a base line. In a broken one the counters above
// and below the cut are not all there are: the number says how many. Taken ones are
// ghosts on top.
func (s *sketch) stack(c column, x, w, base float64, at scale) {
	if c.top() <= uint64(at.exact) {
		s.counters(c, x, w, base, at.box, 0, int(c.top()), int(c.counters))
		return
	}
	boxes := at.exact
	solid, below := boxes, boxes/2 // how many boxes are not ghosts, and are below the cut
	switch half := uint64(boxes / 2); {
	case c.taken == 0:
	case c.counters <= half: // some ghosts are cut out
		solid = int(c.counters)
		below = solid + (boxes-solid+1)/2
	case c.taken <= half: // some counters are
		solid = boxes - int(c.taken)
		below = solid / 2
	default: // some of both are
		solid = boxes / 2
		below = solid
	}
	s.counters(c, x, w, base, at.box, 0, below, solid)
	s.counters(c, x, w, base-cut, at.box, below, boxes, solid)
	middle := base - float64(below)*at.box - cut/2
	for _, dy := range []float64{-2.5, 2.5} {
		s.drawing.Add(drawing.Line{Width: 1.5, Role: drawing.Ink, Points: []drawing.Point{
			{X: x, Y: middle + dy + 2}, {X: x + w/3, Y: middle + dy - 2}, {X: x + 2*w/3, Y: middle + dy + 2}, {X: x + w, Y: middle + dy - 2},
		}})
	}
}

// counters draws those from from to to, counted from the base; from solid on they are
// ghosts.
func (s *sketch) counters(c column, x, w, base, box float64, from, to, solid int) {
	for k := from; k < to; k++ {
		b := drawing.Box{X: x, Y: base - float64(k+1)*box + 1, W: w, H: box - 1.5, Radius: 2, Fill: c.fill, Pattern: c.pattern}
		if k >= solid {
			b.Fill, b.Pattern, b.Border, b.BorderW, b.Dashed, b.Radius = drawing.None, drawing.Plain, drawing.Faint, 1, true, 0
		}
		s.drawing.Add(b)
	}
}
