package chart

import (
	"fmt"
	"math"
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
	for row := 0; row < len(m); row += medalsAcross {
		end := y
		for i, medal := range m[row:min(row+medalsAcross, len(m))] {
			x := margin + wide*(float64(i)+0.5)
			s.medal(medal, x, y+ribbonHigh+medalR)
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

func (s *sheet) medal(m Medal, x, y float64) {
	p := pen{s: s, x: x, y: y, earned: m.Earned, role: drawing.Faint}
	top, in := -medalR-float64(ribbonHigh), -medalR*0.6
	for _, side := range []float64{-1, 1} {
		ribbon := []drawing.Point{{X: side * 13, Y: top}, {X: side * 4, Y: top}, {X: side * 1, Y: in}, {X: side * 9, Y: in}}
		if p.role = drawing.Rule; m.Earned {
			p.role = drawing.Left
		}
		p.area(ribbon...)
	}
	disc := drawing.Disc{X: x, Y: y, R: medalR, Fill: drawing.Background, Border: drawing.Faint, BorderW: 1.5}
	p.role = drawing.Faint
	if m.Earned {
		disc.Fill, disc.Shade, disc.Border, disc.BorderW = drawing.Gold, drawing.Shade{To: drawing.GoldFace}, drawing.GoldShade, 2.5
		p.role = drawing.GoldEdge
	}
	s.Add(disc)
	p.symbol(m.Symbol)
}

// A pen draws a symbol within 12 units around a point.
type pen struct {
	s      *sheet
	x, y   float64
	earned bool
	role   drawing.Role
}

func (p pen) at(points []drawing.Point) []drawing.Point {
	moved := make([]drawing.Point, len(points))
	for i, q := range points {
		moved[i] = drawing.Point{X: p.x + q.X, Y: p.y + q.Y}
	}
	return moved
}

func (p pen) line(points ...drawing.Point) {
	width := 1.5
	if p.earned {
		width = 3
	}
	p.s.Add(drawing.Line{Points: p.at(points), Width: width, Role: p.role})
}

func (p pen) area(points ...drawing.Point) {
	if !p.earned {
		p.line(append(points, points[0])...)
		return
	}
	p.s.Add(drawing.Area{Points: p.at(points), Fill: p.role})
}

func (p pen) disc(x, y, r float64) {
	d := drawing.Disc{X: p.x + x, Y: p.y + y, R: r, Fill: p.role}
	if !p.earned {
		d.Fill, d.Border, d.BorderW = drawing.Background, p.role, 1.5
	}
	p.s.Add(d)
}

func (p pen) text(y float64, text string, role drawing.Role) {
	p.s.Add(drawing.Label{X: p.x, Y: p.y + y, Text: text, Size: 14, Bold: true, Role: role})
}

func around(n int, radii ...float64) []drawing.Point {
	points := make([]drawing.Point, n)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		r := radii[i%len(radii)]
		points[i] = drawing.Point{X: r * sin, Y: -r * cos}
	}
	return points
}

func (p pen) symbol(of Symbol) {
	type pt = drawing.Point
	switch of {
	case Chevrons:
		for _, y := range []float64{-7, 0, 7} {
			p.line(pt{X: -8, Y: y + 4}, pt{X: 0, Y: y - 4}, pt{X: 8, Y: y + 4})
		}
	case Halves:
		p.disc(-4.5, 0, 7.5)
		p.s.Add(drawing.Disc{X: p.x + 4.5, Y: p.y, R: 7.5, Fill: p.behind(), Border: p.role, BorderW: 1.5})
	case Star:
		p.area(around(10, 13, 5.2)...)
	case Compass:
		p.area(pt{X: 9, Y: -9}, pt{X: 3.5, Y: 3.5}, pt{X: -9, Y: 9}, pt{X: -3.5, Y: -3.5})
		p.s.Add(drawing.Disc{X: p.x, Y: p.y, R: 2.5, Fill: p.behind()})
	case Shapes:
		p.area(pt{X: -10, Y: -10}, pt{X: -2, Y: -10}, pt{X: -2, Y: -2}, pt{X: -10, Y: -2})
		p.disc(6, -6, 4.5)
		p.area(pt{X: -6, Y: 1.5}, pt{X: -1.5, Y: 10}, pt{X: -10.5, Y: 10})
		p.line(pt{X: 2, Y: 2}, pt{X: 10, Y: 10})
		p.line(pt{X: 10, Y: 2}, pt{X: 2, Y: 10})
	case Five:
		for _, at := range []pt{{X: -8, Y: -8}, {X: 8, Y: -8}, {}, {X: -8, Y: 8}, {X: 8, Y: 8}} {
			p.disc(at.X, at.Y, 3.2)
		}
	case Return:
		arc := make([]pt, 19)
		for i := range arc {
			sin, cos := math.Sincos(math.Pi * (float64(i)/18*1.35 - 0.85))
			arc[i] = pt{X: 8.5 * sin, Y: -8.5 * cos}
		}
		p.line(arc...)
		p.area(pt{X: -11, Y: 3}, pt{X: 1, Y: 5}, pt{X: -7, Y: 13})
	case Crown:
		p.area(pt{X: -11, Y: -6}, pt{X: -5, Y: 1}, pt{X: 0, Y: -10}, pt{X: 5, Y: 1}, pt{X: 11, Y: -6}, pt{X: 8.5, Y: 9}, pt{X: -8.5, Y: 9})
	case Cup:
		p.area(pt{X: -7, Y: -10}, pt{X: 7, Y: -10}, pt{X: 6, Y: -2}, pt{X: 1.5, Y: 3}, pt{X: 1.5, Y: 7}, pt{X: 6, Y: 7}, pt{X: 6, Y: 11},
			pt{X: -6, Y: 11}, pt{X: -6, Y: 7}, pt{X: -1.5, Y: 7}, pt{X: -1.5, Y: 3}, pt{X: -6, Y: -2})
		for _, side := range []float64{-1, 1} {
			p.line(pt{X: side * 7, Y: -8}, pt{X: side * 11.5, Y: -7}, pt{X: side * 10.5, Y: -2}, pt{X: side * 6, Y: -1})
		}
	case Book:
		p.area(pt{X: -1, Y: -6}, pt{X: -12, Y: -9}, pt{X: -12, Y: 6}, pt{X: -1, Y: 9})
		p.area(pt{X: 1, Y: -6}, pt{X: 12, Y: -9}, pt{X: 12, Y: 6}, pt{X: 1, Y: 9})
	case Ten:
		p.area(pt{X: -11, Y: -11}, pt{X: 11, Y: -11}, pt{X: 11, Y: -6}, pt{X: -11, Y: -6})
		p.line(pt{X: -11, Y: -6}, pt{X: -11, Y: 10}, pt{X: 11, Y: 10}, pt{X: 11, Y: -6})
		p.text(2.5, "10", p.letters())
	case Eye:
		p.area(pt{X: -13, Y: 0}, pt{X: -7, Y: -6}, pt{X: 0, Y: -8}, pt{X: 7, Y: -6}, pt{X: 13, Y: 0}, pt{X: 7, Y: 6}, pt{X: 0, Y: 8}, pt{X: -7, Y: 6})
		p.s.Add(drawing.Disc{X: p.x, Y: p.y, R: 4.5, Fill: p.behind(), Border: p.role, BorderW: 1})
		p.s.Add(drawing.Disc{X: p.x, Y: p.y, R: 2, Fill: p.role})
	}
}

func (p pen) behind() drawing.Role {
	if p.earned {
		return drawing.GoldFace
	}
	return drawing.Background
}

func (p pen) letters() drawing.Role {
	if p.earned {
		return drawing.Black
	}
	return drawing.Faint
}
