package chart

import (
	"fmt"
	"strconv"
	"strings"

	"nimatron/picture"
	"nimatron/picture/drawing"
)

// A Result is what became of one of a day's boards.
type Result uint8

const (
	Open Result = iota
	AtOnce
	Later
	GivenUp
)

func (r Result) String() string {
	return [...]string{Open: "open", AtOnce: "at once", Later: "later", GivenUp: "given up"}[r]
}

// Day is a tile for each board of a day's puzzles, without the boards, so that others can still solve them.
type Day []Result

// Draw draws the tiles side by side. The error is drawing.ErrTooLarge, also for a day without boards.
func (day Day) Draw(style picture.Style) (*drawing.Drawing, error) {
	const most, gap, radius = 6, 8.0, 6.0
	if len(day) == 0 || len(day) > most {
		return nil, drawing.ErrTooLarge
	}
	s := newSheet(style)
	side := (s.Width-2*margin+gap)/float64(len(day)) - gap
	high, size := side*0.8, s.size(noteSize)
	for i, result := range day {
		x, y := margin+float64(i)*(side+gap), float64(margin)
		tile := drawing.Box{X: x, Y: y, W: side, H: high, Radius: radius, Border: drawing.Rule, BorderW: 2}
		tile.Fill = [...]drawing.Role{drawing.Background, drawing.Shared, drawing.Gold, drawing.Frame}[result]
		letters := tile.Fill.Letters(s.Theme)
		s.Add(tile, s.lettersOn(tile.Fill, x+side/2, y+high*0.28, strconv.Itoa(i+1), size*1.2))
		cx, cy, r := x+side/2, y+high*0.68, high*0.16
		switch result {
		case AtOnce:
			s.line(4, letters, cx-r, cy, cx-r*0.3, cy+r, cx+r*1.2, cy-r)
		case Later:
			s.Add(drawing.Disc{X: cx, Y: cy, R: r, Fill: letters})
		case GivenUp:
			s.line(4, letters, cx-r, cy-r, cx+r, cy+r)
			s.line(4, letters, cx-r, cy+r, cx+r, cy-r)
		}
		l := drawing.Label{X: cx, Y: y + high + size, Text: result.String(), Size: size, Role: drawing.Ink}
		s.Add(shrink(l, side+gap))
	}
	return s.finish(margin + high + size*1.8), nil
}

// Words says what became of each board.
func (day Day) Words() string {
	told := make([]string, len(day))
	for i, result := range day {
		told[i] = fmt.Sprintf("%d %s", i+1, result)
	}
	return "The day's boards: " + strings.Join(told, ", ") + "."
}
