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
	Size    int
	// FromA and FromB are how many of the lowest piles are left out on each side.
	FromA, FromB int
	// A and B are the current position, 0 for none.
	A, B int
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

// Draw draws the table, with the first pile downwards and the second across. The error is
// drawing.ErrTooLarge.
func (p Plane) Draw(style picture.Style) (*drawing.Drawing, error) {
	if p.Size < 1 || p.Size > MaxPlane || max(len(p.Values), len(p.Outcomes)) != p.Size*p.Size {
		return nil, drawing.ErrTooLarge
	}
	s := newSheet(style)
	size := s.size(noteSize)
	heading := digitsWidth(uint64(p.Size+max(p.FromA, p.FromB)), size) + 6
	x0 := margin + heading
	cell := min(36, math.Floor((s.Width-x0-margin)/float64(p.Size)*2)/2)
	cell = max(cell, 0.5)
	if p.Size <= numbered {
		cell = max(cell, math.Ceil(2*digitsWidth(p.greatest(), smallest))/2+4)
	}
	extent := cell * float64(p.Size)
	s.Width = max(s.Width, x0+extent+margin)
	x0 += (s.Width - x0 - margin - extent) / 2
	y0 := margin + size*1.6
	s.Spots = append(s.Spots, drawing.Spot{X: x0, Y: y0, W: extent, H: extent})
	s.planeCells(p, x0, y0, cell)
	axis(p.FromB, p.Size, cell, heading+4, func(b int) {
		s.label(x0+(float64(b-p.FromB)-0.5)*cell, y0-size*0.8, strconv.Itoa(b), size, drawing.Faint, drawing.Middle)
	})
	axis(p.FromA, p.Size, cell, size*1.3, func(a int) {
		s.label(x0-5, y0+(float64(a-p.FromA)-0.5)*cell, strconv.Itoa(a), size, drawing.Faint, drawing.End)
	})
	y := y0 + extent + size*0.6
	mark := s.planeMark(p, x0, y0, cell)
	if p.Values == nil {
		return s.finish(y, append(Phase{Cells: p.Outcomes}.legend(), mark...)), nil
	}
	y = s.scale(y, p.greatest())
	zero := drawing.Entry{Fill: drawing.Previous, Border: drawing.Faint, Text: "0: the player to move loses"}
	return s.finish(y, append([]drawing.Entry{zero}, mark...)), nil
}

func (s *sheet) planeMark(p Plane, x0, y0, cell float64) []drawing.Entry {
	a, b := p.A-p.FromA-1, p.B-p.FromB-1
	if a < 0 || b < 0 || a >= p.Size || b >= p.Size {
		return nil
	}
	more := max(0, 9-cell)/2 + 2 // a small frame could not be seen
	box := drawing.Box{X: x0 + float64(b)*cell - more, Y: y0 + float64(a)*cell - more, W: cell + 2*more, H: cell + 2*more, Radius: 2, Border: drawing.Here, BorderW: 3}
	outer := drawing.Box{X: box.X - 2, Y: box.Y - 2, W: box.W + 4, H: box.H + 4, Radius: 3, Border: drawing.White, BorderW: 2}
	s.Add(outer, box)
	return []drawing.Entry{{Fill: drawing.Here, Border: drawing.White, Text: fmt.Sprintf("this row: %d at the left end, %d at the right", p.A, p.B)}}
}

func (p Plane) greatest() uint64 {
	if p.Values == nil {
		return 1
	}
	return slices.Max(p.Values)
}

func (p Plane) grade(i int, greatest uint64) int {
	switch {
	case p.Values == nil:
		return outcomeLook(p.Outcomes[i])
	case p.Values[i] == 0:
		return 0
	default:
		return 1 + int(float64(p.Values[i]-1)/float64(max(greatest, 2)-1)*(grades-1))
	}
}

// planeColours returns the colours of a table. Lost positions have one of their own: people look for them.
func (p Plane) planeColours(theme picture.Theme) []color.RGBA {
	var colours []color.RGBA
	if p.Values == nil {
		for _, look := range outcomeLooks {
			colours = append(colours, look.role.Colour(theme))
		}
		return colours
	}
	colours = append(colours, drawing.Previous.Colour(theme))
	for i := range grades {
		colours = append(colours, heatAt(float64(i)/(grades-1)))
	}
	return colours
}

func (s *sheet) planeCells(p Plane, x0, y0, cell float64) {
	t := drawing.Cells{X: x0, Y: y0, Size: cell, Columns: p.Size, At: make([]uint8, p.Size*p.Size), Colours: p.planeColours(s.Theme)}
	greatest := p.greatest()
	for i := range t.At {
		t.At[i] = uint8(p.grade(i, greatest))
	}
	s.Add(t)
	if p.Size > numbered {
		return
	}
	for i, grade := range t.At {
		l := drawing.Label{X: x0 + (float64(i%p.Size)+0.5)*cell, Y: y0 + (float64(i/p.Size)+0.5)*cell, Size: smallest, Role: drawing.LettersOn(t.Colours[grade])}
		if p.Values != nil {
			l.Text = strconv.FormatUint(p.Values[i], 10)
		} else {
			l.Text = string(rune(p.Outcomes[i]))
		}
		l.Bold = l.Text == "0"
		s.Add(l)
	}
}

// scale draws the legend of values from y downwards, and returns the y below it.
func (s *sheet) scale(y float64, greatest uint64) float64 {
	if greatest == 0 {
		return y
	}
	size := s.size(noteSize)
	least := drawing.Label{X: margin, Y: y + size*0.75, Text: "1", Size: size, Role: drawing.Faint, Anchor: drawing.Start}
	most := least
	most.Text = strconv.FormatUint(greatest, 10)
	t := drawing.Cells{X: least.X + least.Width() + 6, Y: y + size*0.25, Size: size, Columns: 12, At: make([]uint8, 12)}
	for i := range t.At {
		t.At[i] = uint8(i)
		t.Colours = append(t.Colours, heatAt(float64(i)/float64(len(t.At)-1)))
	}
	most.X = t.X + size*float64(t.Columns) + 6
	s.Add(least, t, most)
	return y + size*1.6
}

// Words describes the table.
func (p Plane) Words() string {
	text := fmt.Sprintf("A table over %s, both blanks from 1 to %d, the first down and the second across", p.Pattern, p.Size)
	if p.FromA > 0 || p.FromB > 0 {
		text = fmt.Sprintf("A table over %s, the first blank down from %d to %d and the second across from %d to %d", p.Pattern, p.FromA+1, p.FromA+p.Size, p.FromB+1, p.FromB+p.Size)
	}
	here := ""
	if p.A > 0 {
		here = fmt.Sprintf(" The position itself is at %d and %d.", p.A, p.B)
	}
	if p.Values == nil {
		return text + ", with the outcomes as letters and colours." + here
	}
	zeros := 0
	for _, v := range p.Values {
		if v == 0 {
			zeros++
		}
	}
	return text + fmt.Sprintf(", coloured by Grundy value from dark, 1, to light, %d. Of %d positions, %d have the value 0: the player to move loses there.", p.greatest(), len(p.Values), zeros) + here
}
