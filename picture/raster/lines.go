package raster

import (
	"math"

	"nimatron/picture/drawing"
)

func (c *canvas) Line(l drawing.Line) {
	width := max(1, l.Width*Scale)
	phase := 0.0 // how far along the pattern of dashes
	for i := 1; i < len(l.Points); i++ {
		a, b := scaled(l.Points[i-1]), scaled(l.Points[i])
		length := math.Hypot(b.X-a.X, b.Y-a.Y)
		if length == 0 {
			continue
		}
		switch {
		case l.Double:
			across := drawing.Point{X: -(b.Y - a.Y) / length * width / 2, Y: (b.X - a.X) / length * width / 2}
			for _, side := range []float64{-1, 1} {
				c.segment(
					drawing.Point{X: a.X + side*across.X, Y: a.Y + side*across.Y},
					drawing.Point{X: b.X + side*across.X, Y: b.Y + side*across.Y}, max(1.5, width/3), l.Role)
			}
		case l.Dash > 0:
			dash := l.Dash * Scale
			at := func(s float64) drawing.Point {
				return drawing.Point{X: a.X + (b.X-a.X)*s/length, Y: a.Y + (b.Y-a.Y)*s/length}
			}
			for s := -phase; s < length; s += 2 * dash {
				if from, to := max(s, 0), min(s+dash, length); from < to {
					c.segment(at(from), at(to), width, l.Role)
				}
			}
			phase = math.Mod(phase+length, 2*dash)
		default:
			c.segment(a, b, width, l.Role)
		}
	}
}

func scaled(p drawing.Point) drawing.Point { return drawing.Point{X: p.X * Scale, Y: p.Y * Scale} }

func (c *canvas) segment(a, b drawing.Point, width float64, role drawing.Role) {
	at, ax, ay := cut(a.X, a.Y)
	end, bx, by := cut(b.X, b.Y)
	bx, by = bx+float64(end.X-at.X), by+float64(end.Y-at.Y)
	dx, dy, r := bx-ax, by-ay, width/2
	length := math.Hypot(dx, dy)
	if length == 0 {
		return
	}
	in := around(min(ax, bx)-r, min(ay, by)-r, max(ax, bx)+r, max(ay, by)+r)
	acrossX, acrossY := -dy/length*r, dx/length*r
	o := c.outline('s', at, in, func(o *outline) {
		o.between(func(y float64) (left, right float64) {
			left, right = math.Inf(1), math.Inf(-1)
			for _, end := range [...]drawing.Point{{X: ax, Y: ay}, {X: bx, Y: by}} {
				if half := r*r - (y-end.Y)*(y-end.Y); half > 0 {
					half = math.Sqrt(half)
					left, right = min(left, end.X-half), max(right, end.X+half)
				}
			}
			for _, side := range [...]float64{-1, 1} {
				if part := (y - ay - side*acrossY) / dy; part >= 0 && part <= 1 {
					x := ax + side*acrossX + part*dx
					left, right = min(left, x), max(right, x)
				}
			}
			return left, right
		})
	}, ax, ay, bx, by, width)
	c.paint(o, at, c.shades.roles[role], drawing.Shade{})
}

func (c *canvas) Cells(t drawing.Cells) {
	index := make([]uint8, len(t.Colours))
	for i, colour := range t.Colours {
		index[i] = c.shades.index(colour)
	}
	x0, y0, size := pixels(t.X), pixels(t.Y), max(1, pixels(t.Size))
	for r := 0; r*t.Columns < len(t.At); r++ {
		y := y0 + r*size
		if y+size > c.image.Rect.Max.Y || x0+t.Columns*size > c.image.Rect.Max.X {
			return
		}
		first := c.row(y)[x0 : x0+t.Columns*size]
		for x, at := range t.At[r*t.Columns : (r+1)*t.Columns] {
			for k := range size {
				first[x*size+k] = index[at]
			}
		}
		for k := 1; k < size; k++ {
			copy(c.row(y + k)[x0:x0+t.Columns*size], first)
		}
	}
}
