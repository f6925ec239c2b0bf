package raster

import (
	"encoding/binary"
	"image"
	"math"
	"unsafe"
)

// An outline is how much of each pixel a shape covers, in grades.
type outline struct {
	stretches []stretch // from the top, those of a row from the left
	grades    []uint8   // of the pixels at the ends of stretches
}

// A stretch is a piece of a row of pixels. The pixels at its ends have a grade each; those between them
// are covered.
type stretch struct {
	x, y               int32
	left, whole, right int32 // numbers of pixels
	grades             int32 // the index of the first
}

const (
	samples = 4  // lines in a row of pixels at which its edges are computed
	fine    = 64 // parts of a pixel in the x of an edge
)

// between adds the area between two edges within r, given by their x at a y. There is none if the
// first is not left of the second.
func (o *outline) between(r image.Rectangle, edges func(y float64) (left, right float64)) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		var left, right [samples]int
		from, to := r.Min.X*fine, r.Max.X*fine // covered by all samples
		first, last := to, from                // covered by any
		for k := range samples {
			a, b := edges(float64(y) + (float64(k)+0.5)/samples)
			if a < b {
				left[k], right[k] = max(r.Min.X*fine, int(math.Floor(a*fine))), min(r.Max.X*fine, int(math.Floor(b*fine)))
				first, last = min(first, left[k]), max(last, right[k])
			}
			from, to = max(from, left[k]), min(to, right[k])
		}
		if last <= first {
			continue
		}
		x0, x1 := floorDiv(first), floorDiv(last+fine-1)
		whole0, whole1 := floorDiv(from+fine-1), floorDiv(to)
		if whole0 >= whole1 {
			whole0, whole1 = x1, x1
		}
		o.add(x0, y, whole0, whole1, x1, func(x int) uint8 {
			part := 0
			for k := range samples {
				part += max(0, min((x+1)*fine, right[k])-max(x*fine, left[k]))
			}
			return uint8((part*full + samples*fine/2) / (samples * fine))
		})
	}
}

// floorDiv returns the pixel of a place in its parts.
func floorDiv(x int) int { return x >> 6 }

// add adds a stretch from x0 to x1 that is covered from whole0 to whole1.
func (o *outline) add(x0, y, whole0, whole1, x1 int, grade func(x int) uint8) {
	o.stretches = append(o.stretches, stretch{
		x: int32(x0), y: int32(y), left: int32(whole0 - x0), whole: int32(whole1 - whole0), right: int32(x1 - whole1), grades: int32(len(o.grades)),
	})
	for x := x0; x < x1; x++ {
		if x == whole0 && whole0 < whole1 {
			x = whole1 - 1
			continue
		}
		o.grades = append(o.grades, grade(x))
	}
}

// mask adds what a mask covers.
func (o *outline) mask(m *image.Alpha) {
	w := m.Rect.Dx()
	for y := range m.Rect.Dy() {
		row := m.Pix[y*m.Stride:][:w]
		grade := func(x int) uint8 { return uint8((int(row[x])*full + 127) / 255) }
		for x := 0; x < w; x++ {
			x0 := x
			for x < w && grade(x) > 0 && grade(x) < full {
				x++
			}
			whole0 := x
			for x < w && grade(x) == full {
				x++
			}
			if x > x0 {
				o.add(x0, y, whole0, x, x, grade)
				x--
			}
		}
	}
}

// paint mixes a fill into the pixels of an outline at a point. The fill has a colour for each column,
// the first of which is left.
func (c *canvas) paint(o *outline, at image.Point, fill []uint8, left int) {
	c.paintRows(o, at, math.MinInt32, math.MaxInt32, fill, left)
}

// paintRows is paint for some rows.
func (c *canvas) paintRows(o *outline, at image.Point, from, to int, fill []uint8, left int) {
	edge := func(line []uint8, from, to int, grades []uint8) {
		for x := max(from, 0); x < min(to, len(line)); x++ {
			line[x] = c.shades.mix(line[x], fill[x-at.X-left], grades[x-from])
		}
	}
	for i := range o.stretches {
		s := &o.stretches[i]
		y := at.Y + int(s.y)
		if int(s.y) < from || int(s.y) >= to || y < 0 || y >= c.image.Rect.Max.Y {
			continue
		}
		line, grades := c.row(y), o.grades[s.grades:]
		x0 := at.X + int(s.x)
		x1 := x0 + int(s.left)
		x2 := x1 + int(s.whole)
		edge(line, x0, x1, grades)
		if start, end := max(x1, 0), min(x2, len(line)); start < end {
			copy(line[start:end], fill[start-at.X-left:])
		}
		edge(line, x2, x2+int(s.right), grades[s.left:])
	}
}

// outline returns the outline of a kind with some measures. draw draws one that is not kept.
func (c *canvas) outline(kind byte, draw func(*outline), measures ...float64) *outline {
	c.key = append(c.key[:0], kind)
	for _, m := range measures {
		c.key = binary.LittleEndian.AppendUint64(c.key, math.Float64bits(m))
	}
	if o := c.outlines.values[string(c.key)]; o != nil {
		return o
	}
	o := new(outline)
	draw(o)
	c.outlines.keep(string(c.key), o, len(c.key)+int(unsafe.Sizeof(stretch{}))*cap(o.stretches)+cap(o.grades))
	return o
}
