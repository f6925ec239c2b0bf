package board

import (
	"fmt"
	"math"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/picture/drawing"
)

const (
	thickest = 15 // of a counter
	thinnest = 5  // at least, where every counter is shown
	widest   = 25 // the radius of a counter
	flatness = 0.3
	tear     = 9 // where a stack is drawn lower than it is

	mostWithWords = 8 // piles whose names have room for a word
)

// Row draws piles as stacks of counters, on as many lines as a flat picture has. Where the
// numbers are too long for that it draws a list.
func (t *table) Row(row games.Row) {
	columns := columnsOf(row, &t.sketch)
	if len(columns) == 0 {
		t.empty()
		return
	}
	t.crowded = len(columns) > mostWithWords
	wide := t.roomOf(columns)
	inside := t.drawing.Width - 2*edge
	perLine := int((inside + gap) / (wide + gap))
	if perLine < 6 && perLine < len(columns) {
		t.list(row, columns)
		t.drawing.Height += 6
		return
	}
	lines := arrange(columns, perLine)
	y := float64(edge)
	at := heightsOf(columns, lines, stackHeight(len(lines)))
	for _, l := range lines {
		if l.leftOut > 0 {
			y = t.leftOut(y, l.leftOut)
			continue
		}
		y = t.stacks(columns[l.from:l.to], wide, at, y)
	}
	if len(row.Piles) == 0 {
		y = t.note(y, emptyText)
	}
	if at.torn {
		y = t.note(y, "Torn stacks are higher than they look.")
	}
	if closed := len(row.Piles) > 2; row.Ends && closed && row.Sided {
		for side, colour := range []string{games.Left: "blue", games.Right: "red"} {
			if row.Open[side] {
				y = t.teach(y, games.Side(side).Name()+" can take from the "+colour+" pile.")
			}
		}
	} else if row.Ends && closed && row.Open[games.Left] {
		y = t.teach(y, "You can take from the two light piles.")
	}
	t.end(y)
}

// roomOf is how wide the widest stack is with its letters.
func (t *table) roomOf(columns []column) float64 {
	wide := 24.0
	for i, c := range columns {
		wide = max(wide, t.count(c).Width()+6)
		for _, n := range []uint64{c.taken, c.earlier.count} {
			if n > 0 {
				wide = max(wide, drawing.Label{Text: "−" + words.Number(n), Size: t.size(noteSize), Bold: true}.Width()+14)
			}
		}
		if name := t.pileLabel(c); i > 0 && i < len(columns)-1 && name.Text != "" {
			wide = max(wide, name.Width()+6)
		}
	}
	return wide
}

// count is the number below a stack.
func (t *table) count(c column) drawing.Label {
	l := drawing.Label{Text: words.Number(c.counters), Size: t.size(numberSize + 2), Bold: true, Role: drawing.Ink}
	if c.gone {
		l.Role = drawing.Faint
	}
	return l
}

// pileLabel is what stands below the number of a stack: what a move calls it, or what it is.
func (t *table) pileLabel(c column) drawing.Label {
	l := drawing.Label{Text: c.name, Size: t.size(noteSize), Role: drawing.Faint}
	switch c.name {
	case "L":
		l.Text = "Left"
	case "R":
		l.Text = "Right"
	case "", "Left", "Right", "Left, Right":
	default:
		if l.Text = "pile " + c.name; t.crowded {
			l.Text = "#" + c.name
		}
	}
	switch {
	case c.fill == drawing.Nominated && !t.crowded:
		l.Text, l.Role, l.Bold = "chosen", drawing.Ink, true
		if t.board.Better {
			l.Text = "better"
		}
	case c.part && !t.crowded:
		l.Text, l.Role = "new", drawing.Ink
	case c.fill != drawing.Closed && c.fill != drawing.None:
		l.Role = drawing.Ink
	}
	return l
}

// heights say how many counters a stack shows, and how thick they are.
type heights struct {
	each  float64
	exact uint64 // up to so many it shows all
	slots int    // the highest stack
	top   uint64 // and how many there are in it
	torn  bool   // whether a stack shows fewer than it has
}

// heightsOf returns the heights at which the stacks that lines show fit into room. A stack
// that is too high for it is torn: what it shows beyond the exact ones grows with the number
// of its digits, so that a million is seen to be more than forty.
func heightsOf(columns []column, lines []span, room float64) heights {
	h := heights{top: 1}
	for _, l := range lines {
		for _, c := range columns[l.from:l.to] {
			h.top = max(h.top, c.top())
		}
	}
	if most := uint64(room / thinnest); h.top <= most {
		h.each, h.exact, h.slots = min(thickest, room/float64(h.top)), h.top, int(h.top)
		return h
	}
	h.each, h.torn = 9, true
	h.slots = int((room - 2*tear) / h.each)
	h.exact = uint64(max(2, h.slots*2/5))
	return h
}

// shown is how many counters a stack of n shows.
func (h heights) shown(n uint64) int {
	if n <= h.exact {
		return int(n)
	}
	part := math.Log(float64(n)/float64(h.exact)) / math.Log(float64(h.top)/float64(h.exact))
	return min(int(n), int(h.exact)+max(1, int(math.Round(part*float64(h.slots-int(h.exact))))))
}

// of returns how high a column is drawn, with its tear.
func (h heights) of(c column) float64 {
	_, _, all := h.parts(c)
	high := float64(all) * h.each
	if h.rip(c) >= 0 {
		high += tear
	}
	return high
}

// rip returns below which counter of those that are shown others are left out, -1 for none.
func (h heights) rip(c column) int {
	solid, last, all := h.parts(c)
	switch {
	case uint64(solid) < c.counters:
		return solid / 2
	case uint64(last-solid) < c.taken || uint64(all-last) < c.earlier.count:
		return (solid + all + 1) / 2
	}
	return -1
}

// parts returns how many counters a column shows: those that stand there, with those that
// the last move took, and with those that the one before it did.
func (h heights) parts(c column) (solid, last, all int) {
	solid = h.shown(c.counters)
	last = h.shown(c.counters + c.taken)
	if c.taken > 0 {
		last = max(last, solid+1)
	}
	all = h.shown(c.top())
	if c.earlier.count > 0 {
		all = max(all, last+1)
	}
	return solid, max(last, solid), max(all, last, solid)
}

// stacks draws columns beside each other from y downwards and returns where they end.
func (t *table) stacks(columns []column, wide float64, at heights, y float64) float64 {
	inside := t.drawing.Width - 2*edge
	pitch := max(min(wide+gap+40, (inside+gap)/float64(len(columns))), wide+gap)
	left := (t.drawing.Width-pitch*float64(len(columns)))/2 + pitch/2
	radius := min(widest, (pitch-gap)/2)
	above, tallest, named := 0.0, 0.0, 0.0
	for _, c := range columns {
		chips := 0.0
		for _, n := range []uint64{c.taken, c.earlier.count} {
			if n > 0 {
				chips += t.chipHeight()
			}
		}
		if t.adds(c) {
			chips += t.chipHeight()
		}
		above = max(above, chips)
		tallest = max(tallest, at.of(c))
		if t.pileLabel(c).Text != "" {
			named = t.size(noteSize) * 1.5
		}
	}
	base := y + above + tallest + radius*flatness + 4
	for i, c := range columns {
		x := left + float64(i)*pitch
		top := base - at.of(c) - radius*flatness - 2
		t.stack(c, x, base, radius, at)
		t.touchStack(c, x, base, (pitch-gap)/2, at)
		if t.adds(c) {
			h := t.chipHeight()
			t.label(drawing.Label{X: x, Y: top - h/2 + 2, Text: "+", Size: t.size(numberSize), Bold: true, Role: drawing.Ink})
			t.drawing.Spots = append(t.drawing.Spots, drawing.Spot{X: x - (pitch-gap)/2, Y: top - h - 4, W: pitch - gap, H: h + 6, Place: c.place, Leaves: c.counters, Exact: true})
		}
		if c.taken > 0 {
			top -= t.chipHeight() / 2
			t.chip(x, top, c.taken, c.by)
			top -= t.chipHeight() / 2
		}
		if c.earlier.count > 0 {
			t.chip(x, top-t.chipHeight()/2, c.earlier.count, c.earlier.by)
		}
		number := t.count(c)
		number.X, number.Y = x, base+radius*flatness+4+number.Size*0.6
		t.label(number)
		if name := t.pileLabel(c); name.Text != "" {
			w := name.Width() / 2
			name.X, name.Y = min(max(x, edge+w), t.drawing.Width-edge-w), number.Y+number.Size*0.6+name.Size*0.65
			t.label(name)
		}
	}
	return base + radius*flatness + 6 + t.size(numberSize+2)*1.2 + named
}

// adds reports whether a stack has a spot above it, for one more.
func (t *table) adds(c column) bool {
	return t.board.Edited && c.place != "" && c.place == t.board.Chosen
}

// touchStack notes where a stack can be touched: its counters, if it shows all of them, else the whole
// of it.
func (t *table) touchStack(c column, x, base, half float64, at heights) {
	if c.place == "" {
		return
	}
	solid, _, _ := at.parts(c)
	spot := drawing.Spot{X: x - half, W: 2 * half, Place: c.place}
	if uint64(solid) < c.counters {
		high := at.of(c)
		spot.Y, spot.H = base-high, high
		t.drawing.Spots = append(t.drawing.Spots, spot)
		return
	}
	spot.Exact, spot.H = true, at.each
	for k := range solid {
		spot.Leaves, spot.Y = uint64(k), base-float64(k+1)*at.each
		t.drawing.Spots = append(t.drawing.Spots, spot)
	}
}

// touch notes that all of a place can be touched in a rectangle around a point.
func (t *table) touch(v games.Vertex, x, y, w, h float64) {
	if v.Open && v.Counters > 0 || t.board.Edited && !v.Depot {
		t.drawing.Spots = append(t.drawing.Spots, drawing.Spot{X: x - w/2, Y: y - h/2, W: w, H: h, Place: v.Name})
	}
}

// stack draws the counters of a column on a base line, and the outlines of those that the
// last moves took above them.
func (t *table) stack(c column, x, base, radius float64, at heights) {
	solid, last, all := at.parts(c)
	flat := radius * flatness
	of := materialOf(c.fill)
	// The shadow falls to the right, where the light does not come from.
	t.drawing.Add(drawing.Disc{X: x + 3, Y: base + 1.5, R: radius + 3, RY: flat + 2.5, Fill: drawing.Shadow})
	if c.fill == drawing.Nominated {
		t.drawing.Add(drawing.Disc{X: x, Y: base, R: radius + 5, RY: flat + 4.5, Fill: drawing.Shadow, Border: drawing.Gold, BorderW: 2})
	}
	rip, y := at.rip(c), base
	for k := range all {
		if k == rip {
			t.tear(x, y-flat*0.2, radius)
			y -= tear
		}
		if k < solid {
			name := fmt.Sprintf("%d/%d", c.index, k)
			was := fmt.Sprintf("%d/%d", c.was, uint64(k)+c.under)
			t.drawing.Hold(name, was, func() { t.counter(k, x, y, radius, at.each, of, k == solid-1 || k == rip-1) })
		} else {
			by := c.by
			if k >= last {
				by = c.earlier.by
			}
			t.ghost(x, y, radius, at.each, by, k == solid, k == all-1 || k == last-1)
		}
		y -= at.each
	}
}

// counter draws the one with this number of a stack with its lower side at y.
func (t *table) counter(k int, x, y, radius, high float64, of material, top bool) {
	flat := radius * flatness
	round := drawing.Shade{To: of.shade, Round: true}
	t.drawing.Add(
		drawing.Disc{X: x, Y: y, R: radius, RY: flat, Lower: true, Fill: of.edge},
		drawing.Disc{X: x, Y: y - 1, R: radius, RY: flat, Lower: true, Fill: of.side, Shade: round},
		drawing.Box{X: x - radius, Y: y - high + 0.5, W: 2 * radius, H: high - 1.5, Fill: of.side, Shade: round},
	)
	if high >= 8 && radius >= 12 { // marks, so that sides are told apart without colours
		switch of {
		case blue:
			for _, at := range [][]float64{{-0.6, 0.2}, {-0.2, 0.55}}[k%2] {
				t.drawing.Add(drawing.Box{X: x + at*radius, Y: y - high + flat*math.Sqrt(1-at*at) + 1, W: radius * 0.26, H: high - 3, Fill: of.face})
			}
		case red:
			t.drawing.Add(drawing.Line{Points: arc(x, y-high*0.45, radius-1, flat, 0.1, 1.9), Width: 1.6, Role: of.rim})
		}
	}
	if top { // else the next one lies on it
		t.drawing.Add(
			drawing.Disc{X: x, Y: y - high, R: radius, RY: flat, Fill: of.rim},
			drawing.Disc{X: x, Y: y - high + 0.3, R: radius - 1.5, RY: flat - 1, Fill: of.face},
			drawing.Disc{X: x, Y: y - high + 0.3, R: radius * 0.7, RY: flat * 0.66, Fill: of.face, Border: of.rim, BorderW: 1},
		)
	}
}

// ghost draws the outline of a counter that was taken.
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
	to := 2.0 // quarters: only the front where another lies on it
	if top {
		to = 4
	}
	add(arc(x, y-high, radius, flat, 0, to))
}

// tear draws where counters are left out.
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
