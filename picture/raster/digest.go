package raster

import (
	"hash/maphash"
	"sync"

	"nimatron/picture"
	"nimatron/picture/drawing"
)

// digest is a canvas that hashes the shapes. Two different pictures have the same hash with a chance
// of 1 in 2^64.
type digest struct{ maphash.Hash }

var seed = maphash.MakeSeed()

func digestOf(d *drawing.Drawing) uint64 {
	var g digest
	g.SetSeed(seed)
	write(&g, struct {
		w, h  float64
		theme picture.Theme
	}{d.Width, d.Height, d.Theme})
	for _, s := range d.Shapes {
		s.Draw(&g)
	}
	return g.Sum64()
}

func write[T comparable](g *digest, v T) { maphash.WriteComparable(&g.Hash, v) }

func writeAll[T comparable](g *digest, list []T) {
	write(g, len(list))
	for _, v := range list {
		write(g, v)
	}
}

func (g *digest) Box(b drawing.Box)     { write(g, b) }
func (g *digest) Disc(d drawing.Disc)   { write(g, d) }
func (g *digest) Label(l drawing.Label) { write(g, l) }

func (g *digest) Area(a drawing.Area) {
	write(g, a.Fill)
	writeAll(g, a.Points)
}

func (g *digest) Line(l drawing.Line) {
	write(g, struct {
		role        drawing.Role
		width, dash float64
		double      bool
	}{l.Role, l.Width, l.Dash, l.Double})
	writeAll(g, l.Points)
}

func (g *digest) Cells(c drawing.Cells) {
	write(g, [4]float64{c.X, c.Y, c.Size, float64(c.Columns)})
	write(g, len(c.At))
	g.Write(c.At)
	writeAll(g, c.Colours)
}

// pictures has the latest pictures, for everybody who looks at the same one.
var pictures = struct {
	sync.Mutex
	store[uint64, []byte]
}{store: store[uint64, []byte]{most: keptPictures}}

// keptPictures bounds the bytes of kept pictures.
const keptPictures = 2 << 20
