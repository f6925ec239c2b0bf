package raster

import (
	"image/color"
	"math"
	"sync"
	"sync/atomic"

	"nimatron/picture"
	"nimatron/picture/drawing"
)

// full is the coverage of a whole pixel. Five grades suffice for smooth edges and for shades.
const full = drawing.ShadeSteps

// shades are the colours of a theme, which are the same in all its pictures, so that equal rows have
// equal bytes: its roles, the steps of its shades, and mixtures.
type shades struct {
	colours []color.RGBA
	roles   [drawing.Roles]uint8
	// mixed caches the indexes of the mixtures of two colours, the front one in the lower byte of the
	// index: 1 plus the index for each grade in a byte of its own, the lowest for the grade 1.
	mixed [256 * 256]atomic.Uint32
}

const (
	fixed = 188 // colours of a theme; the others are for colours of tables
	most  = 255
)

var themes = func() (all [picture.Themes]func() *shades) {
	for theme := range all {
		all[theme] = sync.OnceValue(func() *shades { return shadesOf(picture.Theme(theme)) })
	}
	return all
}()

// shaded are the shades of large areas, in which another colour would be seen.
var shaded = [][2]drawing.Role{
	{drawing.Background, drawing.Lit}, {drawing.FrameLit, drawing.FrameDark}, {drawing.Shadow, drawing.FrameDark},
	{drawing.Ivory, drawing.IvoryShade}, {drawing.Stone, drawing.StoneShade}, {drawing.Gold, drawing.GoldShade}, {drawing.Gold, drawing.GoldFace},
	{drawing.LeftSide, drawing.LeftShade}, {drawing.RightSide, drawing.RightShade}, {drawing.Carton, drawing.CartonShade},
	{drawing.FarCarton, drawing.FarCartonShade}, {drawing.Metal, drawing.MetalDark}, {drawing.Paint, drawing.PaintDark},
	{drawing.Background, drawing.Ink}, {drawing.Badge, drawing.Black},
}

// shadesOf chooses the colours of a theme. As mixtures it takes, again and again, the one that is
// farthest from all colours so far.
func shadesOf(theme picture.Theme) *shades {
	s := new(shades)
	add := func(c color.RGBA) uint8 {
		at, off := nearest(s.colours, c)
		if off > 0 {
			s.colours = append(s.colours, c)
			at = len(s.colours) - 1
		}
		return uint8(at)
	}
	for r := range drawing.Role(drawing.Roles) {
		s.roles[r] = add(r.Colour(theme))
	}
	var mixtures []color.RGBA
	for i, a := range s.colours {
		for _, b := range s.colours[:i] {
			for grade := 1; grade < full; grade++ {
				mixtures = append(mixtures, drawing.Mix(a, b, float64(grade)/full))
			}
		}
	}
	for _, pair := range shaded {
		for grade := 1; grade < full; grade++ {
			add(drawing.Mix(pair[0].Colour(theme), pair[1].Colour(theme), float64(grade)/full))
		}
	}
	off := make([]int, len(mixtures)) // from the nearest colour
	for i, c := range mixtures {
		_, off[i] = nearest(s.colours, c)
	}
	for len(s.colours) < fixed {
		farthest := 0
		for i := range off {
			if off[i] > off[farthest] {
				farthest = i
			}
		}
		add(mixtures[farthest])
		for i, c := range mixtures {
			off[i] = min(off[i], distance(c, mixtures[farthest]))
		}
	}
	return s
}

// distance returns the square of the distance of two colours.
func distance(a, b color.RGBA) int {
	r, g, blue := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
	return r*r + g*g + blue*blue
}

// nearest returns the index of the colour nearest to c, and the square of its distance.
func nearest(colours []color.RGBA, c color.RGBA) (at, off int) {
	off = math.MaxInt
	for i, have := range colours {
		if d := distance(have, c); d < off {
			at, off = i, d
		}
	}
	return at, off
}

// A palette has the colours of a picture: those of its theme, and those of its tables.
type palette struct {
	*shades
	theme   picture.Theme
	colours []color.RGBA
	others  map[[3]uint8]uint8 // mixtures with colours of tables
}

func (p *palette) reset(theme picture.Theme) {
	p.theme, p.shades = theme, themes[theme]()
	p.colours = append(p.colours[:0], p.shades.colours...)
	clear(p.others)
}

// of returns the index of a role's colour.
func (p *palette) of(r drawing.Role) uint8 { return p.roles[r] }

// mix returns the index of about a mixture of two colours, the front one with a coverage.
func (p *palette) mix(behind, front, coverage uint8) uint8 {
	switch {
	case coverage == 0 || behind == front:
		return behind
	case coverage >= full:
		return front
	case behind >= fixed || front >= fixed:
		key := [3]uint8{behind, front, coverage}
		at, ok := p.others[key]
		if !ok {
			if at = p.near(behind, front, coverage); p.others == nil {
				p.others = map[[3]uint8]uint8{}
			}
			p.others[key] = at
		}
		return at
	}
	known := &p.mixed[int(behind)<<8|int(front)]
	shift := 8 * (coverage - 1)
	if at := uint8(known.Load() >> shift); at > 0 {
		return at - 1
	}
	at, _ := nearest(p.shades.colours, p.mixture(behind, front, coverage))
	known.Or(uint32(at+1) << shift)
	return uint8(at)
}

func (p *palette) mixture(behind, front, coverage uint8) color.RGBA {
	return drawing.Mix(p.colours[behind], p.colours[front], float64(coverage)/full)
}

func (p *palette) near(behind, front, coverage uint8) uint8 {
	at, _ := nearest(p.colours, p.mixture(behind, front, coverage))
	return uint8(at)
}

// index returns the index of a colour, or of the nearest if there is no room.
func (p *palette) index(c color.RGBA) uint8 {
	at, off := nearest(p.colours, c)
	if off > 0 && len(p.colours) < most {
		p.colours = append(p.colours, c)
		at = len(p.colours) - 1
	}
	return uint8(at)
}
