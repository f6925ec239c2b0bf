package raster

import (
	"image/color"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"nimatron/picture"
	"nimatron/picture/drawing"
)

const (
	// full is the coverage of a whole pixel. Five grades are enough for smooth edges and shades.
	full = drawing.ShadeSteps
	// inTheme is the number of colours of a theme. Tables use the rest of the 255.
	inTheme = 188
)

// mixtures has a byte for each grade between 0 and full of two colours; the key's low byte is the front one.
// A byte is 1 plus the index of the mixture, or 0 before its first use. The lowest byte is grade 1.
type mixtures [256 * 256]atomic.Uint32

// A palette has the colours of a picture. It always begins with the theme's colours, so that equal
// rows of different pictures have equal bytes.
type palette struct {
	theme   picture.Theme
	colours []color.RGBA
	roles   [drawing.Roles]uint8
	mixed   *mixtures
}

var themes = func() (all [picture.Themes]func() palette) {
	for theme := range all {
		all[theme] = sync.OnceValue(func() palette { return newPalette(picture.Theme(theme)) })
	}
	return all
}()

// shaded lists shades of areas that other colours overlap.
var shaded = [][2]drawing.Role{
	{drawing.Background, drawing.Lit}, {drawing.FrameLit, drawing.FrameDark}, {drawing.Shadow, drawing.FrameDark},
	{drawing.Ivory, drawing.IvoryShade}, {drawing.Stone, drawing.StoneShade}, {drawing.Gold, drawing.GoldShade}, {drawing.Gold, drawing.GoldFace},
	{drawing.LeftSide, drawing.LeftShade}, {drawing.RightSide, drawing.RightShade}, {drawing.Carton, drawing.CartonShade},
	{drawing.FarCarton, drawing.FarCartonShade}, {drawing.Metal, drawing.MetalDark}, {drawing.Paint, drawing.PaintDark},
	{drawing.Background, drawing.Ink}, {drawing.Badge, drawing.Black},
}

// newPalette chooses the colours of a theme: the roles, the steps of shades, and then, until there are
// enough, the mixture of two roles that is farthest from all so far.
func newPalette(theme picture.Theme) palette {
	p := palette{theme: theme, mixed: new(mixtures)}
	for r := range drawing.Role(drawing.Roles) {
		p.roles[r] = p.index(r.Colour(theme))
	}
	var wanted []color.RGBA
	for i, a := range p.colours {
		for _, b := range p.colours[:i] {
			wanted = append(wanted, steps(a, b)...)
		}
	}
	for _, pair := range shaded {
		for _, c := range steps(pair[0].Colour(theme), pair[1].Colour(theme)) {
			p.index(c)
		}
	}
	off := make([]int, len(wanted))
	for i, c := range wanted {
		_, off[i] = nearest(p.colours, c)
	}
	for len(p.colours) < inTheme {
		farthest := wanted[slices.Index(off, slices.Max(off))]
		p.index(farthest)
		for i, c := range wanted {
			off[i] = min(off[i], distance(c, farthest))
		}
	}
	return p
}

func steps(a, b color.RGBA) (all []color.RGBA) {
	for grade := 1; grade < full; grade++ {
		all = append(all, drawing.Mix(a, b, float64(grade)/full))
	}
	return all
}

func distance(a, b color.RGBA) int {
	r, g, blue := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
	return r*r + g*g + blue*blue
}

func nearest(colours []color.RGBA, c color.RGBA) (at, off int) {
	off = math.MaxInt
	for i, have := range colours {
		if d := distance(have, c); d < off {
			at, off = i, d
		}
	}
	return at, off
}

func (p *palette) reset(theme picture.Theme) {
	colours := p.colours[:0]
	*p = themes[theme]()
	p.colours = append(colours, p.colours...)
}

func (p *palette) mix(behind, front, coverage uint8) uint8 {
	switch {
	case coverage == 0 || behind == front:
		return behind
	case coverage >= full:
		return front
	}
	known, shift := &p.mixed[int(behind)<<8|int(front)], 8*(coverage-1)
	if at := uint8(known.Load() >> shift); at > 0 {
		return at - 1
	}
	at, _ := nearest(p.colours, drawing.Mix(p.colours[behind], p.colours[front], float64(coverage)/full))
	known.Or(uint32(at+1) << shift)
	return uint8(at)
}

// index returns the index of a colour. If there is no room for a new colour, it returns the
// nearest.
func (p *palette) index(c color.RGBA) uint8 {
	const most = 255 // 1 plus an index must fit into a byte
	at, off := nearest(p.colours, c)
	if off > 0 && len(p.colours) < most {
		if at = len(p.colours); at == inTheme {
			p.mixed = new(mixtures)
		}
		p.colours = append(p.colours, c)
	}
	return uint8(at)
}
