package chart

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"nimatron/picture"
	"nimatron/picture/drawing"
)

// Plane is a table of Grundy values or of outcomes by two piles, Size of each.
type Plane struct {
	Pattern string // the positions, such as "_ 4 _"
	Window
	// Values are the Grundy values, at index (a-FromA-1)*Size + b-FromB-1 for the first pile a and
	// the second b; nil if some are unknown.
	Values []uint64
	// Outcomes are the letters of the outcomes if Values is nil, in the same order.
	Outcomes []byte
}

const (
	// MaxPlane bounds the rows and columns.
	MaxPlane = 1024
	// numbered is the largest Size at which each cell has its value. Beyond 20 the picture is wider
	// than others, so phones have to zoom in.
	numbered = 32
	// grades is the number of colours of a heat map.
	grades = 64
)

// heat are the colours from the least value to the greatest. Brightness grows all the way, so that
// colour-blind people can tell them apart (cividis by Nuñez, Anderton and Renslow, 2018).
var heat = []color.RGBA{
	{0, 34, 78, 255}, {26, 56, 112, 255}, {66, 78, 108, 255}, {97, 100, 110, 255}, {125, 124, 120, 255},
	{155, 148, 118, 255}, {187, 175, 108, 255}, {222, 203, 89, 255}, {254, 232, 56, 255},
}

func heatAt(part float64) color.RGBA {
	at := part * float64(len(heat)-1)
	i := min(int(at), len(heat)-2)
	return drawing.Mix(heat[i], heat[i+1], at-float64(i))
}

// heatColours are n colours from the least value to the greatest.
func heatColours(n int) (colours []color.RGBA) {
	for i := range n {
		colours = append(colours, heatAt(float64(i)/float64(n-1)))
	}
	return colours
}

// Draw draws the table, with the first pile downwards and the second across. The error is
// drawing.ErrTooLarge.
func (p Plane) Draw(style picture.Style) (*drawing.Drawing, error) {
	if p.Size < 1 || p.Size > MaxPlane || max(len(p.Values), len(p.Outcomes)) != p.Size*p.Size {
		return nil, drawing.ErrTooLarge
	}
	s := newSheet(style)
	size, least := s.size(noteSize), 0.5
	if p.Size <= numbered {
		least = math.Ceil(2*digitsWidth(p.greatest(), smallest))/2 + 4
	}
	g := s.grid(p.Window, 0, margin+size*1.6, least, 36)
	p.drawCells(g)
	g.axes(g.y - size*0.8)
	y := g.y + g.extent() + size*0.6
	if p.Values == nil {
		s.outcomeKeys(p.Outcomes)
	} else {
		s.key(drawing.Entry{Fill: drawing.Previous, Border: drawing.Faint}, "0: the player to move loses")
		y = s.heatScale(y, p.greatest())
	}
	p.drawMark(g)
	return s.finish(y), nil
}

func (p Plane) drawMark(g *grid) {
	if !p.has(p.A, p.B) {
		return
	}
	more := max(0, 9-g.cell)/2 + 2 // a small frame could not be seen
	x, y := g.middle(p.A, p.B)
	x, y, side := x-g.cell/2-more, y-g.cell/2-more, g.cell+2*more
	g.Add(drawing.Box{X: x - 2, Y: y - 2, W: side + 4, H: side + 4, Radius: 3, Border: drawing.White, BorderW: 2},
		drawing.Box{X: x, Y: y, W: side, H: side, Radius: 2, Border: drawing.Here, BorderW: 3})
	g.key(drawing.Entry{Fill: drawing.Here, Border: drawing.White},
		fmt.Sprintf("this row: %d at the left end, %d at the right", p.A, p.B))
}

func (p Plane) greatest() uint64 {
	if p.Values == nil {
		return 1
	}
	return slices.Max(p.Values)
}

// grade returns the index of a value's colour. Lost positions have a colour of their own: people look for them.
func grade(value, greatest uint64) int {
	if value == 0 {
		return 0
	}
	return 1 + int(float64(value-1)/float64(max(greatest, 2)-1)*(grades-1))
}

func (p Plane) drawCells(g *grid) {
	colours := outcomeColours(g.Theme)
	look := func(i int) int { return outcomeLook(p.Outcomes[i]) }
	text := func(i int) string { return string(rune(p.Outcomes[i])) }
	if p.Values != nil {
		colours = append([]color.RGBA{drawing.Previous.Colour(g.Theme)}, heatColours(grades)...)
		greatest := p.greatest()
		look = func(i int) int { return grade(p.Values[i], greatest) }
		text = func(i int) string { return strconv.FormatUint(p.Values[i], 10) }
	}
	t := g.cells(colours, look)
	if p.Size > numbered {
		return
	}
	for i, look := range t.At {
		l := drawing.Label{Text: text(i), Size: smallest, Role: drawing.LettersOn(colours[look])}
		l.X, l.Y = g.middle(p.FromA+1+i/p.Size, p.FromB+1+i%p.Size)
		l.Bold = l.Text == "0"
		g.Add(l)
	}
}

// heatScale draws the colours of values from y downwards, and returns the y below them.
func (s *sheet) heatScale(y float64, greatest uint64) float64 {
	if greatest == 0 {
		return y
	}
	size := s.size(noteSize)
	least := drawing.Label{X: margin, Y: y + size*0.75, Text: "1", Size: size, Role: drawing.Faint, Anchor: drawing.Start}
	most := least
	most.Text = strconv.FormatUint(greatest, 10)
	t := drawing.Cells{X: least.X + least.Width() + 6, Y: y + size*0.25, Size: size, Columns: 12, Colours: heatColours(12)}
	for i := range t.Columns {
		t.At = append(t.At, uint8(i))
	}
	most.X = t.X + size*float64(t.Columns) + 6
	s.Add(least, t, most)
	return y + size*1.6
}

// Words describes the table.
func (p Plane) Words() string {
	text := fmt.Sprintf("A table over %s, both blanks from 1 to %d, the first down and the second across",
		p.Pattern, p.Size)
	if p.FromA > 0 || p.FromB > 0 {
		text = fmt.Sprintf("A table over %s, the first blank down from %d to %d and the second across from %d to %d",
			p.Pattern, p.FromA+1, p.FromA+p.Size, p.FromB+1, p.FromB+p.Size)
	}
	if p.Values == nil {
		text += ", with the outcomes as letters and colours."
	} else {
		zeros := 0
		for _, v := range p.Values {
			if v == 0 {
				zeros++
			}
		}
		text += fmt.Sprintf(", coloured by Grundy value from dark, 1, to light, %d. "+
			"Of %d positions, %d have the value 0: the player to move loses there.", p.greatest(), len(p.Values), zeros)
	}
	if p.A > 0 {
		text += fmt.Sprintf(" The position itself is at %d and %d.", p.A, p.B)
	}
	return text
}
