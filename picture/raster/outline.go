package raster

import (
	"encoding/binary"
	"image"
	"math"
	"unsafe"

	"nimatron/picture/drawing"
)

// An outline is the coverage of each pixel by a shape, in grades.
type outline struct {
	in        image.Rectangle
	stretches []stretch
	grades    []uint8
	advance   float64 // of the pen after a letter, in pixels
}

// A stretch is part of a row of pixels. Its first and last pixels have a grade each; those in
// between are fully covered.
type stretch struct {
	x, y               int16
	left, whole, right int16
	grades             int32
}

const (
	samples = 4
	fine    = 64 // fractions of a pixel in the x of an edge
)

func cut(x, y float64) (at image.Point, restX, restY float64) {
	x, y = math.Round(x*fine)/fine, math.Round(y*fine)/fine
	at = image.Pt(int(math.Floor(x)), int(math.Floor(y)))
	return at, x - float64(at.X), y - float64(at.Y)
}

func around(left, top, right, bottom float64) image.Rectangle {
	return image.Rect(int(math.Floor(left)), int(math.Floor(top)), int(math.Ceil(right)), int(math.Ceil(bottom)))
}

// outline returns the outline of a kind of shape with these measures. It calls trace if the outline
// is not kept. It returns nil for shapes outside the picture or larger than any picture.
func (c *canvas) outline(kind byte, at image.Point, in image.Rectangle, trace func(*outline), measures ...float64) *outline {
	if !in.Add(at).Overlaps(c.image.Rect) || max(in.Dx(), in.Dy()) > maxSide {
		return nil
	}
	o := c.known(kind, measures...)
	if o == nil {
		o = &outline{in: in, stretches: make([]stretch, 0, in.Dy())}
		trace(o)
		c.keep(o)
	}
	return o
}

func (c *canvas) known(kind byte, measures ...float64) *outline {
	c.key = append(c.key[:0], kind)
	for _, m := range measures {
		c.key = binary.LittleEndian.AppendUint64(c.key, math.Float64bits(m))
	}
	return c.outlines.values[string(c.key)]
}

func (c *canvas) keep(o *outline) {
	c.outlines.keep(string(c.key), o, len(c.key)+int(unsafe.Sizeof(stretch{}))*cap(o.stretches)+cap(o.grades))
}

// between traces the area between two edges, given as x by y. It is empty where the first is not left of the
// second.
func (o *outline) between(edges func(y float64) (left, right float64)) {
	most := o.in.Dx() * fine
	x0, y0 := float64(o.in.Min.X), float64(o.in.Min.Y)
	for y := range o.in.Dy() {
		var left, right [samples]int
		from, to := 0, most
		first, last := most, 0
		for k := range samples {
			if a, b := edges(y0 + float64(y) + (float64(k)+0.5)/samples); a < b {
				left[k], right[k] = max(0, int((a-x0)*fine)), min(most, int((b-x0)*fine))
				first, last = min(first, left[k]), max(last, right[k])
			}
			from, to = max(from, left[k]), min(to, right[k])
		}
		if last <= first {
			continue
		}
		o.add(y, first/fine, (from+fine-1)/fine, to/fine, (last+fine-1)/fine, func(x int) uint8 {
			part := 0
			for k := range samples {
				part += max(0, min((x+1)*fine, right[k])-max(x*fine, left[k]))
			}
			return uint8((part*full + samples*fine/2) / (samples * fine))
		})
	}
}

func (o *outline) mask(m *image.Alpha) {
	for y := range m.Rect.Dy() {
		row := m.Pix[y*m.Stride:][:m.Rect.Dx()]
		grade := func(x int) uint8 { return uint8((int(row[x])*full + 127) / 255) }
		for x := 0; x < len(row); x++ {
			first := x
			for x < len(row) && grade(x) > 0 && grade(x) < full {
				x++
			}
			from := x
			for x < len(row) && grade(x) == full {
				x++
			}
			if x > first {
				o.add(y, first, from, x, x, grade)
				x--
			}
		}
	}
}

// add adds pixels first to last-1 of a row, of which from to to-1 are fully covered. They count from the left
// edge.
func (o *outline) add(y, first, from, to, last int, grade func(x int) uint8) {
	if from >= to {
		from, to = last, last
	}
	o.stretches = append(o.stretches, stretch{int16(first), int16(y), int16(from - first), int16(to - from), int16(last - to), int32(len(o.grades))})
	for x := first; x < last; x++ {
		if x < from || x >= to {
			o.grades = append(o.grades, grade(x))
		}
	}
}

func (c *canvas) paint(o *outline, at image.Point, fill uint8, shade drawing.Shade) {
	c.paintRows(o, at, 0, math.MaxInt, fill, shade)
}

func (c *canvas) paintRows(o *outline, at image.Point, from, to int, fill uint8, shade drawing.Shade) {
	if o == nil {
		return
	}
	brush := c.across(o.in.Dx(), fill, shade)
	at = at.Add(o.in.Min)
	for i := range o.stretches {
		s := &o.stretches[i]
		y := at.Y + int(s.y)
		if int(s.y) < from || int(s.y) >= to || y < 0 || y >= c.image.Rect.Max.Y {
			continue
		}
		line, grades := c.row(y), o.grades[s.grades:]
		edge := func(from, n int16) {
			for k := range n {
				if x := at.X + int(from+k); x >= 0 && x < len(line) {
					line[x] = c.shades.mix(line[x], brush[from+k], grades[k])
				}
			}
		}
		edge(s.x, s.left)
		x := s.x + s.left
		if start, end := max(at.X+int(x), 0), min(at.X+int(x+s.whole), len(line)); start < end {
			copy(line[start:end], brush[start-at.X:])
		}
		grades = grades[s.left:]
		edge(x+s.whole, s.right)
	}
}
