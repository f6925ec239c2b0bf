// Package svg writes a drawing as SVG, which is sharp at every size. Letters are text: if the font
// is missing, another one is shown in the same width.
package svg

import (
	"encoding/base64"
	"fmt"
	"html"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"nimatron/picture"
	"nimatron/picture/drawing"
	"nimatron/picture/png"
)

// SVG writes a picture, with words for people who can't see it. The same drawing always gives the
// same text. If tap is not nil, spots can be touched: tap returns the attribute data-tap of a spot
// and its title, or false for a spot that does nothing. Each thing is then a group, with its names
// in data-thing and data-was. A spot's pile and what it leaves are in data-of.
func SVG(d *drawing.Drawing, words string, tap func(drawing.Spot) (value, title string, ok bool)) string {
	c := &canvas{theme: d.Theme, defined: map[string]bool{}}
	w, h := number(d.Width), number(d.Height)
	c.write(`<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" role="img" font-family="Go, Lucida Grande, Verdana, sans-serif">`+"\n", w, h, w, h)
	c.write("<title>%s</title>\n", escaped(words))
	c.write("<defs>\n")
	for _, p := range []struct {
		id, path string
	}{{"rising", "M0 5L5 0M-1 1L1 -1M4 6L6 4"}, {"falling", "M0 0L5 5M-1 4L1 6M4 -1L6 1"}} {
		c.write(`<pattern id="%s" width="5" height="5" patternUnits="userSpaceOnUse"><path d="%s" stroke="#000" stroke-opacity="0.5"/></pattern>`+"\n", p.id, p.path)
	}
	c.write("</defs>\n")
	if tap == nil {
		d.Draw(c)
		c.write("</svg>\n")
		return c.out.String()
	}
	d.DrawThings(c, func(t drawing.Thing) {
		c.write(`<g data-thing="%s" data-was="%s">`+"\n", escaped(t.Name), escaped(t.Was))
	}, func() { c.write("</g>\n") })
	for _, s := range d.Spots {
		if value, title, ok := tap(s); ok {
			c.write(`<rect class="spot" x="%s" y="%s" width="%s" height="%s" fill="#fff" fill-opacity="0" data-tap="%s" data-of="%s/%d"><title>%s</title></rect>`+"\n",
				number(s.X), number(s.Y), number(s.W), number(s.H), escaped(value), escaped(s.Pile), s.Leaves, escaped(title))
		}
	}
	c.write("</svg>\n")
	return c.out.String()
}

type canvas struct {
	out     strings.Builder
	theme   picture.Theme
	defined map[string]bool
}

var _ drawing.Canvas = (*canvas)(nil)

func (c *canvas) write(format string, args ...any) { fmt.Fprintf(&c.out, format, args...) }

func number(units float64) string {
	return strconv.FormatFloat(math.Round(units*100)/100, 'f', -1, 64)
}

func escaped(text string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == '\uFFFE' || r == '\uFFFF' {
			return utf8.RuneError // XML can't write it
		}
		return r
	}, text))
}

func (c *canvas) paint(r drawing.Role) string {
	if r == drawing.None {
		return "none"
	}
	return hex(r.Colour(c.theme))
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

var patterns = map[drawing.Pattern]string{drawing.Rising: "rising", drawing.Falling: "falling"}

func (c *canvas) Box(b drawing.Box) {
	x, y, w, h := b.X, b.Y, b.W, b.H
	border := ""
	if b.Border != drawing.None {
		x, y, w, h = x+b.BorderW/2, y+b.BorderW/2, w-b.BorderW, h-b.BorderW
		border = fmt.Sprintf(` stroke="%s" stroke-width="%s"`, c.paint(b.Border), number(b.BorderW))
	}
	rect := fmt.Sprintf(`<rect x="%s" y="%s" width="%s" height="%s"`, number(x), number(y), number(max(w, 0)), number(max(h, 0)))
	if b.Radius > 0 {
		rect += fmt.Sprintf(` rx="%s"`, number(b.Radius))
	}
	c.write(`%s fill="%s"%s/>`+"\n", rect, c.shaded(b.Fill, b.Shade, false), border)
	if name := patterns[b.Pattern]; name != "" {
		c.write(`%s fill="url(#%s)"/>`+"\n", rect, name)
	}
}

func (c *canvas) Line(l drawing.Line) {
	points := pointList(l.Points)
	line := func(role drawing.Role, width float64, more string) {
		c.write(`<polyline points="%s" fill="none" stroke="%s" stroke-width="%s" stroke-linejoin="round"%s/>`+"\n", points, c.paint(role), number(width), more)
	}
	switch {
	case l.Double: // a wide line with a thinner one of the road on it
		line(l.Role, l.Width*4/3, "")
		line(drawing.Road, l.Width*2/3, "")
	case l.Dash > 0:
		line(l.Role, l.Width, fmt.Sprintf(` stroke-dasharray="%s"`, number(l.Dash)))
	default:
		line(l.Role, l.Width, ` stroke-linecap="round"`)
	}
}

func (c *canvas) Disc(d drawing.Disc) {
	r, border := d.R, ""
	if d.Border != drawing.None {
		r -= d.BorderW / 2
		border = fmt.Sprintf(` stroke="%s" stroke-width="%s"`, c.paint(d.Border), number(d.BorderW))
	}
	fill := c.shaded(d.Fill, d.Shade, true)
	if d.Lower {
		ry := r - d.R + d.High()
		c.write(`<path d="M%s %sA%s %s 0 0 0 %s %s" fill="%s"/>`+"\n", number(d.X-r), number(d.Y), number(r), number(ry), number(d.X+r), number(d.Y), fill)
		return
	}
	if d.RY > 0 {
		c.write(`<ellipse cx="%s" cy="%s" rx="%s" ry="%s" fill="%s"%s/>`+"\n", number(d.X), number(d.Y), number(r), number(r-d.R+d.RY), fill, border)
		return
	}
	c.write(`<circle cx="%s" cy="%s" r="%s" fill="%s"%s/>`+"\n", number(d.X), number(d.Y), number(r), fill, border)
}

func (c *canvas) Area(a drawing.Area) {
	c.write(`<polygon points="%s" fill="%s"/>`+"\n", pointList(a.Points), c.paint(a.Fill))
}

func pointList(points []drawing.Point) string {
	list := make([]string, len(points))
	for i, p := range points {
		list[i] = number(p.X) + "," + number(p.Y)
	}
	return strings.Join(list, " ")
}

func (c *canvas) shaded(fill drawing.Role, shade drawing.Shade, disc bool) string {
	from, to := fill.Colour(c.theme), shade.To.Colour(c.theme)
	if shade.To == drawing.None || from == to {
		return c.paint(fill)
	}
	stop := func(at float64, part float64) string {
		return fmt.Sprintf(`<stop offset="%s" stop-color="%s"/>`, number(at), hex(drawing.Mix(from, to, part)))
	}
	kind, way, stops := "linearGradient", ` x2="0" y2="1"`, stop(0, 0)+stop(1, 1)
	switch {
	case shade.Round:
		way, stops = "", stop(0, 1.0/3)+stop(drawing.Brightest, 0)+stop(1, 1)
	case disc:
		kind, way, stops = "radialGradient", "", stop(0, 1)+stop(1, 0)
	}
	id := fmt.Sprintf("%s%d-%d", kind[:1], fill, shade.To)
	if shade.Round {
		id += "r"
	}
	if !c.defined[id] {
		c.defined[id] = true
		c.write(`<defs><%s id="%s"%s>%s</%s></defs>`+"\n", kind, id, way, stops, kind)
	}
	return "url(#" + id + ")"
}

func (c *canvas) Label(l drawing.Label) {
	if l.Text == "" {
		return
	}
	weight := ""
	if l.Bold {
		weight = ` font-weight="bold"`
	}
	c.write(`<text x="%s" y="%s" font-size="%s"%s fill="%s" textLength="%s" lengthAdjust="spacingAndGlyphs">%s</text>`+"\n",
		number(l.Left()), number(l.Baseline()), number(l.Size), weight, c.paint(l.Role), number(l.Width()), escaped(l.Text))
}

func (c *canvas) Cells(t drawing.Cells) {
	var lines []uint8
	for line := range slices.Chunk(t.At, t.Columns) {
		lines = append(append(lines, 0), line...)
	}
	file := png.NewEncoder(new(stored)).Encode(lines, t.Columns, t.Colours)
	c.write(`<image x="%s" y="%s" width="%s" height="%s" preserveAspectRatio="none" image-rendering="pixelated" href="data:image/png;base64,%s"/>`+"\n",
		number(t.X), number(t.Y), number(t.Size*float64(t.Columns)), number(t.Size*float64(len(t.At)/t.Columns)), base64.StdEncoding.EncodeToString(file))
}

// stored is a [png.Compressor] that leaves bytes as they are. Only pages that draw tables would
// need a real one, which would make them load longer.
type stored struct{ to io.Writer }

func (s *stored) Reset(to io.Writer) { s.to = to }

func (s *stored) Write(p []byte) (int, error) {
	n := uint16(len(p)) // bands are shorter than 64 KiB
	_, _ = s.to.Write([]byte{0, byte(n), byte(n >> 8), byte(^n), byte(^n >> 8)})
	return s.to.Write(p)
}

func (s *stored) Flush() error { return nil }
