package raster

import (
	"image"
	"math"

	"nimatron/picture"
	"nimatron/picture/drawing"
	"nimatron/picture/typeface"
)

// A canvas draws shapes on an image.
type canvas struct {
	image  *image.Paletted
	shades palette
	theme  picture.Theme
}

var _ drawing.Canvas = (*canvas)(nil)

// newCanvas returns an empty canvas in the memory of a room.
func newCanvas(theme picture.Theme, r *room, w, h int) *canvas {
	c := &r.canvas
	c.image, c.theme = r.image(w, h), theme
	c.shades.reset(theme)
	c.fill(c.image.Rect, drawing.Background)
	return c
}

// fill fills a rectangle of pixels.
func (c *canvas) fill(r image.Rectangle, role drawing.Role) {
	r = r.Intersect(c.image.Rect)
	if r.Empty() {
		return
	}
	first := c.row(r.Min.Y)[r.Min.X:r.Max.X]
	for x := range first {
		first[x] = uint8(role)
	}
	for y := r.Min.Y + 1; y < r.Max.Y; y++ {
		copy(c.row(y)[r.Min.X:r.Max.X], first)
	}
}

// row returns a line of pixels.
func (c *canvas) row(y int) []uint8 {
	return c.image.Pix[y*c.image.Stride:][:c.image.Rect.Dx()]
}

// cover puts a role on the pixels of a rectangle as far as coverage says: 1 and more for
// wholly, 0 and less for not at all, at the middle of each.
func (c *canvas) cover(r image.Rectangle, role drawing.Role, coverage func(x, y float64) float64) {
	r = r.Intersect(c.image.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		line := c.row(y)
		for x := r.Min.X; x < r.Max.X; x++ {
			if part := coverage(float64(x)+0.5, float64(y)+0.5); part > 0 {
				line[x] = c.shades.shade(line[x], role, grade(part))
			}
		}
	}
}

// grade returns a part of 1 in parts of full.
func grade(part float64) uint8 { return uint8(min(part, 1)*full + 0.5) }

// Box draws a rectangle.
func (c *canvas) Box(b drawing.Box) {
	r := image.Rect(pixels(b.X), pixels(b.Y), pixels(b.X+b.W), pixels(b.Y+b.H))
	radius := b.Radius * Scale
	border := max(1, pixels(b.BorderW))
	switch {
	case b.Border == drawing.None:
		c.rounded(r, radius, b.Fill)
	case b.Dashed || b.Fill == drawing.None:
		c.rounded(r, radius, b.Fill)
		c.frame(r, border, b.Border, b.Dashed)
	default:
		c.rounded(r, radius, b.Border)
		r = r.Inset(border)
		c.rounded(r, max(0, radius-float64(border)), b.Fill)
	}
	if b.Pattern != drawing.Plain {
		c.pattern(r.Inset(1), b.Pattern, b.Fill)
	}
}

// rounded fills a rectangle with round corners.
func (c *canvas) rounded(r image.Rectangle, radius float64, role drawing.Role) {
	if role == drawing.None || r.Empty() {
		return
	}
	side := int(math.Ceil(radius))
	side = min(side, r.Dx()/2, r.Dy()/2)
	c.fill(image.Rect(r.Min.X+side, r.Min.Y, r.Max.X-side, r.Max.Y), role)
	c.fill(image.Rect(r.Min.X, r.Min.Y+side, r.Min.X+side, r.Max.Y-side), role)
	c.fill(image.Rect(r.Max.X-side, r.Min.Y+side, r.Max.X, r.Max.Y-side), role)
	if side == 0 {
		return
	}
	s := float64(side)
	for _, x := range []int{r.Min.X, r.Max.X - side} {
		for _, y := range []int{r.Min.Y, r.Max.Y - side} {
			mx, my := float64(x), float64(y) // the middle of the corner's circle
			if x == r.Min.X {
				mx += s
			}
			if y == r.Min.Y {
				my += s
			}
			c.cover(image.Rect(x, y, x+side, y+side), role, func(x, y float64) float64 {
				return s + 0.5 - math.Hypot(x-mx, y-my)
			})
		}
	}
}

// frame draws the border of a rectangle that is left as it is inside.
func (c *canvas) frame(r image.Rectangle, width int, role drawing.Role, dashed bool) {
	dash := 0
	if dashed {
		dash = 4 * Scale
	}
	strip := func(x, y, dx, dy, length int) {
		for at := 0; at < length; {
			n := length - at
			if dash > 0 {
				n = min(dash, n)
			}
			x0, y0 := x+at*dx, y+at*dy
			c.fill(image.Rect(x0, y0, x0+dx*n+dy*width, y0+dy*n+dx*width), role)
			at += n + dash
		}
	}
	strip(r.Min.X, r.Min.Y, 1, 0, r.Dx())
	strip(r.Min.X, r.Max.Y-width, 1, 0, r.Dx())
	strip(r.Min.X, r.Min.Y, 0, 1, r.Dy())
	strip(r.Max.X-width, r.Min.Y, 0, 1, r.Dy())
}

// pattern draws a pattern on a fill, darker than it is.
func (c *canvas) pattern(r image.Rectangle, p drawing.Pattern, fill drawing.Role) {
	r = r.Intersect(c.image.Rect)
	const period = 5 * Scale
	mark := c.shades.shade(uint8(fill), drawing.Black, full/2)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		line := c.row(y)
		for x := r.Min.X; x < r.Max.X; x++ {
			on := false
			switch p {
			case drawing.Rising:
				on = (x+y)%period < Scale
			case drawing.Falling:
				on = (x-y+period<<16)%period < Scale
			case drawing.Dotted:
				on = x%period < Scale && y%period < Scale
			}
			if on && line[x] == uint8(fill) {
				line[x] = mark
			}
		}
	}
}

// Disc draws a circle.
func (c *canvas) Disc(d drawing.Disc) {
	mx, my, radius, border := d.X*Scale, d.Y*Scale, d.R*Scale, d.BorderW*Scale
	r := image.Rect(int(mx-radius)-1, int(my-radius)-1, int(mx+radius)+2, int(my+radius)+2)
	if d.Fill != drawing.None {
		c.cover(r, d.Fill, func(x, y float64) float64 { return radius + 0.5 - math.Hypot(x-mx, y-my) })
	}
	if d.Border != drawing.None {
		c.cover(r, d.Border, func(x, y float64) float64 {
			return border/2 + 0.5 - math.Abs(math.Hypot(x-mx, y-my)-(radius-border/2))
		})
	}
}

// Label writes a text.
func (c *canvas) Label(l drawing.Label) {
	size := pixels(l.Size)
	pen, base := l.Left()*Scale, int(math.Round(l.Baseline()*Scale))
	for _, letter := range l.Text {
		g := typeface.GlyphOf(letter, size, l.Bold)
		at := image.Pt(int(math.Round(pen)), base).Add(g.At)
		r := g.Mask.Rect.Add(at).Intersect(c.image.Rect)
		for y := r.Min.Y; y < r.Max.Y; y++ {
			line := c.row(y)
			mask := g.Mask.Pix[(y-at.Y)*g.Mask.Stride:]
			for x := r.Min.X; x < r.Max.X; x++ {
				if m := mask[x-at.X]; m > 0 {
					line[x] = c.shades.shade(line[x], l.Role, uint8((int(m)*full+127)/255))
				}
			}
		}
		pen += g.Advance
	}
}
