package board

import (
	"fmt"
	"math"
	"strconv"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/picture/drawing"
)

// widestBoxes is how wide a stack of boxes is drawn at most.
const widestBoxes = 76

// Grid draws a yard with stacks of boxes, and a fork-lift at its door.
func (t *table) Grid(g games.Grid) {
	if len(g.Cells) == 0 {
		t.empty()
		return
	}
	const fence = 7 // around the stacks
	rows := len(g.Cells) / g.Columns
	head := t.size(noteSize) * 1.5
	size := min(widestBoxes, math.Floor((t.drawing.Width-2*edge-2*fence-head)/float64(g.Columns)))
	digits := 0.0
	for _, c := range g.Cells {
		digits = max(digits, drawing.Label{Text: words.Number(c.Counters), Size: 1, Bold: true}.Width())
	}
	letters := min(t.size(numberSize), (size-9)/digits)
	if size < narrowestCell || letters < smallest || rows > mostRows {
		t.sketch.Grid(g)
		return
	}
	wide, high := float64(g.Columns)*size, float64(rows)*size
	x0 := (t.drawing.Width-head-wide)/2 + head
	y0 := edge + head + fence
	t.yard(x0-fence, y0-fence, wide+2*fence, high+2*fence)
	marks := t.marks(g.Cells)
	for i, c := range g.Cells {
		x, y := x0+float64(i%g.Columns)*size, y0+float64(i/g.Columns)*size
		t.hold(c, func() { t.cell(c, x, y, size, letters, marks[i]) })
		t.touch(c, x+size/2, y+size/2, size, size)
		if i < g.Columns {
			t.heading(g.ColumnName(i), x+size/2, edge+head/2-1)
		}
		if i%g.Columns == 0 {
			t.heading(strconv.Itoa(i/g.Columns+1), x0-fence-head/2, y+size/2)
		}
	}
	for i, made := range marks { // in front of the stacks above and below
		t.chips(x0+(float64(i%g.Columns)+0.5)*size, y0+float64(i/g.Columns)*size+5, made)
	}
	y := y0 + high + fence
	t.forklift(x0+wide/2-20, y+1)
	t.end(t.openNote(y+32, g.Cells))
}

// hold draws what stands at a place as one thing, which is another when it is more or less.
func (t *table) hold(v games.Vertex, draw func()) {
	name := fmt.Sprintf("%s/%d", v.Name, v.Counters)
	t.drawing.Hold(name, name, draw)
}

// marks returns what the last two moves took from each place, by its index, the newest first.
func (t *table) marks(places []games.Vertex) [][]taken {
	marks := make([][]taken, len(places))
	shown := 0
	for _, made := range t.board.Moves {
		was, ok := placesOf(made.Before)
		if !ok || made.Move.Kind != games.Take {
			continue
		}
		for i := range places { // the names may be others since then
			if len(was) == len(places) && was[i].Name == made.Move.Where {
				marks[i] = append(marks[i], taken{made.Move.Count, made.By})
			}
		}
		if shown++; shown == 2 {
			break
		}
	}
	return marks
}

// yard draws the ground of the yard, with a fence that is open at the door.
func (t *table) yard(x, y, w, h float64) {
	t.drawing.Add(
		drawing.Box{X: x + 3, Y: y + 3, W: w, H: h, Radius: 5, Fill: drawing.Shadow},
		drawing.Box{X: x, Y: y, W: w, H: h, Radius: 5, Fill: drawing.Road, Border: drawing.RoadEdge, BorderW: 1},
	)
	const in = 3
	door := min(w/2-6, 26)
	left, right, upper, lower := x+in, x+w-in, y+in, y+h-in+1
	t.drawing.Add(drawing.Line{Width: 1.6, Role: drawing.Paint, Dash: 7, Points: []drawing.Point{
		{X: x + w/2 - door, Y: lower}, {X: left, Y: lower}, {X: left, Y: upper},
		{X: right, Y: upper}, {X: right, Y: lower}, {X: x + w/2 + door, Y: lower},
	}})
}

// cell draws a stack of boxes, or where there was one.
func (t *table) cell(c games.Vertex, x, y, size, letters float64, made []taken) {
	const gap = 3
	if c.Name == t.board.Chosen {
		defer t.drawing.Add(drawing.Box{X: x + 1, Y: y + 1, W: size - 2, H: size - 2, Border: drawing.Gold, BorderW: 3})
	}
	if c.Counters == 0 {
		b := drawing.Box{X: x + gap, Y: y + gap, W: size - 2*gap, H: size - 2*gap, Radius: 2, Border: drawing.RoadEdge, BorderW: 1}
		if len(made) > 0 {
			b.Border, _ = owner(made[0].by)
			b.BorderW, b.Dashed = 1.5, made[0].by == games.Left
		}
		t.drawing.Add(b)
		return
	}
	t.boxes(x+gap, y+gap, size-2*gap, size-2*gap, c.Counters, c.Open)
	t.badge(x+size/2, y+size*0.54, words.Number(c.Counters), letters, c.Open)
}

// boxes draws a stack of boxes in a rectangle: the more there are, the higher, up to four.
func (t *table) boxes(x, y, w, h float64, n uint64, open bool) {
	face, shade, top, line, tape := drawing.Carton, drawing.CartonShade, drawing.CartonTop, drawing.CartonEdge, drawing.Tape
	if !open {
		face, shade, top, line, tape = drawing.FarCarton, drawing.FarCartonShade, drawing.FarCartonTop, drawing.FarCartonEdge, drawing.FarTape
	}
	layers := int(min(n, 4))
	lid := h * 0.2
	each := min((h-lid)/float64(layers), h*0.42)
	front := each * float64(layers)
	upper := y + h - front
	t.drawing.Add(
		drawing.Box{X: x + 2.5, Y: upper - lid + 4, W: w, H: front + lid - 2, Radius: 2, Fill: drawing.RoadEdge},
		drawing.Box{X: x, Y: upper - lid, W: w, H: lid + front, Radius: 2, Fill: line},
		drawing.Box{X: x + 1, Y: upper - lid + 1, W: w - 2, H: lid, Radius: 1.5, Fill: top},
	)
	for k := range layers {
		t.drawing.Add(drawing.Box{X: x + 1, Y: upper + float64(k)*each + 0.5, W: w - 2, H: each - 1, Fill: face, Shade: drawing.Shade{To: shade}})
	}
	if open {
		t.drawing.Add(
			drawing.Box{X: x + w/2 - w*0.09, Y: upper - lid + 1, W: w * 0.18, H: lid, Fill: tape},
			drawing.Box{X: x + w/2 - w*0.09, Y: upper + 0.5, W: w * 0.18, H: min(each-1, each*0.8), Fill: tape},
		)
	}
}

// badge writes a number on a light ground with its middle at a point.
func (t *table) badge(x, y float64, text string, size float64, open bool) {
	l := drawing.Label{X: x, Y: y, Text: text, Size: size, Bold: true, Role: drawing.Black}
	w := max(l.Width()+8, size*1.45)
	b := drawing.Box{X: x - w/2, Y: y - size*0.72, W: w, H: size * 1.44, Radius: size * 0.72, Fill: drawing.Badge, Border: drawing.BadgeEdge, BorderW: 1}
	if !open {
		b.Fill, b.Border = drawing.FarTape, drawing.FarCartonEdge
	}
	t.drawing.Add(b, l)
}

// forklift draws one that looks to the right, some 40 wide and 28 high.
func (t *table) forklift(x, y float64) {
	t.drawing.Add(
		drawing.Disc{X: x + 18, Y: y + 27, R: 22, RY: 3, Fill: drawing.Shadow},
		drawing.Box{X: x + 27, Y: y, W: 3, H: 26, Fill: drawing.MetalLit},        // the mast
		drawing.Box{X: x + 27, Y: y + 23, W: 15, H: 2.5, Fill: drawing.MetalLit}, // the fork
		drawing.Box{X: x + 8, Y: y + 1, W: 17, H: 14, Radius: 2, Border: drawing.PaintDark, BorderW: 2},
		drawing.Disc{X: x + 15, Y: y + 7, R: 2.6, Fill: drawing.Tape}, // who drives
		drawing.Box{X: x + 12.5, Y: y + 9, W: 5, H: 6, Radius: 2, Fill: drawing.LeftShade},
		drawing.Box{X: x + 1, Y: y + 12, W: 26, H: 11, Radius: 3, Fill: drawing.Paint, Shade: drawing.Shade{To: drawing.PaintDark}},
	)
	for _, at := range []float64{8, 22} {
		t.drawing.Add(drawing.Disc{X: x + at, Y: y + 23.5, R: 4.5, Fill: drawing.Tyre}, drawing.Disc{X: x + at, Y: y + 23.5, R: 1.7, Fill: drawing.Metal})
	}
}
