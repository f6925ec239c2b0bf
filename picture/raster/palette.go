package raster

import (
	"image/color"
	"math"

	"nimatron/picture"
	"nimatron/picture/drawing"
)

// full is the coverage of a pixel that a shape covers wholly. Five grades are enough for
// smooth edges.
const full = 4

// A palette grows as colours are needed. The first ones are the roles.
type palette struct {
	colours []color.RGBA
	// mixed has, for each colour behind, role in front and grade, the index of their
	// mixture, 0 for none yet.
	mixed [256 * 32 * full]uint8
}

// reset leaves the roles alone.
func (p *palette) reset(theme picture.Theme) {
	p.colours = p.colours[:0]
	for r := range drawing.Roles {
		p.colours = append(p.colours, drawing.Role(r).Colour(theme))
	}
	clear(p.mixed[:])
}

// shade returns the index of what is seen where a role covers a pixel by some of full.
func (p *palette) shade(behind uint8, r drawing.Role, coverage uint8) uint8 {
	switch {
	case coverage == 0:
		return behind
	case coverage >= full:
		return uint8(r)
	}
	at := &p.mixed[(int(behind)*32+int(r))*full+int(coverage)]
	if *at == 0 {
		*at = p.index(drawing.Mix(p.colours[behind], p.colours[r], float64(coverage)/full))
	}
	return *at
}

// index returns the index of a colour, or of the nearest one if there is no room for it.
func (p *palette) index(c color.RGBA) uint8 {
	nearest, least := 0, math.MaxInt
	for i, have := range p.colours {
		if i == int(drawing.None) {
			continue // it is no colour
		}
		dr, dg, db := int(c.R)-int(have.R), int(c.G)-int(have.G), int(c.B)-int(have.B)
		if d := dr*dr + dg*dg + db*db; d < least {
			nearest, least = i, d
		}
	}
	if least == 0 || len(p.colours) == 256 {
		return uint8(nearest)
	}
	p.colours = append(p.colours, c)
	return uint8(len(p.colours) - 1)
}
