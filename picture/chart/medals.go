package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nimatron/picture"
	"nimatron/picture/drawing"
)

// Medals are the medals that can be earned.
type Medals []Medal

// A Medal is a medal that can be earned.
type Medal struct {
	Symbol Symbol
	Name   string
	Earned bool
}

// A Symbol is the picture on a medal.
type Symbol uint8

const (
	Chevrons Symbol = iota
	Halves
	Star
	Compass
	Shapes
	Five
	Return
	Crown
	Cup
	Book
	Ten
	Eye

	Symbols int = iota
)

const (
	medalsAcross = 4
	medalR       = 21
	ribbonHigh   = 12
	mostMedals   = 40
)

// Draw draws the medals with their names, earned ones in gold and others as outlines. The error is
// drawing.ErrTooLarge, also without medals.
func (m Medals) Draw(style picture.Style) (*drawing.Drawing, error) {
	if len(m) == 0 || len(m) > mostMedals {
		return nil, drawing.ErrTooLarge
	}
	s := newSheet(style)
	size := s.size(smallest)
	wide := (s.Width - 2*margin) / medalsAcross
	y := float64(margin)
	for row := range slices.Chunk(m, medalsAcross) {
		end := y
		for i, medal := range row {
			x := margin + wide*(float64(i)+0.5)
			s.Place(medal.draw(), x, y+ribbonHigh+medalR)
			role := drawing.Faint
			if medal.Earned {
				role = drawing.Ink
			}
			var name drawing.Drawing
			end = max(end, name.Text(medal.Name, 0, wide-4, y+ribbonHigh+2*medalR+4, size, role))
			for _, line := range name.Shapes {
				l := line.(drawing.Label)
				l.X, l.Anchor = x, drawing.Middle
				s.Add(l)
			}
		}
		y = end + size*0.6
	}
	s.Height = math.Ceil(y)
	return s.Drawing, nil
}

// Words lists the earned ones and the others.
func (m Medals) Words() string {
	var earned, open []string
	for _, medal := range m {
		if medal.Earned {
			earned = append(earned, medal.Name)
		} else {
			open = append(open, medal.Name)
		}
	}
	text := fmt.Sprintf("Badges: %d of %d.", len(earned), len(m))
	if len(earned) > 0 {
		text += " Earned: " + strings.Join(earned, ", ") + "."
	}
	if len(open) > 0 {
		text += " Not yet: " + strings.Join(open, ", ") + "."
	}
	return text
}

// draw draws a medal around the origin.
func (m Medal) draw() *drawing.Drawing {
	p := pen{Drawing: new(drawing.Drawing), role: drawing.Rule, back: drawing.Background, letters: drawing.Faint}
	disc := drawing.Disc{R: medalR, Fill: drawing.Background, Border: drawing.Faint, BorderW: 1.5}
	symbolRole := drawing.Faint
	if m.Earned {
		p.earned, p.role, p.back, p.letters = true, drawing.Left, drawing.GoldFace, drawing.Black
		disc.Fill, disc.Shade = drawing.Gold, drawing.Shade{To: drawing.GoldFace}
		disc.Border, disc.BorderW = drawing.GoldShade, 2.5
		symbolRole = drawing.GoldEdge
	}
	const top, in = -medalR - ribbonHigh, -medalR * 0.6
	p.area(-13, top, -4, top, -1, in, -9, in)
	p.area(13, top, 4, top, 1, in, 9, in)
	p.Add(disc)
	p.role = symbolRole
	p.symbol(m.Symbol)
	return p.Drawing
}

// A pen draws a symbol within 12 units around the origin.
type pen struct {
	*drawing.Drawing
	earned              bool
	role, back, letters drawing.Role
}

func (p pen) line(xy ...float64) {
	width := 1.5
	if p.earned {
		width = 3
	}
	p.Add(drawing.Line{Points: path(xy...), Width: width, Role: p.role})
}

func (p pen) area(xy ...float64) {
	if !p.earned {
		p.line(append(xy, xy[:2]...)...)
		return
	}
	p.Add(drawing.Area{Points: path(xy...), Fill: p.role})
}

func (p pen) disc(x, y, r float64) {
	d := drawing.Disc{X: x, Y: y, R: r, Fill: p.role}
	if !p.earned {
		d.Fill, d.Border, d.BorderW = drawing.Background, p.role, 1.5
	}
	p.Add(d)
}

// star returns the corners of a star.
func star(corners int, outer, inner float64) (xy []float64) {
	for i := range 2 * corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(2*corners))
		r := outer
		if i%2 == 1 {
			r = inner
		}
		xy = append(xy, r*sin, -r*cos)
	}
	return xy
}

func (p pen) symbol(of Symbol) {
	switch of {
	case Chevrons:
		for _, y := range []float64{-7, 0, 7} {
			p.line(-8, y+4, 0, y-4, 8, y+4)
		}
	case Halves:
		p.disc(-4.5, 0, 7.5)
		p.Add(drawing.Disc{X: 4.5, R: 7.5, Fill: p.back, Border: p.role, BorderW: 1.5})
	case Star:
		p.area(star(5, 13, 5.2)...)
	case Compass:
		p.area(9, -9, 3.5, 3.5, -9, 9, -3.5, -3.5)
		p.Add(drawing.Disc{R: 2.5, Fill: p.back})
	case Shapes:
		p.area(-10, -10, -2, -10, -2, -2, -10, -2)
		p.disc(6, -6, 4.5)
		p.area(-6, 1.5, -1.5, 10, -10.5, 10)
		p.line(2, 2, 10, 10)
		p.line(10, 2, 2, 10)
	case Five:
		for _, at := range path(-8, -8, 8, -8, 0, 0, -8, 8, 8, 8) {
			p.disc(at.X, at.Y, 3.2)
		}
	case Return:
		var arc []float64
		for i := range 19 {
			sin, cos := math.Sincos(math.Pi * (float64(i)/18*1.35 - 0.85))
			arc = append(arc, 8.5*sin, -8.5*cos)
		}
		p.line(arc...)
		p.area(-11, 3, 1, 5, -7, 13)
	case Crown:
		p.area(-11, -6, -5, 1, 0, -10, 5, 1, 11, -6, 8.5, 9, -8.5, 9)
	case Cup:
		p.area(-7, -10, 7, -10, 6, -2, 1.5, 3, 1.5, 7, 6, 7, 6, 11, -6, 11, -6, 7, -1.5, 7, -1.5, 3, -6, -2)
		p.line(-7, -8, -11.5, -7, -10.5, -2, -6, -1)
		p.line(7, -8, 11.5, -7, 10.5, -2, 6, -1)
	case Book:
		p.area(-1, -6, -12, -9, -12, 6, -1, 9)
		p.area(1, -6, 12, -9, 12, 6, 1, 9)
	case Ten:
		p.area(-11, -11, 11, -11, 11, -6, -11, -6)
		p.line(-11, -6, -11, 10, 11, 10, 11, -6)
		p.Add(drawing.Label{Y: 2.5, Text: "10", Size: 14, Bold: true, Role: p.letters})
	case Eye:
		p.area(-13, 0, -7, -6, 0, -8, 7, -6, 13, 0, 7, 6, 0, 8, -7, 6)
		p.Add(drawing.Disc{R: 4.5, Fill: p.back, Border: p.role, BorderW: 1}, drawing.Disc{R: 2, Fill: p.role})
	}
}
