package chart

import (
	"bytes"
	"image/color"
	"math"
	"strconv"
	"strings"

	"nimatron/picture"
	"nimatron/picture/drawing"
)

// A Window is a part of a table over two piles, a and b.
type Window struct {
	Size int // the number of values of each pile
	// FromA and FromB are the numbers of lowest values that are left out.
	FromA, FromB int
	// A and B are the current position, 0 for none.
	A, B int
}

func (w Window) has(a, b int) bool {
	return a > w.FromA && b > w.FromB && a <= w.FromA+w.Size && b <= w.FromB+w.Size
}

func (w Window) index(a, b int) int { return (a-w.FromA-1)*w.Size + b - w.FromB - 1 }

// A grid is a window drawn as squares, with b to the right.
type grid struct {
	*sheet
	Window
	up      bool    // a grows upwards
	numbers float64 // the width of a number at an axis
	x, y    float64 // the upper left corner
	cell    float64 // the side of a square
}

// grid lays squares out with beside units for a name on the left. The side of a square is at least least, at
// most most; the sheet becomes wider if necessary.
func (s *sheet) grid(w Window, beside, y, least, most float64) *grid {
	g := &grid{sheet: s, Window: w, y: y}
	g.numbers = digitsWidth(uint64(w.Size+max(w.FromA, w.FromB)), s.size(noteSize)) + 6
	g.x = margin + beside + g.numbers
	g.cell = max(min(most, math.Floor((s.Width-g.x-margin)/float64(w.Size)*2)/2), least)
	s.Width = max(s.Width, g.x+g.extent()+margin)
	g.x += (s.Width - g.x - margin - g.extent()) / 2
	s.Spots = append(s.Spots, drawing.Spot{X: g.x, Y: y, W: g.extent(), H: g.extent()})
	return g
}

func (g *grid) extent() float64 { return g.cell * float64(g.Size) }

// middle returns the centre of a square.
func (g *grid) middle(a, b int) (x, y float64) {
	row := float64(a-g.FromA) - 0.5
	if g.up {
		row = float64(g.Size) - row
	}
	return g.x + (float64(b-g.FromB)-0.5)*g.cell, g.y + row*g.cell
}

// axes writes the values of a on the left, and those of b at y.
func (g *grid) axes(y float64) {
	size := g.size(noteSize)
	axis(g.FromA, g.Size, g.cell, size*1.3, func(a int) {
		_, y := g.middle(a, 1)
		g.label(g.x-5, y, strconv.Itoa(a), size, drawing.Faint, drawing.End)
	})
	axis(g.FromB, g.Size, g.cell, g.numbers+4, func(b int) {
		x, _ := g.middle(1, b)
		g.label(x, y, strconv.Itoa(b), size, drawing.Faint, drawing.Middle)
	})
}

// axis writes some of the n numbers after before.
func axis(before, n int, step, room float64, write func(i int)) {
	every := every(step, room)
	for i := (before/every + 1) * every; i <= before+n; i += every {
		write(i)
	}
	if every > 2 && before == 0 {
		write(1)
	}
}

// cells fills squares, each with the colour of an index.
func (g *grid) cells(colours []color.RGBA, index func(i int) int) drawing.Cells {
	t := drawing.Cells{X: g.x, Y: g.y, Size: g.cell, Columns: g.Size, Colours: colours, At: make([]uint8, g.Size*g.Size)}
	for i := range t.At {
		at := i
		if g.up {
			at = (g.Size-1-i/g.Size)*g.Size + i%g.Size
		}
		t.At[at] = uint8(index(i))
	}
	g.Add(t)
	return t
}

const outcomes = "NPLR"

var outcomeLooks = [len(outcomes)]struct {
	role drawing.Role
	text string
}{
	{drawing.Next, "N: whoever moves next wins"},
	{drawing.Previous, "P: the player to move loses"},
	{drawing.Left, "L: Left wins"},
	{drawing.Right, "R: Right wins"},
}

func outcomeLook(letter byte) int { return max(0, strings.IndexByte(outcomes, letter)) }

func outcomeColours(theme picture.Theme) (colours []color.RGBA) {
	for _, look := range outcomeLooks {
		colours = append(colours, look.role.Colour(theme))
	}
	return colours
}

func (s *sheet) outcomeKeys(cells []byte) {
	for i, look := range outcomeLooks {
		if bytes.IndexByte(cells, outcomes[i]) >= 0 {
			s.key(drawing.Entry{Fill: look.role}, look.text)
		}
	}
}
