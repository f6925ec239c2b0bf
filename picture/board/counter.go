package board

import (
	"math"

	"nimatron/games"
	"nimatron/picture/drawing"
)

const (
	thick         = 15
	thickTouched  = 33
	thinnest      = 5
	tornEach      = 9
	widestCounter = 25
	widestTouched = 36
	flatness      = 0.3
	tear          = 9
)

// whole rounds a length down to half a unit, which is a pixel: all counters of a size then have the same
// pixels.
func whole(units float64) float64 { return math.Floor(2*units) / 2 }

type heights struct {
	each  float64
	exact uint64
	slots int
	top   uint64
	torn  bool
}

// heightsOf returns the heights at which the stacks of some lines fit into room. A stack that is too high is
// torn: what it shows beyond the exact counters grows with the logarithm, so that a million looks like more
// than forty.
func heightsOf(columns []column, lines []span, thickest, room float64) heights {
	h := heights{top: 1}
	for _, l := range lines {
		for _, c := range columns[l.from:l.to] {
			h.top = max(h.top, c.top())
		}
	}
	if h.top <= uint64(room/thinnest) {
		h.each, h.exact, h.slots = whole(min(thickest, room/float64(h.top))), h.top, int(h.top)
		return h
	}
	h.each, h.torn = tornEach, true
	if room < 100 { // of several lines
		h.each = thinnest
	}
	h.slots = int((room - 2*tear) / h.each)
	h.exact = uint64(h.slots * 3 / 5)
	return h
}

func (h heights) shown(n uint64) int {
	if n <= h.exact {
		return int(n)
	}
	part := math.Log(float64(n)/float64(h.exact)) / math.Log(float64(h.top)/float64(h.exact))
	return min(int(n), int(h.exact)+max(1, int(math.Round(part*float64(h.slots-int(h.exact))))))
}

func (h heights) of(c column) float64 {
	_, _, all := h.parts(c)
	high := float64(all) * h.each
	if h.rip(c) >= 0 {
		high += tear
	}
	return high
}

// rip returns the counter below which a tall stack is drawn torn because the others don't fit, or -1
// if all are shown.
func (h heights) rip(c column) int {
	solid, last, all := h.parts(c)
	switch {
	case uint64(solid) < c.counters:
		return solid / 2
	case uint64(last-solid) < c.last.count || uint64(all-last) < c.earlier.count:
		return (solid + all + 1) / 2
	}
	return -1
}

// parts returns the numbers of counters in a column: those that stand, those taken by the last move too, and
// those of the move before too.
func (h heights) parts(c column) (solid, last, all int) {
	solid = h.shown(c.counters)
	last = h.shown(c.counters + c.last.count)
	if c.last.count > 0 {
		last = max(last, solid+1)
	}
	all = h.shown(c.top())
	if c.earlier.count > 0 {
		all = max(all, last+1)
	}
	return solid, max(last, solid), max(all, last, solid)
}

// counter draws number k of a stack with its lower side at y. Marks and colours tell the sides apart. Only
// the topmost counter shows its face, unless the board is touched: then those above may be lifted.
func (t *table) counter(k int, x, y, radius, high float64, of material, top bool) {
	flat := radius * flatness
	round := drawing.Shade{To: of.shade, Round: true}
	t.drawing.Add(
		drawing.Disc{X: x, Y: y, R: radius, RY: flat, Lower: true, Fill: of.edge},
		drawing.Disc{X: x, Y: y - 1, R: radius, RY: flat, Lower: true, Fill: of.side, Shade: round},
		drawing.Box{X: x - radius, Y: y - high + 0.5, W: 2 * radius, H: high - 1, Fill: of.side, Shade: round}, // overlaps the disc, or a line would show between them
	)
	if high >= 8 && radius >= 12 {
		switch of {
		case blue:
			for _, at := range [][]float64{{-0.6, 0.2}, {-0.2, 0.55}}[k%2] {
				t.drawing.Add(drawing.Box{X: x + at*radius, Y: y - high + flat*math.Sqrt(1-at*at) + 1, W: radius * 0.26, H: high - 3, Fill: of.face})
			}
		case red:
			t.drawing.Add(drawing.Line{Points: arc(x, y-high*0.45, radius-1, flat, 0.1, 1.9), Width: 1.6, Role: of.rim})
		}
	}
	if top {
		t.drawing.Add(drawing.Disc{X: x, Y: y - high, R: radius, RY: flat, Fill: of.rim})
	}
	if top || t.board.Touched {
		t.drawing.Add(
			drawing.Disc{X: x, Y: y - high + 0.3, R: radius - 1.5, RY: flat - 1, Fill: of.face},
			drawing.Disc{X: x, Y: y - high + 0.3, R: radius * 0.7, RY: flat * 0.66, Fill: of.face, Border: of.rim, BorderW: 1},
		)
	}
}

// ghost draws the outline of a counter that was taken. The first has a lower edge, and the topmost
// a whole upper one.
func (t *table) ghost(x, y, radius, high float64, by games.Side, first, top bool) {
	flat := radius * flatness
	line := trace(by)
	add := func(points []drawing.Point) {
		line.Points = points
		t.drawing.Add(line)
	}
	if first {
		add(arc(x, y, radius, flat, 0, 2))
	}
	for _, side := range []float64{-radius, radius} {
		add([]drawing.Point{{X: x + side, Y: y}, {X: x + side, Y: y - high}})
	}
	to := 2.0 // in quarter turns: the next counter hides the rest
	if top {
		to = 4
	}
	add(arc(x, y-high, radius, flat, 0, to))
}

func (t *table) tear(x, y, radius float64) {
	for _, dy := range []float64{-2, -tear + 2} {
		var points []drawing.Point
		for i := range 7 {
			p := drawing.Point{X: x - radius + float64(i)*radius/3, Y: y + dy}
			if i%2 == 1 {
				p.Y -= 3
			}
			points = append(points, p)
		}
		t.drawing.Add(drawing.Line{Points: points, Width: 1.5, Role: drawing.Ink})
	}
}
