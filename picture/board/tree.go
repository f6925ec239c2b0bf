package board

import (
	"math"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/picture/drawing"
)

// branches draws the branches of a tree, thick near the root, with leaves at the ends and the ground
// below.
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

// fruit draws the counters of a tree's place as one, with their number, and the place's name below
// it.
func (t *table) fruit(v games.Vertex, at drawing.Point, made []taken) {
	of := stone
	switch {
	case v.Name == t.board.Chosen && v.Name != "":
		of = gold
	case v.Open:
		of = ivory
	}
	r := t.size(numberSize) * 0.95
	y := at.Y - 6
	label := drawing.Label{X: at.X, Y: y, Text: words.Number(v.Counters), Size: t.size(numberSize), Bold: true, Role: drawing.Black}
	switch {
	case v.Counters == 0:
		ring := drawing.Disc{X: at.X, Y: y, R: r, Fill: drawing.Background, Border: drawing.Rule, BorderW: 1.5}
		if len(made) > 0 {
			ring.Border = colourOf(made[0].by)
		}
		t.drawing.Add(ring)
	case label.Width()/2+3 > r:
		t.badge(label, v.Open)
	default:
		t.drawing.Add(
			drawing.Disc{X: at.X + 1.5, Y: y + 2, R: r, Fill: drawing.BarkShade},
			drawing.Disc{X: at.X, Y: y, R: r, Fill: of.edge},
			drawing.Disc{X: at.X, Y: y, R: r - 1, Fill: of.side, Shade: drawing.Shade{To: of.shade, Round: true}},
			drawing.Disc{X: at.X, Y: y, R: r - 3, Fill: of.face},
			label,
		)
	}
	t.plate(at.X, y+r+t.size(noteSize)*0.65, v)
}
