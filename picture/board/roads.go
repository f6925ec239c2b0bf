package board

import (
	"slices"

	"nimatron/games"
	"nimatron/picture/drawing"
)

func (t *table) stackAt(v games.Vertex, at drawing.Point, high float64, top uint64, made []taken) {
	w := 38 * t.grow
	name := t.size(noteSize) * 1.3
	upper, h := at.Y-high/2+4, high-name-4
	if v.Counters == 0 {
		pad := drawing.Disc{X: at.X, Y: at.Y - 2, R: w / 2, RY: 9, Fill: drawing.RoadEdge, Border: drawing.Rule, BorderW: 1}
		if len(made) > 0 {
			pad.Border, pad.BorderW = colourOf(made[0].by), 2
		}
		t.drawing.Add(pad)
	} else {
		t.drawing.Add(drawing.Disc{X: at.X + 2, Y: upper + h - 1, R: w/2 + 5, RY: 6, Fill: drawing.Shadow})
		t.boxes(at.X-w/2, upper, w, h, v, top, t.size(numberSize-2))
	}
	if v.Name == t.board.Chosen {
		t.drawing.Add(drawing.Box{X: at.X - w/2 - 3, Y: upper - 3, W: w + 6, H: h + 6, Border: drawing.Gold, BorderW: 3})
	}
	t.plate(at.X, at.Y+high/2-name/2, v)
}

func (t *table) depot(v games.Vertex, at drawing.Point, high float64) {
	w := 62 * t.grow
	x, y, base := at.X-w/2, at.Y-high/2, at.Y+high/2-4
	t.drawing.Add(
		drawing.Box{X: x + 3, Y: y + 14, W: w, H: base - y - 11, Radius: 1, Fill: drawing.Shadow},
		drawing.Area{Fill: drawing.MetalDark, Points: []drawing.Point{{X: x - 4, Y: y + 15}, {X: at.X, Y: y - 3}, {X: x + w + 4, Y: y + 15}}},
		drawing.Box{X: x, Y: y + 14, W: w, H: base - y - 14, Fill: drawing.Metal, Shade: drawing.Shade{To: drawing.MetalDark, Round: true}},
		drawing.Box{X: x + 11, Y: y + 33, W: w - 22, H: base - y - 33, Fill: drawing.MetalDark},
	)
	for line := y + 37; line < base-1; line += 5 {
		t.drawing.Add(drawing.Box{X: x + 12, Y: line, W: w - 24, H: 1, Fill: drawing.Metal})
	}
	t.plate(at.X, y+22, v)
}

// road draws a road between two places. The line in its centre shows its owner: dashed is Left's,
// double is Right's, a plain one is for both.
func (t *table) road(e games.Edge, at []drawing.Point) {
	if e.From == e.To {
		return
	}
	points := course(e, at)
	t.drawing.Add(
		drawing.Line{Points: points, Width: 16, Role: drawing.RoadEdge},
		drawing.Line{Points: points, Width: 13, Role: drawing.Road},
	)
	line := marking(e.Colour)
	line.Points = points
	t.drawing.Add(line)
}

func marking(c games.Colour) drawing.Line {
	switch c {
	case games.Blue:
		return drawing.Line{Width: 4, Role: drawing.Left, Dash: 8}
	case games.Red:
		return drawing.Line{Width: 9, Role: drawing.Right, Double: true}
	case games.Green:
		return drawing.Line{Width: 3.5, Role: drawing.Shared}
	default:
		return drawing.Line{Width: 1.4, Role: drawing.White, Dash: 5}
	}
}

func course(e games.Edge, at []drawing.Point) []drawing.Point {
	a, b := at[e.From], at[e.To]
	for v, p := range at {
		if v != e.From && v != e.To && p.Y == a.Y && p.Y == b.Y && p.X > min(a.X, b.X) && p.X < max(a.X, b.X) {
			return bow(a, b)
		}
	}
	return []drawing.Point{a, b}
}

func bow(a, b drawing.Point) []drawing.Point {
	const steps = 12
	points := make([]drawing.Point, steps+1)
	for i := range points {
		t := float64(i) / steps
		points[i] = drawing.Point{X: a.X + (b.X-a.X)*t, Y: a.Y + 70*4*t*(1-t)*0.5}
	}
	return points
}

// signs explains the colours of roads from y downwards, and returns the y below them.
func (t *table) signs(g games.Graph, y float64) float64 {
	size := t.size(noteSize)
	const start = edge + 6
	x := float64(start)
	for _, c := range []struct {
		colour games.Colour
		text   string
	}{{games.Blue, "blue: Left's"}, {games.Red, "red: Right's"}, {games.Green, "green: both"}} {
		if !slices.ContainsFunc(g.Edges, func(e games.Edge) bool { return e.Colour == c.colour }) {
			continue
		}
		l := drawing.Label{Text: c.text, Size: size, Role: drawing.Ink, Anchor: drawing.Start}
		if x+42+l.Width() > t.drawing.Width-edge {
			x, y = start, y+size*1.6
		}
		line := marking(c.colour)
		line.Points = []drawing.Point{{X: x + 8, Y: y + size*0.8}, {X: x + 34, Y: y + size*0.8}}
		l.X, l.Y = x+42, y+size*0.8
		t.drawing.Add(drawing.Line{Points: line.Points, Width: 13, Role: drawing.Road}, line, l)
		x += 42 + l.Width() + 10
	}
	if x > start {
		y += size * 1.6
	}
	return y
}

// trucks draws, beside a depot that stands alone in its layer, the truck of each side, or one if
// both may drive everywhere.
func (t *table) trucks(g games.Graph, at []drawing.Point, layers [][]int, high float64) {
	const away = 96
	for _, layer := range layers {
		p := at[layer[0]]
		if len(layer) != 1 || !g.Vertices[layer[0]].Depot || p.X-away-4 < edge || p.X+away+4 > t.drawing.Width-edge {
			continue
		}
		y := p.Y - high/2 + 10
		if slices.ContainsFunc(g.Edges, func(e games.Edge) bool { return e.Colour == games.Blue || e.Colour == games.Red }) {
			t.truck(p.X-away, y, -1, drawing.Left, drawing.LeftShade)
			t.truck(p.X+away, y, 1, drawing.Right, drawing.RightShade)
		} else {
			t.truck(p.X+away, y, 1, drawing.Paint, drawing.PaintDark)
		}
		return
	}
}

func (t *table) truck(x, y, way float64, paint, dark drawing.Role) {
	box := func(from, top, w, h, radius float64, fill drawing.Role) {
		left := x + way*from
		if way < 0 {
			left -= w
		}
		t.drawing.Add(drawing.Box{X: left, Y: y + top, W: w, H: h, Radius: radius, Fill: fill})
	}
	t.drawing.Add(drawing.Disc{X: x, Y: y + 25, R: 24, RY: 3, Fill: drawing.Shadow})
	box(-22, 2, 29, 19, 2, paint)
	box(-22, 15, 29, 6, 1, dark)
	box(8, 7, 13, 14, 3, paint)
	box(12, 9, 7, 6, 1, drawing.Glass)
	box(-22, 20, 44, 2, 0, drawing.Tyre)
	for _, at := range []float64{-14, 13} {
		t.drawing.Add(drawing.Disc{X: x + way*at, Y: y + 22, R: 4, Fill: drawing.Tyre}, drawing.Disc{X: x + way*at, Y: y + 22, R: 1.5, Fill: drawing.Metal})
	}
}
