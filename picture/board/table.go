package board

import (
	"math"
	"strings"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/picture"
	"nimatron/picture/drawing"
)

type table struct {
	board   Board
	style   picture.Style
	drawing *drawing.Drawing
	err     error

	crowded bool
	broken  bool
	covered bool    // numbers hide most of the stacks behind them
	grow    float64 // the size of boxes and roads, 1 for usual
}

const (
	countSize  = 19
	numberSize = 17
	noteSize   = 13
	smallest   = 12
	// chipTouched is legible on the smallest phone, too.
	chipTouched = 16
)

const (
	// edge is the room between the picture's edge and the things on the table.
	edge = drawing.FrameWidth + 8
	gap  = 6
)

func (t *table) size(of float64) float64 {
	if t.style.Large {
		return of * 1.35
	}
	return of
}

func (t *table) either(usual, touched float64) float64 {
	if t.board.Touched {
		return touched
	}
	return usual
}

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

func colourOf(side games.Side) drawing.Role {
	if side == games.Left {
		return drawing.Left
	}
	return drawing.Right
}

type taken struct {
	count uint64
	by    games.Side
}

func (t *table) chipText(m taken) drawing.Label {
	return drawing.Label{Text: t.number("−", m.count), Size: t.size(t.either(noteSize, chipTouched)), Bold: true, Role: colourOf(m.by).Letters(t.style.Theme)}
}

func (t *table) chipSize(m taken) (w, h float64) {
	if m.count == 0 {
		return 0, 0
	}
	l := t.chipText(m)
	return widest(l) + 12, lineHeight*l.Size*float64(len(lines(l))) + 2
}

// chip shows the number that a side has just taken, on its colour: Left's has round ends, Right's corners. It
// is centred on a point, but stays inside the frame.
func (t *table) chip(x, y float64, m taken) {
	l := t.chipText(m)
	w, h := t.chipSize(m)
	x = min(max(x, edge+w/2-4), t.drawing.Width-edge-w/2+4)
	y = max(y, edge+h/2-4)
	b := drawing.Box{X: x - w/2, Y: y - h/2, W: w, H: h, Radius: min(h, 20) / 2, Fill: colourOf(m.by), Border: drawing.White, BorderW: 1}
	if m.by == games.Right {
		b.Radius = 2
	}
	t.drawing.Add(b)
	t.write(l, x, b.Y+1)
}

// chips marks the moves that took from one place side by side, the older first.
func (t *table) chips(x, y float64, made []taken) {
	if len(made) == 2 {
		older, _ := t.chipSize(made[1])
		newer, _ := t.chipSize(made[0])
		x = min(max(x, edge+older), t.drawing.Width-edge-newer)
		t.chip(x-older/2-1, y, made[1])
		t.chip(x+newer/2+1, y, made[0])
		return
	}
	for _, m := range made {
		t.chip(x, y, m)
	}
}

const lineHeight = 1.3

const groupsALine = 3

func (t *table) number(sign string, n uint64) string {
	text := sign + words.Number(n)
	if !t.broken {
		return text
	}
	groups := strings.SplitAfter(text, ",")
	count := (len(groups) + groupsALine - 1) / groupsALine
	out := ""
	for i, group := range groups {
		if i > 0 && i*count/len(groups) > (i-1)*count/len(groups) {
			out += "\n"
		}
		out += group
	}
	return out
}

func lines(l drawing.Label) []string { return strings.Split(l.Text, "\n") }

func widest(l drawing.Label) float64 {
	wide := 0.0
	for _, l.Text = range lines(l) {
		wide = max(wide, l.Width())
	}
	return wide
}

func (t *table) write(l drawing.Label, x, y float64) float64 {
	for _, l.Text = range lines(l) {
		l.X, l.Y = x, y+l.Size*lineHeight/2
		t.drawing.Add(l)
		y += l.Size * lineHeight
	}
	return y
}

func trace(by games.Side) drawing.Line {
	if by == games.Right {
		return drawing.Line{Width: 1.3, Role: drawing.Right}
	}
	return drawing.Line{Width: 1.6, Role: drawing.Left, Dash: 4.5}
}

// arc returns points of an ellipse from one angle to another, in quarter turns clockwise from the
// right.
func arc(x, y, rx, ry float64, from, to float64) []drawing.Point {
	const perQuarter = 7
	n := max(2, int((to-from)*perQuarter)+1)
	points := make([]drawing.Point, n)
	for i := range points {
		a := (from + (to-from)*float64(i)/float64(n-1)) * math.Pi / 2
		points[i] = drawing.Point{X: x + rx*math.Cos(a), Y: y + ry*math.Sin(a)}
	}
	return points
}

func (t *table) smallPrint(y float64, text string) float64 {
	l := drawing.Label{X: t.drawing.Width / 2, Text: text, Size: t.size(smallest), Role: drawing.Faint}
	for l.Width() > t.drawing.Width-2*edge && l.Size > smallest {
		l.Size--
	}
	l.Y = y + l.Size*0.7
	t.drawing.Add(l)
	return y + l.Size*1.5
}

func (t *table) hint(y float64, text string) float64 {
	if !t.board.First {
		return y
	}
	return t.smallPrint(y+6, text) // below the ground of a tree too
}

func (t *table) openHint(y float64, places []games.Vertex) float64 {
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
		return t.hint(y, "You can take from the light stack.")
	}
	return t.hint(y, "You can take from the light stacks.")
}

func (t *table) end(y float64) { t.drawing.Height = math.Ceil(y + drawing.FrameWidth + 4) }

const emptyText = "The board is empty"

func (t *table) empty() {
	t.drawing.Add(drawing.Label{X: t.drawing.Width / 2, Y: 46, Text: emptyText, Size: t.size(numberSize), Role: drawing.Ink})
	t.end(80)
}
