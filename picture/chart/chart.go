// Package chart lays out diagrams: the phase diagram of a partizan row, the plane of Grundy values,
// the two ends of a row, a rating over time, the course of a match. Each is a value with the
// numbers in it. It draws itself and describes the picture in words. The package knows no game and
// no solver.
package chart

import (
	"math"
	"strconv"

	"nimatron/picture"
	"nimatron/picture/drawing"
)

const (
	titleSize = 16
	noteSize  = 13
	smallest  = 12
	margin    = 12
)

type sheet struct {
	*drawing.Drawing
	large bool
}

func newSheet(style picture.Style) *sheet {
	return &sheet{Drawing: &drawing.Drawing{Width: drawing.Width, Theme: style.Theme.Plain()}, large: style.Large}
}

func newTableSheet(style picture.Style) *sheet {
	return &sheet{Drawing: &drawing.Drawing{Width: drawing.Width - 2*drawing.FrameWidth, Theme: style.Theme}, large: style.Large}
}

func (s *sheet) onTable(y float64) *drawing.Drawing {
	d := &drawing.Drawing{Width: drawing.Width, Height: math.Ceil(y) + 2*drawing.FrameWidth, Theme: s.Theme}
	d.Place(s.Drawing, drawing.FrameWidth, drawing.FrameWidth)
	return d
}

func (s *sheet) size(of float64) float64 {
	if s.large {
		return of * 1.25
	}
	return of
}

func (s *sheet) label(x, y float64, text string, size float64, role drawing.Role, anchor drawing.Anchor) {
	s.Add(drawing.Label{X: x, Y: y, Text: text, Size: size, Role: role, Anchor: anchor})
}

func (s *sheet) finish(y float64, entries []drawing.Entry) *drawing.Drawing {
	s.Height = math.Ceil(s.Legend(y, s.size(noteSize), entries) + 8)
	return s.Drawing
}

// axis labels an axis with some of the n numbers after before, so that none overlap: step is the distance of
// neighbours, room the width of a number.
func axis(before, n int, step, room float64, write func(i int)) {
	every := 1
	for _, every = range []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000} {
		if float64(every)*step >= room {
			break
		}
	}
	for i := (before/every + 1) * every; i <= before+n; i += every {
		write(i)
	}
	if every > 2 && before == 0 {
		write(1)
	}
}

func digitsWidth(n uint64, size float64) float64 {
	return drawing.Label{Text: strconv.FormatUint(n, 10), Size: size}.Width()
}
