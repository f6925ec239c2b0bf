package raster

import (
	"image"
	"math"
	"slices"

	"golang.org/x/image/vector"

	"nimatron/picture/drawing"
	"nimatron/picture/typeface/glyph"
)

type canvas struct {
	image    *image.Paletted
	shades   palette
	brush    []uint8
	outlines store[string, *outline]
	key      []byte
	measures []float64
	mask     image.Alpha
	vector   vector.Rasterizer
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
	at := c.shades.roles[role]
	for x := range first {
		first[x] = at
	}
	for y := r.Min.Y + 1; y < r.Max.Y; y++ {
		copy(c.row(y)[r.Min.X:r.Max.X], first)
	}
}

// across returns a brush of n pixels, shaded like a pillar if shade is round.
func (c *canvas) across(n int, fill uint8, shade drawing.Shade) []uint8 {
	c.brush = slices.Grow(c.brush[:0], n)[:n]
	brush := c.brush
	for x := range brush {
		brush[x] = fill
	}
	if !shade.Round {
		return brush
	}
	for x := range brush {
		t := (float64(x) + 0.5) / float64(n)
		dark := (t - drawing.Brightest) / (1 - drawing.Brightest)
		if t < drawing.Brightest {
			dark = (drawing.Brightest - t) / drawing.Brightest / 3
		}
		brush[x] = c.shades.mix(brush[x], c.shades.roles[shade.To], uint8(dark*full+0.5))
	}
	return brush
}

func (c *canvas) step(fill drawing.Role, shade drawing.Shade, k int) uint8 {
	return c.shades.mix(c.shades.roles[fill], c.shades.roles[shade.To], uint8(k))
}

func (c *canvas) Box(b drawing.Box) {
	r := image.Rect(pixels(b.X), pixels(b.Y), pixels(b.X+b.W), pixels(b.Y+b.H))
	radius := b.Radius * Scale
	border := max(1, pixels(b.BorderW))
	switch {
	case b.Border == drawing.None:
		c.rounded(r, radius, b.Fill, b.Shade)
	case b.Fill == drawing.None:
		c.fill(image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+border), b.Border)
		c.fill(image.Rect(r.Min.X, r.Max.Y-border, r.Max.X, r.Max.Y), b.Border)
		c.fill(image.Rect(r.Min.X, r.Min.Y, r.Min.X+border, r.Max.Y), b.Border)
		c.fill(image.Rect(r.Max.X-border, r.Min.Y, r.Max.X, r.Max.Y), b.Border)
	default:
		c.rounded(r, radius, b.Border, drawing.Shade{})
		r = r.Inset(border)
		c.rounded(r, max(0, radius-float64(border)), b.Fill, b.Shade)
	}
	if b.Pattern != drawing.Plain {
		c.pattern(r.Inset(1), b.Pattern, b.Fill)
	}
}

func (c *canvas) rounded(r image.Rectangle, radius float64, fill drawing.Role, shade drawing.Shade) {
	if fill == drawing.None || r.Empty() {
		return
	}
	w, h := float64(r.Dx()), float64(r.Dy())
	if radius = min(radius, math.Floor(w/2), math.Floor(h/2)); radius == 0 && shade.To == drawing.None {
		c.fill(r, fill)
		return
	}
	o := c.outline('b', r.Min, image.Rectangle{Max: r.Size()}, func(o *outline) {
		o.between(func(y float64) (left, right float64) {
			in := 0.0
			if off := max(radius-y, y-(h-radius)); off > 0 {
				in = radius - math.Sqrt(max(0, radius*radius-off*off))
			}
			return in, w - in
		})
	}, w, h, radius)
	if shade.To == drawing.None || shade.Round {
		c.paint(o, r.Min, c.shades.roles[fill], shade)
		return
	}
	const bands = drawing.ShadeSteps + 1
	for k := range bands {
		c.paintRows(o, r.Min, k*r.Dy()/bands, (k+1)*r.Dy()/bands, c.step(fill, shade, k), drawing.Shade{})
	}
}

func (c *canvas) pattern(r image.Rectangle, p drawing.Pattern, fill drawing.Role) {
	r = r.Intersect(c.image.Rect)
	const period = 5 * Scale
	plain := c.shades.roles[fill]
	mark := c.shades.mix(plain, c.shades.roles[drawing.Black], full/2)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		line := c.row(y)
		for x := r.Min.X; x < r.Max.X; x++ {
			at := x + y
			if p == drawing.Falling {
				at = x - y + period<<16
			}
			if at%period < Scale && line[x] == plain {
				line[x] = mark
			}
		}
	}
}

func (c *canvas) Disc(d drawing.Disc) {
	x, y, rx, ry, border := d.X*Scale, d.Y*Scale, d.R*Scale, d.High()*Scale, d.BorderW*Scale
	if d.Border != drawing.None && d.Fill != drawing.None {
		c.ellipse(x, y, rx, ry, false, c.shades.roles[d.Border], drawing.Shade{})
		rx, ry = rx-border, ry-border
	}
	switch {
	case d.Fill == drawing.None:
		c.ring(x, y, rx, border, d.Border)
	case d.Shade.To == drawing.None || d.Shade.Round:
		c.ellipse(x, y, rx, ry, d.Lower, c.shades.roles[d.Fill], d.Shade)
	default:
		for k := range drawing.ShadeSteps + 1 {
			part := 1 - float64(k)/(drawing.ShadeSteps+1)
			c.ellipse(x, y, rx*part, ry*part, false, c.step(d.Fill, d.Shade, k), drawing.Shade{})
		}
	}
}

func (c *canvas) ellipse(x, y, rx, ry float64, lower bool, fill uint8, shade drawing.Shade) {
	if rx <= 0 || ry <= 0 {
		return
	}
	at, x, y := cut(x, y)
	in := around(x-rx, y-ry, x+rx, y+ry)
	kind := byte('e')
	if lower {
		in.Min.Y, kind = int(y), 'l'
	}
	o := c.outline(kind, at, in, func(o *outline) {
		o.between(func(at float64) (left, right float64) {
			t := (at - y) / ry
			half := rx * math.Sqrt(max(0, 1-t*t))
			return x - half, x + half
		})
	}, x, y, rx, ry)
	c.paint(o, at, fill, shade)
}

func (c *canvas) ring(x, y, radius, width float64, role drawing.Role) {
	at, x, y := cut(x, y)
	in := around(x-radius-1, y-radius-1, x+radius+1, y+radius+1)
	o := c.outline('r', at, in, func(o *outline) {
		mask := c.blank(in)
		for i := range mask.Pix {
			px, py := float64(in.Min.X+i%in.Dx())+0.5, float64(in.Min.Y+i/in.Dx())+0.5
			part := width/2 + 0.5 - math.Abs(math.Hypot(px-x, py-y)-(radius-width/2))
			mask.Pix[i] = uint8(255 * min(max(part, 0), 1))
		}
		o.mask(mask)
	}, x, y, radius, width)
	c.paint(o, at, c.shades.roles[role], drawing.Shade{})
}

func (c *canvas) blank(in image.Rectangle) *image.Alpha {
	c.mask = image.Alpha{Pix: slices.Grow(c.mask.Pix[:0], in.Dx()*in.Dy())[:in.Dx()*in.Dy()], Stride: in.Dx(), Rect: image.Rectangle{Max: in.Size()}}
	clear(c.mask.Pix)
	return &c.mask
}

func (c *canvas) Area(a drawing.Area) {
	if len(a.Points) < 3 {
		return
	}
	at, _, _ := cut(a.Points[0].X*Scale, a.Points[0].Y*Scale)
	low, high := drawing.Point{}, drawing.Point{}
	c.measures = c.measures[:0]
	for _, p := range a.Points {
		pixel, x, y := cut(p.X*Scale, p.Y*Scale)
		x, y = x+float64(pixel.X-at.X), y+float64(pixel.Y-at.Y)
		low, high = drawing.Point{X: min(low.X, x), Y: min(low.Y, y)}, drawing.Point{X: max(high.X, x), Y: max(high.Y, y)}
		c.measures = append(c.measures, x, y)
	}
	in := around(low.X, low.Y, high.X, high.Y)
	o := c.outline('a', at, in, func(o *outline) {
		c.vector.Reset(in.Dx(), in.Dy())
		for p := range slices.Chunk(c.measures, 2) {
			x, y := float32(p[0]-float64(in.Min.X)), float32(p[1]-float64(in.Min.Y))
			if &p[0] == &c.measures[0] {
				c.vector.MoveTo(x, y)
			}
			c.vector.LineTo(x, y)
		}
		c.vector.ClosePath()
		mask := c.blank(in)
		c.vector.Draw(mask, mask.Rect, image.Opaque, image.Point{})
		o.mask(mask)
	}, c.measures...)
	c.paint(o, at, c.shades.roles[a.Fill], drawing.Shade{})
}

func (c *canvas) Label(l drawing.Label) {
	size := pixels(l.Size)
	pen, base := l.Left()*Scale, int(math.Round(l.Baseline()*Scale))
	weight := 0.0
	if l.Bold {
		weight = 1
	}
	for _, letter := range l.Text {
		o := c.known('g', float64(letter), float64(size), weight)
		if o == nil {
			g := glyph.Of(letter, size, l.Bold)
			o = &outline{in: g.Mask.Rect.Add(g.At), advance: g.Advance}
			o.mask(g.Mask)
			c.keep(o)
		}
		c.paint(o, image.Pt(int(math.Round(pen)), base), c.shades.roles[l.Role], drawing.Shade{})
		pen += o.advance
	}
}
