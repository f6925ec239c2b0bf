package raster

import (
	"image"
	"math"

	"golang.org/x/image/vector"

	"nimatron/picture/drawing"
	"nimatron/picture/typeface/glyph"
)

type canvas struct {
	image    *image.Paletted
	shades   palette
	line     []uint8 // of the present fill
	outlines store[string, *outline]
	key      []byte    // of an outline
	measures []float64 // of an area
	vector   vector.Rasterizer
	mask     image.Alpha // that an outline is made from
}

var _ drawing.Canvas = (*canvas)(nil)

func (c *canvas) row(y int) []uint8 {
	return c.image.Pix[y*c.image.Stride:][:c.image.Rect.Dx()]
}

func (c *canvas) fill(r image.Rectangle, role drawing.Role) {
	r = r.Intersect(c.image.Rect)
	if r.Empty() {
		return
	}
	first := c.row(r.Min.Y)[r.Min.X:r.Max.X]
	at := c.shades.of(role)
	for x := range first {
		first[x] = at
	}
	for y := r.Min.Y + 1; y < r.Max.Y; y++ {
		copy(c.row(y)[r.Min.X:r.Max.X], first)
	}
}

// flat returns a fill of n equal pixels.
func (c *canvas) flat(n int, at uint8) []uint8 {
	if cap(c.line) < n {
		c.line = make([]uint8, n)
	}
	c.line = c.line[:n]
	for x := range c.line {
		c.line[x] = at
	}
	return c.line
}

// across returns a fill of n pixels, with the shade of a pillar if it is round.
func (c *canvas) across(n int, fill drawing.Role, shade drawing.Shade) []uint8 {
	paint := c.flat(n, c.shades.of(fill))
	if shade.To == drawing.None || !shade.Round {
		return paint
	}
	to := c.shades.of(shade.To)
	for x := range paint {
		t := (float64(x) + 0.5) / float64(n)
		dark := (t - drawing.Brightest) / (1 - drawing.Brightest)
		if t < drawing.Brightest {
			dark = (drawing.Brightest - t) / drawing.Brightest / 3
		}
		paint[x] = c.shades.mix(paint[x], to, uint8(dark*full+0.5))
	}
	return paint
}

func (c *canvas) Box(b drawing.Box) {
	b.Shade = c.visible(b.Fill, b.Shade)
	r := image.Rect(pixels(b.X), pixels(b.Y), pixels(b.X+b.W), pixels(b.Y+b.H))
	radius := b.Radius * Scale
	border := max(1, pixels(b.BorderW))
	switch {
	case b.Border == drawing.None:
		c.rounded(r, radius, b.Fill, b.Shade)
	case b.Dashed || b.Fill == drawing.None:
		c.rounded(r, radius, b.Fill, b.Shade)
		c.frame(r, border, b.Border, b.Dashed)
	default:
		c.rounded(r, radius, b.Border, drawing.Shade{})
		r = r.Inset(border)
		c.rounded(r, max(0, radius-float64(border)), b.Fill, b.Shade)
	}
	if b.Pattern != drawing.Plain {
		c.pattern(r.Inset(1), b.Pattern, b.Fill)
	}
}

// visible drops a shade of the same colour as its fill, as the plain themes have.
func (c *canvas) visible(fill drawing.Role, shade drawing.Shade) drawing.Shade {
	if fill.Colour(c.shades.theme) == shade.To.Colour(c.shades.theme) {
		return drawing.Shade{}
	}
	return shade
}

func (c *canvas) rounded(r image.Rectangle, radius float64, fill drawing.Role, shade drawing.Shade) {
	if fill == drawing.None || r.Empty() {
		return
	}
	if radius = min(radius, float64(r.Dx()/2), float64(r.Dy()/2)); radius == 0 && shade.To == drawing.None {
		c.fill(r, fill)
		return
	}
	if !c.shows(r) {
		return
	}
	w, h := r.Dx(), r.Dy()
	o := c.outline('b', func(o *outline) {
		o.between(image.Rect(0, 0, w, h), func(y float64) (left, right float64) {
			in := 0.0
			if off := max(radius-y, y-(float64(h)-radius)); off > 0 {
				in = radius - math.Sqrt(max(0, radius*radius-off*off))
			}
			return in, float64(w) - in
		})
	}, float64(w), float64(h), radius)
	if shade.To == drawing.None || shade.Round {
		c.paint(o, r.Min, c.across(w, fill, shade), 0)
		return
	}
	for k := range drawing.ShadeSteps + 1 {
		part := image.Rect(0, k*h/(drawing.ShadeSteps+1), w, (k+1)*h/(drawing.ShadeSteps+1))
		c.paintRows(o, r.Min, part.Min.Y, part.Max.Y, c.flat(w, c.shades.mix(c.shades.of(fill), c.shades.of(shade.To), uint8(k))), 0)
	}
}

// shows reports whether a rectangle is on the picture in part, and not larger than any picture.
func (c *canvas) shows(r image.Rectangle) bool {
	return r.Overlaps(c.image.Rect) && r.Dx() <= maxPixels && r.Dx()*r.Dy() <= maxPixels
}

// frame draws a border and leaves the inside as it is.
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

// pattern darkens a pattern of pixels of a fill.
func (c *canvas) pattern(r image.Rectangle, p drawing.Pattern, fill drawing.Role) {
	r = r.Intersect(c.image.Rect)
	const period = 5 * Scale
	plain := c.shades.of(fill)
	mark := c.shades.mix(plain, c.shades.of(drawing.Black), full/2)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		line := c.row(y)
		for x := r.Min.X; x < r.Max.X; x++ {
			on := false
			switch p {
			case drawing.Rising:
				on = (x+y)%period < Scale
			case drawing.Falling:
				on = (x-y+period<<16)%period < Scale
			}
			if on && line[x] == plain {
				line[x] = mark
			}
		}
	}
}

func (c *canvas) Disc(d drawing.Disc) {
	d.Shade = c.visible(d.Fill, d.Shade)
	x, y, rx, ry, border := d.X*Scale, d.Y*Scale, d.R*Scale, d.High()*Scale, d.BorderW*Scale
	if d.Border != drawing.None && d.Fill != drawing.None {
		c.ellipse(x, y, rx, ry, false, d.Border, drawing.Shade{})
		rx, ry = rx-border, ry-border
	}
	switch {
	case d.Fill == drawing.None: // a ring, which is a circle
		c.ring(x, y, rx, border, d.Border)
	case d.Shade.To == drawing.None || d.Shade.Round:
		c.ellipse(x, y, rx, ry, d.Lower, d.Fill, d.Shade)
	default:
		fill, to := c.shades.of(d.Fill), c.shades.of(d.Shade.To)
		for k := range drawing.ShadeSteps + 1 {
			part := 1 - float64(k)/(drawing.ShadeSteps+1)
			c.ellipseOf(x, y, rx*part, ry*part, false, func(n int) []uint8 { return c.flat(n, c.shades.mix(fill, to, uint8(k))) })
		}
	}
}

func (c *canvas) ellipse(x, y, rx, ry float64, lower bool, fill drawing.Role, shade drawing.Shade) {
	c.ellipseOf(x, y, rx, ry, lower, func(n int) []uint8 { return c.across(n, fill, shade) })
}

func (c *canvas) ellipseOf(x, y, rx, ry float64, lower bool, paint func(n int) []uint8) {
	if rx <= 0 || ry <= 0 {
		return
	}
	at, x, y := cut(x, y)
	r := image.Rect(int(math.Floor(x-rx)), int(math.Floor(y-ry)), int(math.Ceil(x+rx)), int(math.Ceil(y+ry)))
	kind := byte('e')
	if lower {
		r.Min.Y, kind = int(y), 'l'
	}
	if !c.shows(r.Add(at)) {
		return
	}
	c.paint(c.outline(kind, func(o *outline) {
		o.between(r, func(at float64) (left, right float64) {
			t := (at - y) / ry
			half := rx * math.Sqrt(max(0, 1-t*t))
			return x - half, x + half
		})
	}, x, y, rx, ry), at, paint(r.Dx()), r.Min.X)
}

// cut cuts a point into its pixel and the rest, in parts of a pixel.
func cut(x, y float64) (at image.Point, restX, restY float64) {
	x, y = math.Round(x*fine)/fine, math.Round(y*fine)/fine
	at = image.Pt(int(math.Floor(x)), int(math.Floor(y)))
	return at, x - float64(at.X), y - float64(at.Y)
}

func (c *canvas) ring(x, y, radius, width float64, role drawing.Role) {
	at, x, y := cut(x, y)
	r := image.Rect(int(x-radius)-2, int(y-radius)-2, int(x+radius)+2, int(y+radius)+2)
	if !c.shows(r.Add(at)) {
		return
	}
	c.paint(c.outline('r', func(o *outline) {
		mask := c.blank(r)
		for i := range mask.Pix {
			px, py := float64(r.Min.X+i%r.Dx())+0.5, float64(r.Min.Y+i/r.Dx())+0.5
			part := width/2 + 0.5 - math.Abs(math.Hypot(px-x, py-y)-(radius-width/2))
			mask.Pix[i] = uint8(255 * min(max(part, 0), 1))
		}
		o.mask(mask)
	}, x, y, radius, width), at.Add(r.Min), c.flat(r.Dx(), c.shades.of(role)), 0)
}

// blank returns an empty mask.
func (c *canvas) blank(r image.Rectangle) *image.Alpha {
	if n := r.Dx() * r.Dy(); cap(c.mask.Pix) < n {
		c.mask.Pix = make([]uint8, n)
	}
	c.mask = image.Alpha{Pix: c.mask.Pix[:r.Dx()*r.Dy()], Stride: r.Dx(), Rect: image.Rect(0, 0, r.Dx(), r.Dy())}
	clear(c.mask.Pix)
	return &c.mask
}

func (c *canvas) Area(a drawing.Area) {
	if len(a.Points) < 3 {
		return
	}
	at, _, _ := cut(a.Points[0].X*Scale, a.Points[0].Y*Scale)
	measures := c.measures[:0]
	low, high := drawing.Point{}, drawing.Point{}
	for _, p := range a.Points {
		pixel, x, y := cut(p.X*Scale, p.Y*Scale)
		x, y = x+float64(pixel.X-at.X), y+float64(pixel.Y-at.Y)
		low, high = drawing.Point{X: min(low.X, x), Y: min(low.Y, y)}, drawing.Point{X: max(high.X, x), Y: max(high.Y, y)}
		measures = append(measures, x, y)
	}
	c.measures = measures
	r := image.Rect(int(math.Floor(low.X)), int(math.Floor(low.Y)), int(math.Ceil(high.X)), int(math.Ceil(high.Y)))
	if !c.shows(r.Add(at)) {
		return
	}
	c.paint(c.outline('a', func(o *outline) {
		c.vector.Reset(r.Dx(), r.Dy())
		for i := 0; i < len(measures); i += 2 {
			x, y := float32(measures[i]-float64(r.Min.X)), float32(measures[i+1]-float64(r.Min.Y))
			if i == 0 {
				c.vector.MoveTo(x, y)
			} else {
				c.vector.LineTo(x, y)
			}
		}
		c.vector.ClosePath()
		mask := c.blank(r)
		c.vector.Draw(mask, mask.Rect, image.Opaque, image.Point{})
		o.mask(mask)
	}, measures...), at.Add(r.Min), c.flat(r.Dx(), c.shades.of(a.Fill)), 0)
}

func (c *canvas) Label(l drawing.Label) {
	size := pixels(l.Size)
	pen, base := l.Left()*Scale, int(math.Round(l.Baseline()*Scale))
	weight := 0.0
	if l.Bold {
		weight = 1
	}
	for _, letter := range l.Text {
		g := glyph.Of(letter, size, l.Bold)
		o := c.outline('g', func(o *outline) { o.mask(g.Mask) }, float64(letter), float64(size), weight)
		c.paint(o, image.Pt(int(math.Round(pen)), base).Add(g.At), c.flat(g.Mask.Rect.Dx(), c.shades.of(l.Role)), 0)
		pen += g.Advance
	}
}
