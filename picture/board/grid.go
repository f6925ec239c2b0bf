package board

import (
	"fmt"
	"math"
	"strconv"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/picture/drawing"
)

const (
	widestCell    = 76
	narrowestCell = 21
	lowestCell    = 34
	mostRows      = 24
)

func (t *table) Grid(g games.Grid) {
	if len(g.Cells) == 0 {
		t.empty()
		return
	}
	const fence = 7
	rows := len(g.Cells) / g.Columns
	head := t.size(noteSize) * 1.5
	size := min(widestCell, math.Floor((t.drawing.Width-2*edge-2*fence-head)/float64(g.Columns)))
	digits := 0.0
	for _, c := range g.Cells {
		digits = max(digits, drawing.Label{Text: words.Number(c.Counters), Size: 1, Bold: true}.Width())
	}
	letters := min(t.size(numberSize), (size-9)/digits)
	if most := max(smallest, size*0.4); size >= lowestCell && letters > most {
		letters, t.covered = most, true
	}
	if size < narrowestCell || letters < smallest || rows > mostRows {
		t.err = drawing.ErrTooLarge
		return
	}
	wide, high := float64(g.Columns)*size, float64(rows)*size
	x0 := (t.drawing.Width-head-wide)/2 + head
	y0 := edge + head + fence
	t.yard(x0-fence, y0-fence, wide+2*fence, high+2*fence)
	made, top := t.takenFrom(g.Cells), highest(g.Cells)
	for i, c := range g.Cells {
		x, y := x0+float64(i%g.Columns)*size, y0+float64(i/g.Columns)*size
		t.hold(c, func() { t.cell(c, x, y, size, letters, top, made[i]) })
		t.touch(c, x+size/2, y+size/2, size, size)
		if i < g.Columns {
			t.heading(g.ColumnName(i), x+size/2, edge+head/2-1)
		}
		if i%g.Columns == 0 {
			t.heading(strconv.Itoa(i/g.Columns+1), x0-fence-head/2, y+size/2)
		}
	}
	for i := range made { // in front of the stacks behind them
		t.chips(x0+(float64(i%g.Columns)+0.5)*size, y0+float64(i/g.Columns)*size+5, made[i])
	}
	y := y0 + high + fence
	t.forklift(x0+wide/2-20, y+1)
	t.end(t.openHint(y+32, g.Cells))
}

func (t *table) heading(text string, x, y float64) {
	t.drawing.Add(drawing.Label{X: x, Y: y, Text: text, Size: t.size(noteSize), Role: drawing.Faint})
}

func (t *table) hold(v games.Vertex, draw func()) {
	name := fmt.Sprintf("%s/%d", v.Name, v.Counters)
	t.drawing.Hold(name, name, draw)
}

func (t *table) touch(v games.Vertex, x, y, w, h float64) {
	if v.Open && v.Counters > 0 || t.board.Edited && !v.Depot {
		t.drawing.Spots = append(t.drawing.Spots, drawing.Spot{X: x - w/2, Y: y - h/2, W: w, H: h, Place: v.Name, Pile: v.Name})
	}
}

// takenFrom returns the counters that the last two moves took from each place, the newest first.
func (t *table) takenFrom(places []games.Vertex) [][]taken {
	made := make([][]taken, len(places))
	shown := 0
	for _, m := range t.board.Moves {
		was := placesOf(m.Before)
		if was == nil || m.Move.Kind != games.Take {
			continue
		}
		for i := range places { // a name may mean another place by now
			if len(was) == len(places) && was[i].Name == m.Move.Where {
				made[i] = append(made[i], taken{m.Move.Count, m.By})
			}
		}
		if shown++; shown == 2 {
			break
		}
	}
	return made
}

func placesOf(s games.Shape) []games.Vertex {
	switch s := s.(type) {
	case games.Graph:
		return s.Vertices
	case games.Grid:
		return s.Cells
	}
	return nil
}

// yard draws the ground of a yard, with a fence that is open at the door.
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

func (t *table) cell(c games.Vertex, x, y, size, letters float64, top uint64, made []taken) {
	const gap = 3
	if c.Name == t.board.Chosen {
		defer t.drawing.Add(drawing.Box{X: x + 1, Y: y + 1, W: size - 2, H: size - 2, Border: drawing.Gold, BorderW: 3})
	}
	if c.Counters == 0 {
		b := drawing.Box{X: x + gap, Y: y + gap, W: size - 2*gap, H: size - 2*gap, Radius: 2, Border: drawing.RoadEdge, BorderW: 1}
		if len(made) > 0 {
			line := trace(made[0].by)
			line.Points = []drawing.Point{{X: b.X, Y: b.Y}, {X: b.X + b.W, Y: b.Y}, {X: b.X + b.W, Y: b.Y + b.H}, {X: b.X, Y: b.Y + b.H}, {X: b.X, Y: b.Y}}
			t.drawing.Add(line)
			return
		}
		t.drawing.Add(b)
		return
	}
	t.boxes(x+gap, y+gap, size-2*gap, size-2*gap, c, top, letters)
}

func highest(places []games.Vertex) uint64 {
	top := uint64(0)
	for _, v := range places {
		top = max(top, v.Counters)
	}
	return top
}

// frontOf returns the height of the front of a stack of n boxes, and how many boxes it shows, if the highest
// stack in the room has top. The height grows with the logarithm.
func frontOf(n, top uint64, room float64) (high float64, boxes int) {
	const lowest = 0.12
	high = room * (lowest + (1-lowest)*math.Log1p(float64(n))/math.Log1p(float64(top)))
	high = min(high, float64(n)*room/2)
	return high, int(min(n, uint64(max(1, high/7))))
}

func (t *table) boxes(x, y, w, h float64, v games.Vertex, top uint64, size float64) {
	face, shade, upper, line, tape := drawing.Carton, drawing.CartonShade, drawing.CartonTop, drawing.CartonEdge, drawing.Tape
	if !v.Open {
		face, shade, upper, line, tape = drawing.FarCarton, drawing.FarCartonShade, drawing.FarCartonTop, drawing.FarCartonEdge, drawing.FarTape
	}
	number := drawing.Label{X: x + w/2, Text: words.Number(v.Counters), Size: size, Bold: true, Role: drawing.Black}
	lid := h * 0.2
	if w < lowestCell && h < lowestCell {
		number.Y = y + h/2
		t.drawing.Add(drawing.Box{X: x, Y: y, W: w, H: h, Radius: 2, Fill: face, Border: line, BorderW: 1}, number)
		return
	}
	front, layers := frontOf(v.Counters, top, h-lid)
	from, each := y+h-front, front/float64(layers)
	t.drawing.Add(
		drawing.Box{X: x + 2.5, Y: from - lid + 4, W: w, H: front + lid - 2, Radius: 2, Fill: drawing.RoadEdge},
		drawing.Box{X: x, Y: from - lid, W: w, H: lid + front, Radius: 2, Fill: line},
		drawing.Box{X: x + 1, Y: from - lid + 1, W: w - 2, H: lid, Radius: 1.5, Fill: upper},
	)
	for k := range layers {
		t.drawing.Add(drawing.Box{X: x + 1, Y: from + float64(k)*each + 0.5, W: w - 2, H: max(1, each-1), Fill: face, Shade: drawing.Shade{To: shade}})
	}
	if v.Open {
		t.drawing.Add(
			drawing.Box{X: x + w*0.41, Y: from - lid + 1, W: w * 0.18, H: lid, Fill: tape},
			drawing.Box{X: x + w*0.41, Y: from + 0.5, W: w * 0.18, H: max(1, min(each-1, each*0.8)), Fill: tape},
		)
	}
	number.Y = y + h - max(front, size*1.3)/2
	t.badge(number, v.Open)
}

func (t *table) badge(l drawing.Label, open bool) {
	w := max(l.Width()+8, l.Size*1.45)
	b := drawing.Box{X: l.X - w/2, Y: l.Y - l.Size*0.72, W: w, H: l.Size * 1.44, Radius: l.Size * 0.72, Fill: drawing.Badge, Border: drawing.BadgeEdge, BorderW: 1}
	if !open {
		b.Fill, b.Border = drawing.FarTape, drawing.FarCartonEdge
	}
	t.drawing.Add(b, l)
}

func (t *table) forklift(x, y float64) {
	t.drawing.Add(
		drawing.Disc{X: x + 18, Y: y + 27, R: 22, RY: 3, Fill: drawing.Shadow},
		drawing.Box{X: x + 27, Y: y, W: 3, H: 26, Fill: drawing.MetalLit},
		drawing.Box{X: x + 27, Y: y + 23, W: 15, H: 2.5, Fill: drawing.MetalLit},
		drawing.Box{X: x + 8, Y: y + 1, W: 17, H: 14, Radius: 2, Border: drawing.PaintDark, BorderW: 2},
		drawing.Disc{X: x + 15, Y: y + 7, R: 2.6, Fill: drawing.Tape},
		drawing.Box{X: x + 12.5, Y: y + 9, W: 5, H: 6, Radius: 2, Fill: drawing.LeftShade},
		drawing.Box{X: x + 1, Y: y + 12, W: 26, H: 11, Radius: 3, Fill: drawing.Paint, Shade: drawing.Shade{To: drawing.PaintDark}},
	)
	for _, at := range []float64{8, 22} {
		t.drawing.Add(drawing.Disc{X: x + at, Y: y + 23.5, R: 4.5, Fill: drawing.Tyre}, drawing.Disc{X: x + at, Y: y + 23.5, R: 1.7, Fill: drawing.Metal})
	}
}
