package chart

import (
	"math"
	"strconv"

	"nimatron/picture"
	"nimatron/picture/drawing"
)

// The sizes of letters, and the margin around everything.
const (
	titleSize = 16
	noteSize  = 13
	smallest  = 12
	margin    = 12
)

// A sheet is a drawing being made.
type sheet struct {
	*drawing.Drawing
	large bool
}

// newSheet returns an empty one of the usual width.
func newSheet(style picture.Style) *sheet {
	return &sheet{Drawing: &drawing.Drawing{Width: drawing.Width, Theme: style.Theme.Plain()}, large: style.Large}
}

// size returns a size of letters as the style wants it.
func (s *sheet) size(of float64) float64 {
	if s.large {
		return of * 1.25
	}
	return of
}

// label adds a label.
func (s *sheet) label(x, y float64, text string, size float64, role drawing.Role, anchor drawing.Anchor) {
	s.Add(drawing.Label{X: x, Y: y, Text: text, Size: size, Role: role, Anchor: anchor})
}

// finish explains the colours from y downwards and ends the picture.
func (s *sheet) finish(y float64, entries []drawing.Entry) *drawing.Drawing {
	s.Height = math.Ceil(s.Legend(y, s.size(noteSize), entries) + 8)
	return s.Drawing
}

// axis writes n numbers at an axis, from the one after before on, so few of them that none touch:
// step is how far apart they are, and room how much of the axis a number takes.
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

// digitsWidth is how wide the widest number up to n is in letters of a size.
func digitsWidth(n uint64, size float64) float64 {
	return drawing.Label{Text: strconv.FormatUint(n, 10), Size: size}.Width()
}
