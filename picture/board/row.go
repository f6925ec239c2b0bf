package board

import (
	"strconv"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/picture/drawing"
)

const (
	mostWithWords = 8
	fewest        = 6
	mostLines     = 3
	linesTouched  = 5
)

// Row draws piles as stacks of counters on up to three lines, or five to touch. If there are too many, it writes the
// number of omitted piles between two or three lines.
func (t *table) Row(row games.Row) {
	t.crowded = len(row.Piles) > mostWithWords
	columns := t.columnsOf(row)
	if len(columns) == 0 {
		t.empty()
		return
	}
	if row.Most > 0 && len(columns) == 1 {
		if y, ok := t.matches(columns[0]); ok {
			t.end(t.mostHint(y, row))
			return
		}
	}
	wide, perLine := t.widthOf(columns)
	if perLine < min(fewest, len(columns)) {
		t.broken = true
		wide, perLine = t.widthOf(columns)
	}
	lines := arrange(columns, perLine, int(t.either(mostLines, linesTouched)))
	thickest, room := t.stackRoom(len(lines))
	at := heightsOf(columns, lines, thickest, room)
	y := float64(edge)
	for _, l := range lines {
		if l.leftOut > 0 {
			y = t.smallPrint(y, "… "+words.Count(l.leftOut, "more pile")+" …")
			continue
		}
		y = t.line(columns[l.from:l.to], wide, at, y)
	}
	if len(row.Piles) == 0 {
		y = t.smallPrint(y, emptyText)
	}
	if at.torn {
		y = t.smallPrint(y, "Broken stacks are taller than drawn.")
	}
	t.end(t.mostHint(t.endsHint(y, row), row))
}

func (t *table) mostHint(y float64, row games.Row) float64 {
	if row.Bounds() {
		y = t.smallPrint(y, row.AtMost())
	}
	return y
}

func (t *table) endsHint(y float64, row games.Row) float64 {
	switch {
	case !row.Ends || len(row.Piles) < 3:
	case !row.Sided && row.Open[games.Left]:
		y = t.hint(y, "You can take from the two light piles.")
	case row.Sided && row.Open[games.Left]:
		y = t.hint(y, "Left can take from the blue pile.")
		fallthrough
	case row.Sided:
		if row.Open[games.Right] {
			y = t.hint(y, "Right can take from the red pile.")
		}
	}
	return y
}

// stackRoom returns the height of the thickest counter, and the room for a stack, given the number of lines.
func (t *table) stackRoom(lines int) (thickest, room float64) {
	const others = 160
	thickest, room = thick, []float64{170, 102, 68, 68, 68}[lines-1]
	if t.board.Touched {
		thickest, room = thickTouched, max(room, (t.board.height-others)/float64(lines))
	}
	return thickest, room
}

// widthOf returns the width of the widest column with its letters, and the number of columns on a line.
func (t *table) widthOf(columns []column) (wide float64, perLine int) {
	wide = 24
	for i, c := range columns {
		last, _ := t.chipSize(c.last)
		earlier, _ := t.chipSize(c.earlier)
		wide = max(wide, widest(t.count(c))+6, last+2, earlier+2)
		if i > 0 && i < len(columns)-1 {
			wide = max(wide, t.caption(c).Width()+6)
		}
	}
	return wide, int((t.drawing.Width - 2*edge + gap) / (wide + gap))
}

func (t *table) count(c column) drawing.Label {
	l := drawing.Label{Text: t.number("", c.counters), Size: t.size(countSize), Bold: true, Role: drawing.Ink}
	if c.gone {
		l.Role = drawing.Faint
	}
	if t.broken {
		l.Size = t.size(noteSize)
	}
	return l
}

func (t *table) caption(c column) drawing.Label {
	l := drawing.Label{Text: c.name, Size: t.size(noteSize), Role: drawing.Ink}
	switch {
	case t.board.Note != "" && !t.crowded && (c.of == gold || c.part || c.last.count > 0):
		l.Text, l.Bold = t.board.Note, true
	case c.of == gold && !t.crowded:
		l.Text, l.Bold = "chosen", true
	case c.part && !t.crowded:
		l.Text = "new"
	case c.of == stone:
		l.Role = drawing.Faint
	}
	return l
}

func (t *table) line(columns []column, wide float64, at heights, y float64) float64 {
	inside := t.drawing.Width - 2*edge
	spread, widest := t.either(40, 70), t.either(widestCounter, widestTouched)
	pitch := max(min(wide+gap+spread, (inside+gap)/float64(len(columns))), wide+gap)
	left := (t.drawing.Width-pitch*float64(len(columns)))/2 + pitch/2
	radius := whole(min(widest, (pitch-gap)/2))
	above, tallest, digits, names := 0.0, 0.0, 0.0, 0.0
	for _, c := range columns {
		above = max(above, t.roomAbove(c))
		tallest = max(tallest, at.of(c))
		number := t.count(c)
		digits = max(digits, float64(len(lines(number)))*number.Size*lineHeight)
		if caption := t.caption(c); caption.Text != "" {
			names = caption.Size * 1.5
		}
	}
	base := whole(y + above + tallest + radius*flatness + 4)
	below := base + radius*flatness + 3
	for i, c := range columns {
		x := whole(left + float64(i)*pitch)
		t.stack(c, x, base, radius, at)
		t.touchStack(c, x, base, pitch/2, at)
		t.marks(c, x, base-at.of(c)-radius*flatness-2, (pitch-gap)/2)
		t.write(t.count(c), x, below)
		if caption := t.caption(c); caption.Text != "" {
			w := caption.Width() / 2
			caption.X, caption.Y = min(max(x, edge+w), t.drawing.Width-edge-w), below+digits+caption.Size*0.6
			t.drawing.Add(caption)
		}
	}
	return below + digits + names
}

func (t *table) adds(c column) bool {
	return t.board.Edited && c.place != "" && c.place == t.board.Chosen
}

func (t *table) plusHeight() float64 { return t.size(noteSize)*1.45 + 4 }

func (t *table) roomAbove(c column) float64 {
	room := 0.0
	if t.adds(c) {
		room = t.plusHeight()
	}
	for _, m := range []taken{c.last, c.earlier} {
		if _, h := t.chipSize(m); h > 0 {
			room += h + 4
		}
	}
	return room
}

func (t *table) marks(c column, x, y, half float64) {
	if t.adds(c) {
		h := t.plusHeight()
		t.drawing.Add(drawing.Label{X: x, Y: y - h/2 + 2, Text: "+", Size: t.size(numberSize), Bold: true, Role: drawing.Ink})
		t.drawing.Spots = append(t.drawing.Spots, drawing.Spot{X: x - half, Y: y - h - 4, W: 2 * half, H: h + 6, Place: c.place, Leaves: c.counters, Exact: true})
	}
	for _, m := range []taken{c.last, c.earlier} {
		if _, h := t.chipSize(m); h > 0 {
			t.chip(x, y-h/2-2, m)
			y -= h + 4
		}
	}
}

// touchStack adds the spots of a stack: one for each counter if all are shown, else one for the whole.
func (t *table) touchStack(c column, x, base, half float64, at heights) {
	if c.place == "" {
		return
	}
	solid, _, _ := at.parts(c)
	spot := drawing.Spot{X: x - half, W: 2 * half, Place: c.place, Pile: strconv.Itoa(c.index)}
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

// thing names a counter. Every picture asks for all of them, for which Sprintf takes a fifth of the layout.
func thing(column int, counter uint64) string {
	return strconv.Itoa(column) + "/" + strconv.FormatUint(counter, 10)
}

// stack draws the counters of a column on a base line and, above them, the outlines of the counters
// that the last moves took.
func (t *table) stack(c column, x, base, radius float64, at heights) {
	solid, last, all := at.parts(c)
	flat := radius * flatness
	// The light comes from the left.
	t.drawing.Add(drawing.Disc{X: x + 3, Y: base + 1.5, R: radius + 3, RY: flat + 2.5, Fill: drawing.Shadow})
	if c.of == gold {
		t.drawing.Add(drawing.Disc{X: x, Y: base, R: radius + 5, RY: flat + 4.5, Fill: drawing.Shadow, Border: drawing.Gold, BorderW: 2})
	}
	rip, y := at.rip(c), base
	for k := range all {
		if k == rip {
			t.tear(x, y-flat*0.2, radius)
			y -= tear
		}
		if k < solid {
			name, was := thing(c.index, uint64(k)), thing(c.was, uint64(k)+c.under)
			t.drawing.Hold(name, was, func() { t.counter(k, x, y, radius, at.each, c.of, k == solid-1 || k == rip-1) })
		} else {
			by := c.last.by
			if k >= last {
				by = c.earlier.by
			}
			t.ghost(x, y, radius, at.each, by, k == solid, k == all-1 || k == last-1)
		}
		y -= at.each
	}
}
