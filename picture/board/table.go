package board

import (
	"math"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/picture/drawing"
)

// table is a canvas for the shapes of boards that shows them as things on a table, which
// one would like to touch. What it has no other way for it draws as sketch does.
type table struct {
	sketch
	crowded bool    // names are short
	grow    float64 // how much larger than usual boxes are
}

// edge is the room between the picture's edge and what lies on the table.
const edge = drawing.FrameWidth + 8

// material is what counters are made of, each of its colours for a part of them.
type material struct {
	face, rim, side, shade, edge drawing.Role
}

var (
	ivory = material{drawing.IvoryFace, drawing.IvoryRim, drawing.Ivory, drawing.IvoryShade, drawing.IvoryEdge}
	stone = material{drawing.StoneFace, drawing.StoneRim, drawing.Stone, drawing.StoneShade, drawing.StoneEdge}
	gold  = material{drawing.GoldFace, drawing.GoldRim, drawing.Gold, drawing.GoldShade, drawing.GoldEdge}
	blue  = material{drawing.LeftFace, drawing.LeftRim, drawing.LeftSide, drawing.LeftShade, drawing.LeftEdge}
	red   = material{drawing.RightFace, drawing.RightRim, drawing.RightSide, drawing.RightShade, drawing.RightEdge}
)

// materialOf returns what the counters are made of that a flat picture fills so.
func materialOf(fill drawing.Role) material {
	switch fill {
	case drawing.Open:
		return ivory
	case drawing.Nominated:
		return gold
	case drawing.Left:
		return blue
	case drawing.Right:
		return red
	}
	return stone
}

// chip says on the colour of a side how many it has just taken: Left's has round ends,
// Right's has corners. It stands with its middle at a point, but inside of the frame.
func (t *table) chip(x, y float64, count uint64, by games.Side) {
	role, _ := owner(by)
	l := drawing.Label{Text: "−" + words.Number(count), Size: t.size(noteSize), Bold: true, Role: t.letters(role)}
	w, h := l.Width()+12, l.Size*1.45
	x = min(max(x, edge+w/2-4), t.drawing.Width-edge-w/2+4)
	y = max(y, edge+h/2-4)
	b := drawing.Box{X: x - w/2, Y: y - h/2, W: w, H: h, Radius: h / 2, Fill: role, Border: drawing.White, BorderW: 1}
	if by == games.Right {
		b.Radius = 2
	}
	l.X, l.Y = x, y
	t.drawing.Add(b, l)
}

// chips is chip for what moves have taken from one place, side by side, the older first.
func (t *table) chips(x, y float64, made []taken) {
	if len(made) == 2 {
		half := func(m taken) float64 {
			return drawing.Label{Text: "−" + words.Number(m.count), Size: t.size(noteSize), Bold: true}.Width()/2 + 7
		}
		older, newer := half(made[1]), half(made[0])
		x = min(max(x, edge+2*older-2), t.drawing.Width-edge-2*newer+2)
		t.chip(x-older, y, made[1].count, made[1].by)
		t.chip(x+newer, y, made[0].count, made[0].by)
		return
	}
	for _, m := range made {
		t.chip(x, y, m.count, m.by)
	}
}

// chipHeight is the room that a chip takes.
func (t *table) chipHeight() float64 { return t.size(noteSize)*1.45 + 4 }

// trace returns how the outline of what a side has taken is drawn: Left's is dashed.
func trace(by games.Side) drawing.Line {
	role, _ := owner(by)
	if by == games.Right {
		return drawing.Line{Width: 1.3, Role: role}
	}
	return drawing.Line{Width: 1.6, Role: role, Dash: 4.5}
}

// arc returns points of an ellipse from one angle to another, in quarters of a turn, from
// the right downwards.
func arc(x, y, rx, ry float64, from, to float64) []drawing.Point {
	const each = 7 // points of a quarter
	n := max(2, int((to-from)*each)+1)
	points := make([]drawing.Point, n)
	for i := range points {
		a := (from + (to-from)*float64(i)/float64(n-1)) * math.Pi / 2
		points[i] = drawing.Point{X: x + rx*math.Cos(a), Y: y + ry*math.Sin(a)}
	}
	return points
}

// note writes a line of small letters in the middle at y and returns where it ends.
func (t *table) note(y float64, text string) float64 {
	l := drawing.Label{X: t.drawing.Width / 2, Text: text, Size: t.size(smallest), Role: drawing.Faint}
	for l.Width() > t.drawing.Width-2*edge && l.Size > smallest {
		l.Size--
	}
	l.Y = y + l.Size*0.7
	t.label(l)
	return y + l.Size*1.5
}

// teach is note for whoever sees such a board for the first time.
func (t *table) teach(y float64, text string) float64 {
	if !t.board.First {
		return y
	}
	return t.note(y+6, text) // below the ground of a tree, too
}

// openNote says which places can be touched, where there are others.
func (t *table) openNote(y float64, places []games.Vertex) float64 {
	open, closed := 0, 0
	for _, p := range places {
		switch {
		case p.Open:
			open++
		case p.Counters > 0:
			closed++
		}
	}
	switch {
	case open == 0 || closed == 0:
		return y
	case open == 1:
		return t.teach(y, "You can take from the light stack.")
	}
	return t.teach(y, "You can take from the light stacks.")
}

// end ends the picture at y.
func (t *table) end(y float64) { t.drawing.Height = math.Ceil(y + drawing.FrameWidth + 4) }

// empty draws a board with nothing on it.
func (t *table) empty() {
	t.label(drawing.Label{X: t.drawing.Width / 2, Y: 46, Text: emptyText, Size: t.size(numberSize), Role: drawing.Ink})
	t.end(80)
}
