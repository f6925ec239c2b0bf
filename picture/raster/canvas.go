package raster

import (
	"image"
	"math"

	"golang.org/x/image/vector"

	"nimatron/picture"
	"nimatron/picture/drawing"
	"nimatron/picture/typeface/glyph"
)

type canvas struct {
	image  *image.Paletted
	shades palette
	paint  []uint8 // a line of the present fill
	vector vector.Rasterizer
	mask   image.Alpha
}

var _ drawing.Canvas = (*canvas)(nil)

func newCanvas(theme picture.Theme, r *room, w, h int) *canvas {
	c := &r.canvas
	c.image = r.image(w, h)
	c.shades.reset(theme)
	return c
}

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

// cover mixes a role into the pixels of a rectangle by the coverage at their middles: all of it from
// 1 on, nothing up to 0.
func (c *canvas) cover(r image.Rectangle, role drawing.Role, coverage func(x, y float64) float64) {
	r = r.Intersect(c.image.Rect)
	front := c.shades.of(role)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		line := c.row(y)
		for x := r.Min.X; x < r.Max.X; x++ {
			if part := coverage(float64(x)+0.5, float64(y)+0.5); part > 0 {
				line[x] = c.shades.mix(line[x], front, grade(part))
			}
		}
	}
}

// grade converts a part of 1 to a part of full.
func grade(part float64) uint8 { return uint8(min(part, 1)*full + 0.5) }

const (
	samples = 4  // lines in a row of pixels at which its edges are computed
	fine    = 64 // parts of a pixel in the x of an edge
)

// scan fills the area between two edges, given by their x at a y. There is none if the first is not
// left of the second. across is the fill of each column of r.
func (c *canvas) scan(r image.Rectangle, across []uint8, edges func(y float64) (left, right float64)) {
	on := r.Intersect(c.image.Rect)
	for y := on.Min.Y; y < on.Max.Y; y++ {
		var left, right [samples]int
		from, to := on.Min.X*fine, on.Max.X*fine // covered by all samples
		first, last := to, from                  // covered by any
		for k := range samples {
			a, b := edges(float64(y) + (float64(k)+0.5)/samples)
			if a < b {
				left[k], right[k] = max(on.Min.X*fine, int(a*fine)), min(on.Max.X*fine, int(b*fine))
				first, last = min(first, left[k]), max(last, right[k])
			}
			from, to = max(from, left[k]), min(to, right[k])
		}
		if last <= first {
			continue
		}
		x0, x1 := first/fine, (last+fine-1)/fine
		full0, full1 := (from+fine-1)/fine, to/fine
		line := c.row(y)
		if full0 < full1 {
			copy(line[full0:full1], across[full0-r.Min.X:])
		} else {
			full0, full1 = x1, x1
		}
		edge := func(from, to int) {
			for x := from; x < to; x++ {
				part := 0
				for k := range samples {
					part += max(0, min((x+1)*fine, right[k])-max(x*fine, left[k]))
				}
				line[x] = c.shades.mix(line[x], across[x-r.Min.X], uint8((part*full+samples*fine/2)/(samples*fine)))
			}
		}
		edge(x0, full0)
		edge(full1, x1)
	}
}

// flat returns a fill of n equal pixels.
func (c *canvas) flat(n int, at uint8) []uint8 {
	if cap(c.paint) < n {
		c.paint = make([]uint8, n)
	}
	c.paint = c.paint[:n]
	for x := range c.paint {
		c.paint[x] = at
	}
	return c.paint
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
	x0, y0, x1, y1 := float64(r.Min.X), float64(r.Min.Y), float64(r.Max.X), float64(r.Max.Y)
	edges := func(y float64) (left, right float64) {
		in := 0.0
		if off := max(y0+radius-y, y-(y1-radius)); off > 0 {
			in = radius - math.Sqrt(max(0, radius*radius-off*off))
		}
		return x0 + in, x1 - in
	}
	side := int(math.Ceil(radius))
	bands := 1
	if shade.To != drawing.None && !shade.Round {
		bands = drawing.ShadeSteps + 1
	}
	paint := c.across(r.Dx(), fill, shade)
	for k := range bands {
		part := image.Rect(r.Min.X, r.Min.Y+k*r.Dy()/bands, r.Max.X, r.Min.Y+(k+1)*r.Dy()/bands)
		if bands > 1 {
			paint = c.flat(r.Dx(), c.shades.step(c.shades.of(fill), c.shades.of(shade.To), uint8(k)))
		}
		// Between the corners all lines are alike.
		middle := part.Intersect(image.Rect(r.Min.X, r.Min.Y+side, r.Max.X, r.Max.Y-side))
		if middle.Empty() {
			c.scan(part, paint, edges)
			continue
		}
		c.scan(image.Rect(part.Min.X, part.Min.Y, part.Max.X, middle.Min.Y), paint, edges)
		c.scan(image.Rect(part.Min.X, middle.Max.Y, part.Max.X, part.Max.Y), paint, edges)
		on := middle.Intersect(c.image.Rect)
		for y := on.Min.Y; y < on.Max.Y; y++ {
			copy(c.row(y)[on.Min.X:on.Max.X], paint[on.Min.X-r.Min.X:])
		}
	}
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
		r := image.Rect(int(x-rx)-1, int(y-rx)-1, int(x+rx)+2, int(y+rx)+2)
		c.cover(r, d.Border, func(px, py float64) float64 {
			return border/2 + 0.5 - math.Abs(math.Hypot(px-x, py-y)-(rx-border/2))
		})
	case d.Shade.To == drawing.None || d.Shade.Round:
		c.ellipse(x, y, rx, ry, d.Lower, d.Fill, d.Shade)
	default:
		fill, to := c.shades.of(d.Fill), c.shades.of(d.Shade.To)
		for k := range drawing.ShadeSteps + 1 {
			part := 1 - float64(k)/(drawing.ShadeSteps+1)
			c.ellipseOf(x, y, rx*part, ry*part, false, func(n int) []uint8 { return c.flat(n, c.shades.step(fill, to, uint8(k))) })
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
	r := image.Rect(int(math.Floor(x-rx)), int(math.Floor(y-ry)), int(math.Ceil(x+rx)), int(math.Ceil(y+ry)))
	if lower {
		r.Min.Y = int(y)
	}
	c.scan(r, paint(r.Dx()), func(at float64) (left, right float64) {
		t := (at - y) / ry
		half := rx * math.Sqrt(max(0, 1-t*t))
		return x - half, x + half
	})
}

func (c *canvas) Area(a drawing.Area) {
	if len(a.Points) < 3 {
		return
	}
	low, high := scaled(a.Points[0]), scaled(a.Points[0])
	for _, p := range a.Points[1:] {
		q := scaled(p)
		low = drawing.Point{X: min(low.X, q.X), Y: min(low.Y, q.Y)}
		high = drawing.Point{X: max(high.X, q.X), Y: max(high.Y, q.Y)}
	}
	at := image.Rect(int(math.Floor(low.X)), int(math.Floor(low.Y)), int(math.Ceil(high.X)), int(math.Ceil(high.Y)))
	if at.Intersect(c.image.Rect).Empty() || at.Dx()*at.Dy() > maxPixels {
		return
	}
	c.vector.Reset(at.Dx(), at.Dy())
	for i, p := range a.Points {
		q := scaled(p)
		x, y := float32(q.X-float64(at.Min.X)), float32(q.Y-float64(at.Min.Y))
		if i == 0 {
			c.vector.MoveTo(x, y)
		} else {
			c.vector.LineTo(x, y)
		}
	}
	c.vector.ClosePath()
	if n := at.Dx() * at.Dy(); cap(c.mask.Pix) < n {
		c.mask.Pix = make([]uint8, n)
	}
	c.mask = image.Alpha{Pix: c.mask.Pix[:at.Dx()*at.Dy()], Stride: at.Dx(), Rect: image.Rect(0, 0, at.Dx(), at.Dy())}
	clear(c.mask.Pix)
	c.vector.Draw(&c.mask, c.mask.Rect, image.Opaque, image.Point{})
	c.stamp(&c.mask, at.Min, a.Fill)
}

// stamp mixes a role into the image by a mask.
func (c *canvas) stamp(mask *image.Alpha, at image.Point, role drawing.Role) {
	front := c.shades.of(role)
	r := mask.Rect.Add(at).Intersect(c.image.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		line := c.row(y)
		row := mask.Pix[(y-at.Y)*mask.Stride:]
		for x := r.Min.X; x < r.Max.X; x++ {
			if m := row[x-at.X]; m > 0 {
				line[x] = c.shades.mix(line[x], front, uint8((int(m)*full+127)/255))
			}
		}
	}
}

func (c *canvas) Label(l drawing.Label) {
	size := pixels(l.Size)
	pen, base := l.Left()*Scale, int(math.Round(l.Baseline()*Scale))
	for _, letter := range l.Text {
		g := glyph.Of(letter, size, l.Bold)
		c.stamp(g.Mask, image.Pt(int(math.Round(pen)), base).Add(g.At), l.Role)
		pen += g.Advance
	}
}
