package raster

import (
	"image/color"
	"math"

	"nimatron/picture"
	"nimatron/picture/drawing"
)

// full is the coverage of a pixel that a shape covers wholly. Five grades are enough for
// smooth edges and for shades.
const full = drawing.ShadeSteps

// A palette grows as colours are needed.
type palette struct {
	theme   picture.Theme
	colours []color.RGBA
	roles   [drawing.Roles]uint8 // the index of each and 1, 0 for none yet
	// mixed has, for each colour behind, colour in front and grade, the index of their
	// mixture and 1, 0 for none yet.
	mixed [256 * 256 * full]uint8
}

// reset leaves no colour.
func (p *palette) reset(theme picture.Theme) {
	for behind := range p.colours {
		clear(p.mixed[behind*256*full : (behind+1)*256*full])
	}
	p.theme, p.colours = theme, p.colours[:0]
	clear(p.roles[:])
}

// of returns the index of a role's colour.
func (p *palette) of(r drawing.Role) uint8 {
	if p.roles[r] == 0 {
		p.roles[r] = p.index(r.Colour(p.theme), 0) + 1
	}
	return p.roles[r] - 1
}

// mix returns the index of what is seen where a colour covers another by some of full.
func (p *palette) mix(behind, front, coverage uint8) uint8 {
	switch {
	case coverage == 0 || behind == front:
		return behind
	case coverage >= full:
		return front
	}
	at := &p.mixed[(int(behind)*256+int(front))*full+int(coverage)]
	if *at == 0 {
		*at = p.index(drawing.Mix(p.colours[behind], p.colours[front], float64(coverage)/full), near) + 1
	}
	return *at - 1
}

// step returns the index of a colour between two: what mix returns, but exact, for areas.
func (p *palette) step(from, to, part uint8) uint8 {
	if part == 0 || part >= full {
		return p.mix(from, to, part)
	}
	return p.index(drawing.Mix(p.colours[from], p.colours[to], float64(part)/full), 0)
}

const (
	// most is how many colours there are at most: an index and 1 is less than 256.
	most = 255
	// mixtures is how many colours there are when no more mixtures are added, so that
	// there is room for roles.
	mixtures = 200
	// near is the square of how far a mixture may be from the colour that is taken for it,
	// which nobody sees at an edge.
	near = 60
)

// index returns the index of a colour or of one that is as near, or of the nearest one if
// there is no room for it.
func (p *palette) index(c color.RGBA, near int) uint8 {
	nearest, least := 0, math.MaxInt
	for i, have := range p.colours {
		dr, dg, db := int(c.R)-int(have.R), int(c.G)-int(have.G), int(c.B)-int(have.B)
		if d := dr*dr + dg*dg + db*db; d < least {
			nearest, least = i, d
		}
	}
	if least <= near || len(p.colours) == most || near > 0 && len(p.colours) >= mixtures {
		return uint8(nearest)
	}
	p.colours = append(p.colours, c)
	return uint8(len(p.colours) - 1)
}
