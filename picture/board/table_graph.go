package board

import (
	"math"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/picture/drawing"
)

// Graph draws a depot with roads to stacks of boxes, and a graph without a depot as a tree
// that grows from its root.
func (t *table) Graph(g games.Graph) {
	g, _, _ = t.withEmptied(g)
	marks := t.marks(g.Vertices)
	if len(g.Vertices) == 0 {
		t.empty()
		return
	}
	tree := true
	for _, v := range g.Vertices {
		tree = tree && !v.Depot
	}
	t.grow = 1
	if len(g.Vertices) <= 8 && !tree {
		t.grow = 1.3
	}
	wide := max(44*t.grow, t.placeWidth(g)+14)
	for _, v := range g.Vertices {
		wide = max(wide, drawing.Label{Text: words.Number(v.Counters), Size: t.size(numberSize), Bold: true}.Width()+14)
	}
	perLayer := int((t.drawing.Width - 2*edge + between) / (wide + between))
	layers := layersOf(g, max(1, perLayer))
	if perLayer < 1 || len(g.Vertices) > mostPlaces || len(layers) > mostLayers {
		t.sketch.Graph(g)
		return
	}
	high := t.size(numberSize) + t.size(nameSize) + 20*t.grow
	pitch := high + 20*t.grow
	x := settle(g, layers, wide+between, edge+wide/2, t.drawing.Width-edge-wide/2)
	at := make([]drawing.Point, len(g.Vertices))
	first := edge + t.chipHeight()/2 + 4 + high/2
	for k, layer := range layers {
		if tree {
			k = len(layers) - 1 - k
		}
		for _, v := range layer {
			at[v] = drawing.Point{X: x[v], Y: first + float64(k)*pitch}
		}
	}
	y := first + float64(len(layers)-1)*pitch + high/2 + 4
	if tree {
		t.branches(g, at, y)
	} else {
		for _, e := range g.Edges {
			t.way(e, at)
		}
	}
	for v, place := range g.Vertices {
		switch {
		case tree:
			t.fruit(place, at[v], marks[v])
		case place.Depot:
			t.depot(at[v], high)
		default:
			t.stackAt(place, at[v], high, marks[v])
		}
		t.touch(place, at[v].X, at[v].Y, wide, high)
	}
	for v, made := range marks {
		t.chips(at[v].X, at[v].Y-high/2-3, made)
	}
	if !tree {
		t.trucks(g, at, layers, high)
	}
	if len(roadLegend(g)) > 0 {
		y = t.signs(g, y+4)
	}
	t.end(t.openNote(y, g.Vertices))
}

// plate writes a name on a sign with its middle at a point.
func (t *table) plate(x, y float64, text string) {
	l := drawing.Label{X: x, Y: y, Text: text, Size: t.size(noteSize), Bold: true, Role: drawing.Black}
	w, h := l.Width()+9, l.Size*1.25
	t.drawing.Add(drawing.Box{X: x - w/2, Y: y - h/2, W: w, H: h, Radius: 2.5, Fill: drawing.Badge, Border: drawing.BadgeEdge, BorderW: 1}, l)
}

// stackAt draws the boxes of a place with their number, and the place's name below.
func (t *table) stackAt(v games.Vertex, at drawing.Point, high float64, made []taken) {
	w := 38 * t.grow
	name := t.size(noteSize) * 1.3
	top, h := at.Y-high/2+4, high-name-4
	if v.Counters == 0 {
		pad := drawing.Disc{X: at.X, Y: at.Y - 2, R: w / 2, RY: 9, Fill: drawing.RoadEdge, Border: drawing.Rule, BorderW: 1}
		if len(made) > 0 {
			pad.Border, _ = owner(made[0].by)
			pad.BorderW = 2
		}
		t.drawing.Add(pad)
	} else {
		t.drawing.Add(drawing.Disc{X: at.X + 2, Y: top + h - 1, R: w/2 + 5, RY: 6, Fill: drawing.Shadow})
		t.boxes(at.X-w/2, top, w, h, v.Counters, v.Open)
		t.badge(at.X, top+h*0.56, words.Number(v.Counters), t.size(numberSize-2), v.Open)
		if v.Name == t.board.Chosen {
			t.drawing.Add(drawing.Box{X: at.X - w/2 - 3, Y: top - 3, W: w + 6, H: h + 6, Border: drawing.Gold, BorderW: 3})
		}
	}
	t.plate(at.X, at.Y+high/2-name/2, placeName(v))
}

// depot draws the building that the trucks start from.
func (t *table) depot(at drawing.Point, high float64) {
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
	t.plate(at.X, y+22, "depot")
}

// way draws a road between two places. The line in its middle says whose it is: dashed is
// Left's, double is Right's, a plain one is for both.
func (t *table) way(e games.Edge, at []drawing.Point) {
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
	if e.OneWay {
		t.arrow(drawing.Line{Width: 2, Role: drawing.White}, at[e.From], at[e.To])
	}
}

// marking is the line in the middle of a road.
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

// signs explains whose roads are which, from y downwards, and returns where that ends.
func (t *table) signs(g games.Graph, y float64) float64 {
	size := t.size(noteSize)
	x := float64(edge) + 6
	for _, c := range []struct {
		colour games.Colour
		text   string
	}{{games.Blue, "blue: Left's"}, {games.Red, "red: Right's"}, {games.Green, "green: both"}} {
		for _, e := range g.Edges {
			if e.Colour != c.colour {
				continue
			}
			l := drawing.Label{Text: c.text, Size: size, Role: drawing.Ink, Anchor: drawing.Start}
			if x+42+l.Width() > t.drawing.Width-edge {
				x, y = edge+6, y+size*1.6
			}
			points := []drawing.Point{{X: x + 8, Y: y + size*0.8}, {X: x + 34, Y: y + size*0.8}}
			line := marking(c.colour)
			line.Points = points
			l.X, l.Y = x+42, y+size*0.8
			t.drawing.Add(drawing.Line{Points: points, Width: 13, Role: drawing.Road}, line, l)
			x += 42 + l.Width() + 10
			break
		}
	}
	return y + size*1.6
}

// trucks draws, beside a depot that stands alone in its line, the truck of each side, or one
// where both may drive everywhere.
func (t *table) trucks(g games.Graph, at []drawing.Point, layers [][]int, high float64) {
	for _, layer := range layers {
		if len(layer) != 1 || !g.Vertices[layer[0]].Depot {
			continue
		}
		coloured := false
		for _, e := range g.Edges {
			coloured = coloured || e.Colour == games.Blue || e.Colour == games.Red
		}
		p := at[layer[0]]
		y := p.Y - high/2 + 10
		if p.X-100 < edge || p.X+100 > t.drawing.Width-edge {
			return
		}
		if coloured {
			t.truck(p.X-96, y, -1, drawing.Left, drawing.LeftShade)
			t.truck(p.X+96, y, 1, drawing.Right, drawing.RightShade)
		} else {
			t.truck(p.X+96, y, 1, drawing.Paint, drawing.PaintDark)
		}
		return
	}
}

// truck draws one with its middle at x that drives to the left, -1, or to the right, 1.
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

// branches draws what joins the places of a tree, thick near the root, with leaves at the
// ends and the ground below.
func (t *table) branches(g games.Graph, at []drawing.Point, ground float64) {
	near := neighbours(g)
	low := math.Inf(-1)
	for _, p := range at {
		low = max(low, p.Y)
	}
	for v, p := range at {
		if p.Y == low {
			t.drawing.Add(
				drawing.Disc{X: p.X, Y: ground, R: 44, RY: 7, Fill: drawing.LeafShade},
				drawing.Disc{X: p.X - 8, Y: ground - 1, R: 30, RY: 4, Fill: drawing.Leaf},
				drawing.Area{Fill: drawing.BarkShade, Points: []drawing.Point{{X: p.X - 8, Y: p.Y}, {X: p.X + 8, Y: p.Y}, {X: p.X + 13, Y: ground}, {X: p.X - 13, Y: ground}}},
				drawing.Area{Fill: drawing.Bark, Points: []drawing.Point{{X: p.X - 8, Y: p.Y}, {X: p.X + 4, Y: p.Y}, {X: p.X + 6, Y: ground}, {X: p.X - 13, Y: ground}}},
			)
		}
		if len(near[v]) <= 1 && p.Y < low {
			t.leaves(p)
		}
	}
	for _, e := range g.Edges {
		a, b := at[e.From], at[e.To] // from the lower to the higher
		if a.Y < b.Y {
			a, b = b, a
		}
		thick := 4 + 4*a.Y/low
		t.limb(a, b, thick, drawing.BarkShade, 0)
		t.limb(a, b, thick*0.6, drawing.Bark, -thick*0.2)
	}
}

// limb draws a branch that is bent upwards and becomes thinner.
func (t *table) limb(a, b drawing.Point, thick float64, role drawing.Role, shift float64) {
	const steps = 8
	var left, right []drawing.Point
	for i := range steps + 1 {
		s := float64(i) / steps
		bent := s * s * (3 - 2*s)
		x, y := a.X+(b.X-a.X)*(s*0.45+bent*0.55)+shift, a.Y+(b.Y-a.Y)*s
		half := thick * (1 - 0.45*s)
		left = append(left, drawing.Point{X: x - half, Y: y})
		right = append([]drawing.Point{{X: x + half, Y: y}}, right...)
	}
	t.drawing.Add(drawing.Area{Points: append(left, right...), Fill: role})
}

// leaves draws those behind the end of a branch.
func (t *table) leaves(p drawing.Point) {
	for _, l := range []struct {
		x, y, r float64
		role    drawing.Role
	}{
		{-13, 5, 17, drawing.LeafShade}, {14, 4, 17, drawing.LeafShade}, {1, -7, 20, drawing.LeafShade},
		{-12, 1, 14, drawing.Leaf}, {12, 0, 13, drawing.Leaf}, {0, -9, 16, drawing.Leaf},
		{-9, -8, 7, drawing.LeafLit}, {8, -12, 6, drawing.LeafLit},
	} {
		x := min(max(p.X+l.x, edge+l.r-6), t.drawing.Width-edge-l.r+6)
		t.drawing.Add(drawing.Disc{X: x, Y: p.Y + l.y, R: l.r, Fill: l.role})
	}
}

// fruit draws the counters of a place of a tree as one, with their number, and the place's
// name below it.
func (t *table) fruit(v games.Vertex, at drawing.Point, made []taken) {
	of := stone
	switch {
	case v.Name == t.board.Chosen && v.Name != "":
		of = gold
	case v.Open:
		of = ivory
	}
	r := t.size(numberSize) * 0.95
	label := drawing.Label{X: at.X, Y: at.Y - 6, Text: words.Number(v.Counters), Size: t.size(numberSize), Bold: true, Role: drawing.Black}
	switch {
	case v.Counters == 0:
		ring := drawing.Disc{X: at.X, Y: at.Y - 6, R: r, Fill: drawing.Background, Border: drawing.Rule, BorderW: 1.5}
		if len(made) > 0 {
			ring.Border, _ = owner(made[0].by)
		}
		t.drawing.Add(ring)
	case label.Width()/2+3 > r:
		t.badge(at.X, at.Y-6, label.Text, label.Size, v.Open)
	default:
		t.drawing.Add(
			drawing.Disc{X: at.X + 1.5, Y: at.Y - 4, R: r, Fill: drawing.BarkShade},
			drawing.Disc{X: at.X, Y: at.Y - 6, R: r, Fill: of.edge},
			drawing.Disc{X: at.X, Y: at.Y - 6, R: r - 1, Fill: of.side, Shade: drawing.Shade{To: of.shade, Round: true}},
			drawing.Disc{X: at.X, Y: at.Y - 6, R: r - 3, Fill: of.face},
			label,
		)
	}
	if name := placeName(v); name != "" {
		t.plate(at.X, at.Y-6+r+t.size(noteSize)*0.65, name)
	}
}
