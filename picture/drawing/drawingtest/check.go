package drawingtest

import (
	"fmt"
	"image/color"

	"nimatron/picture/drawing"
)

const (
	// smallest is the smallest letter size that is easy to read on a phone, in units.
	smallest = 12
	// contrast is the contrast between letters and their background that the Web Content
	// Accessibility Guidelines require.
	contrast = 4.5
	// rounding bounds the error of positions.
	rounding = 0.01
)

// Faults returns the faults of a drawing, in words.
func Faults(d *drawing.Drawing) []string {
	c := &checker{drawing: d}
	c.within("the background", rectangle{0, 0, d.Width, d.Height})
	d.Draw(c)
	for i, a := range c.texts {
		for _, b := range c.texts[:i] {
			if a.at.overlaps(b.at) {
				c.fault("%q lies on %q", a.text, b.text)
			}
		}
	}
	return c.faults
}

// Texts returns the texts of a drawing in order.
func Texts(d *drawing.Drawing) []string {
	c := &checker{drawing: d}
	for _, s := range d.Shapes {
		s.Draw(c)
	}
	texts := make([]string, len(c.texts))
	for i, t := range c.texts {
		texts[i] = t.text
	}
	return texts
}

type rectangle struct{ x, y, w, h float64 }

func (r rectangle) overlaps(o rectangle) bool {
	return r.x+r.w > o.x+rounding && o.x+o.w > r.x+rounding && r.y+r.h > o.y+rounding && o.y+o.h > r.y+rounding
}

func (r rectangle) has(x, y float64) bool {
	return x >= r.x && x <= r.x+r.w && y >= r.y && y <= r.y+r.h
}

// checker is a canvas that remembers what lies where.
type checker struct {
	drawing *drawing.Drawing
	texts   []struct {
		text string
		at   rectangle
	}
	fills  []func(x, y float64) (color.RGBA, bool)
	faults []string
}

func (c *checker) fault(format string, args ...any) {
	c.faults = append(c.faults, fmt.Sprintf(format, args...))
}

// within checks that a shape is on the picture.
func (c *checker) within(what string, r rectangle) {
	if !(r.x >= -rounding && r.y >= -rounding && r.x+r.w <= c.drawing.Width+rounding && r.y+r.h <= c.drawing.Height+rounding) {
		c.fault("%s leaves the picture of %g×%g: %+v", what, c.drawing.Width, c.drawing.Height, r)
	}
	if !(r.w >= 0 && r.h >= 0) {
		c.fault("%s has no size: %+v", what, r)
	}
}

// fill records a filled rectangle.
func (c *checker) fill(r rectangle, role drawing.Role) {
	if role == drawing.None {
		return
	}
	colour := role.Colour(c.drawing.Theme)
	c.fills = append(c.fills, func(x, y float64) (color.RGBA, bool) { return colour, r.has(x, y) })
}

// Box checks a box.
func (c *checker) Box(b drawing.Box) {
	r := rectangle{b.X, b.Y, b.W, b.H}
	c.within("a box", r)
	c.fill(r, b.Fill)
}

// Line checks a line.
func (c *checker) Line(l drawing.Line) {
	for _, p := range l.Points {
		c.within("a line", rectangle{p.X, p.Y, 0, 0})
	}
}

// Disc checks a circle.
func (c *checker) Disc(d drawing.Disc) {
	r := rectangle{d.X - d.R, d.Y - d.High(), 2 * d.R, 2 * d.High()}
	c.within("a disc", rectangle{d.X, d.Y, 0, 0})
	c.fill(r, d.Fill)
}

// Area checks an area.
func (c *checker) Area(a drawing.Area) {
	for _, p := range a.Points {
		c.within("an area", rectangle{p.X, p.Y, 0, 0})
	}
	colour := a.Fill.Colour(c.drawing.Theme)
	c.fills = append(c.fills, func(x, y float64) (color.RGBA, bool) {
		inside := false
		for i, p := range a.Points {
			q := a.Points[(i+1)%len(a.Points)]
			if (p.Y > y) != (q.Y > y) && x < p.X+(q.X-p.X)*(y-p.Y)/(q.Y-p.Y) {
				inside = !inside
			}
		}
		return colour, inside
	})
}

// Label checks a text.
func (c *checker) Label(l drawing.Label) {
	r := rectangle{l.Left(), l.Y - l.Size*0.45, l.Width(), l.Size * 0.9}
	c.within(fmt.Sprintf("%q", l.Text), r)
	if l.Size < smallest-rounding {
		c.fault("%q is only %g high", l.Text, l.Size)
	}
	for i := len(c.fills) - 1; i >= 0; i-- {
		behind, here := c.fills[i](l.X, l.Y)
		if !here {
			continue
		}
		if got := drawing.Contrast(behind, l.Role.Colour(c.drawing.Theme)); got < contrast {
			c.fault("%q can hardly be told from what is behind it: a contrast of %.1f", l.Text, got)
		}
		break
	}
	c.texts = append(c.texts, struct {
		text string
		at   rectangle
	}{l.Text, r})
}

// Cells checks a table.
func (c *checker) Cells(t drawing.Cells) {
	r := rectangle{t.X, t.Y, t.Size * float64(t.Columns), t.Size * float64(len(t.At)/t.Columns)}
	c.within("a table", r)
	c.fills = append(c.fills, func(x, y float64) (color.RGBA, bool) {
		if !r.has(x, y) {
			return color.RGBA{}, false
		}
		column, row := int((x-t.X)/t.Size), int((y-t.Y)/t.Size)
		return t.Colours[t.At[row*t.Columns+column]], true
	})
}
