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
		p.roles[r] = p.index(r.Colour(p.theme)) + 1
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
		*at = p.index(drawing.Mix(p.colours[behind], p.colours[front], float64(coverage)/full)) + 1
	}
	return *at - 1
}

// most is how many colours there are at most: an index and 1 is less than 256.
const most = 255

// index returns the index of a colour, or of the nearest one if there is no room for it.
func (p *palette) index(c color.RGBA) uint8 {
	nearest, least := 0, math.MaxInt
	for i, have := range p.colours {
		dr, dg, db := int(c.R)-int(have.R), int(c.G)-int(have.G), int(c.B)-int(have.B)
		if d := dr*dr + dg*dg + db*db; d < least {
			nearest, least = i, d
		}
	}
	if least == 0 || len(p.colours) == most {
		return uint8(nearest)
	}
	p.colours = append(p.colours, c)
	return uint8(len(p.colours) - 1)
}
