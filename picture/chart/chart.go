// Package chart lays out diagrams: the phase diagram of a partizan row, the plane of Grundy values,
// the two ends of a row, a rating over time, the course of a match. Each is a value with the
// numbers in it. It draws itself and describes the picture in words. The package knows no game and
// no solver.
package chart

import (
	"math"
	"strconv"
	"strings"

	"nimatron/picture"
	"nimatron/picture/drawing"
)

const (
	titleSize = 16
	noteSize  = 13
	smallest  = 12
	margin    = 12
)

// A sheet is a drawing with the entries of the legend that will stand at its end.
type sheet struct {
	*drawing.Drawing
	large bool
	keys  []drawing.Entry
}

func newSheet(style picture.Style) *sheet {
	return &sheet{Drawing: &drawing.Drawing{Width: drawing.Width, Theme: style.Theme.Plain()}, large: style.Large}
}

func newTableSheet(style picture.Style) *sheet {
	d := &drawing.Drawing{Width: drawing.Width - 2*drawing.FrameWidth, Theme: style.Theme}
	return &sheet{Drawing: d, large: style.Large}
}

func (s *sheet) onTable(y float64) *drawing.Drawing {
	d := &drawing.Drawing{Width: drawing.Width, Height: math.Ceil(y) + 2*drawing.FrameWidth, Theme: s.Theme}
	d.Place(s.Drawing, drawing.FrameWidth, drawing.FrameWidth)
	return d
}

// finish adds the legend from y downwards.
func (s *sheet) finish(y float64) *drawing.Drawing {
	s.Height = math.Ceil(s.Legend(y, s.size(noteSize), s.keys) + 8)
	return s.Drawing
}

func (s *sheet) key(e drawing.Entry, text string) {
	e.Text = text
	s.keys = append(s.keys, e)
}

// disc adds a disc that the legend explains.
func (s *sheet) disc(d drawing.Disc, text string) {
	s.Add(d)
	s.key(drawing.Entry{Disc: true, Fill: d.Fill, Border: d.Border}, text)
}

// here marks the current position, also in the legend.
func (s *sheet) here(x, y, r float64, text string) {
	s.disc(drawing.Disc{X: x, Y: y, R: r, Fill: drawing.Here, Border: drawing.White, BorderW: 2}, text)
}

func (s *sheet) size(of float64) float64 {
	if s.large {
		return of * 1.25
	}
	return of
}

func (s *sheet) title(text string) (y float64) {
	return s.text(text, 4, s.size(titleSize), drawing.Ink)
}

// text adds lines between the margins from y downwards, and returns the y below them.
func (s *sheet) text(text string, y, size float64, role drawing.Role) float64 {
	return s.Text(text, margin, s.Width-margin, y, size, role)
}

func (s *sheet) label(x, y float64, text string, size float64, role drawing.Role, anchor drawing.Anchor) {
	s.Add(drawing.Label{X: x, Y: y, Text: text, Size: size, Role: role, Anchor: anchor})
}

// inside centres a label on x, or as near to it as the margins allow.
func (s *sheet) inside(l drawing.Label, x float64) drawing.Label {
	half := l.Width() / 2
	l.X = min(max(x, margin+half), s.Width-margin-half)
	return l
}

// lettersOn returns bold letters that can be read on a fill.
func (s *sheet) lettersOn(fill drawing.Role, x, y float64, text string, size float64) drawing.Label {
	return drawing.Label{X: x, Y: y, Text: text, Size: size, Bold: true, Role: fill.Letters(s.Theme)}
}

func (s *sheet) line(width float64, role drawing.Role, xy ...float64) {
	s.Add(drawing.Line{Points: path(xy...), Width: width, Role: role})
}

// panel adds a rectangle with a thin border, such as a row of a table.
func (s *sheet) panel(x, y, w, h float64) {
	s.Add(drawing.Box{X: x, Y: y, W: w, H: h, Radius: 4, Fill: drawing.Background, Border: drawing.Rule, BorderW: 1})
}

// own frames the viewer's own row in gold, darker on a light background.
func (s *sheet) own(x, y, w, h float64) {
	gold := drawing.Gold
	if drawing.Contrast(gold.Colour(s.Theme), drawing.Background.Colour(s.Theme)) < 3 {
		gold = drawing.GoldEdge
	}
	s.Add(drawing.Box{X: x, Y: y, W: w, H: h, Radius: 4, Border: gold, BorderW: 2})
}

// path returns points from their coordinates, x before y.
func path(xy ...float64) []drawing.Point {
	points := make([]drawing.Point, len(xy)/2)
	for i := range points {
		points[i] = drawing.Point{X: xy[2*i], Y: xy[2*i+1]}
	}
	return points
}

// every returns the least distance between numbers on an axis at which none overlap: step is the distance of
// neighbours, room the width of a number.
func every(step, room float64) (n int) {
	for _, n = range []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000} {
		if float64(n)*step >= room {
			break
		}
	}
	return n
}

// clip adds a label, and cuts its end if it is wider than room.
func (s *sheet) clip(l drawing.Label, room float64) {
	for runes := []rune(l.Text); l.Width() > room && len(runes) > 1; {
		runes = runes[:len(runes)-1]
		l.Text = strings.TrimRight(string(runes), " ") + "…"
	}
	if l.Text != "" {
		s.Add(l)
	}
}

// shrink makes a label that is wider than room smaller.
func shrink(l drawing.Label, room float64) drawing.Label {
	if w := l.Width(); w > room {
		l.Size *= room / w
	}
	return l
}

func digitsWidth(n uint64, size float64) float64 {
	return drawing.Label{Text: strconv.FormatUint(n, 10), Size: size}.Width()
}
