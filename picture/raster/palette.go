package raster

import (
	"image/color"
	"math"

	"nimatron/picture"
	"nimatron/picture/drawing"
)

// full is the coverage of a whole pixel. Five grades suffice for smooth edges and for shades.
const full = drawing.ShadeSteps

// A palette grows as colours are needed.
type palette struct {
	theme   picture.Theme
	colours []color.RGBA
	roles   [drawing.Roles]uint8 // 1 plus the index of each, 0 for none yet
	// mixed caches 1 plus the index of each mixture, by the colour behind, the colour in front and
	// the grade; 0 is none yet.
	mixed [256 * 256 * full]uint8
}

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

// mix returns the index of a mixture of two colours, the front one with a coverage.
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

// step is mix for areas, where a near colour would be seen.
func (p *palette) step(from, to, part uint8) uint8 {
	if part == 0 || part >= full {
		return p.mix(from, to, part)
	}
	return p.index(drawing.Mix(p.colours[from], p.colours[to], float64(part)/full), 0)
}

const (
	most     = 255 // colours: 1 plus an index is less than 256
	mixtures = 200 // colours after which no mixture is added, so that roles have room
	near     = 60  // the square of a distance between colours that nobody sees at an edge
)

// index returns the index of a colour or of one that is near enough, or the nearest if there is no
// room.
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
