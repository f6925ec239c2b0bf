package raster

import (
	"unsafe"

	"nimatron/picture"
)

// A store keeps values up to a number of bytes. Beyond it, it drops all of them.
type store[K comparable, V any] struct {
	most, bytes int
	values      map[K]V
}

// overhead is about the bytes that a map takes for an entry.
const overhead = 100

// keep adds a value of some bytes.
func (s *store[K, V]) keep(k K, v V, bytes int) {
	if s.bytes += bytes + overhead; s.values == nil || s.bytes > s.most {
		s.values, s.bytes = map[K]V{}, bytes+overhead
	}
	s.values[k] = v
}

// A groundKey is all that a ground depends on.
type groundKey struct {
	theme picture.Theme
	w, h  int
}

// A ground is the lines of an empty picture, most of which are much like those above.
type ground struct {
	first   []uint8
	patches []patch // of the other lines, in order
	bytes   []uint8 // of all patches
}

// A patch is a place of a picture at which a line differs from the one above.
type patch struct{ at, from, to int32 }

// groundOf keeps lines of a length.
func groundOf(lines []uint8, line int) *ground {
	g := &ground{first: append([]uint8(nil), lines[:line]...)}
	for i := line; i < len(lines); i++ {
		at := i
		for i < len(lines) && lines[i] != lines[i-line] {
			i++
		}
		if i > at {
			from := len(g.bytes)
			g.bytes = append(g.bytes, lines[at:i]...)
			g.patches = append(g.patches, patch{int32(at), int32(from), int32(len(g.bytes))})
		}
	}
	return g
}

func (g *ground) size() int {
	return len(g.first) + int(unsafe.Sizeof(patch{}))*cap(g.patches) + cap(g.bytes)
}

// copyTo writes the lines of the ground.
func (g *ground) copyTo(lines []uint8, line int) {
	copy(lines, g.first)
	patches := g.patches
	for start := line; start < len(lines); start += line {
		copy(lines[start:start+line], lines[start-line:])
		for len(patches) > 0 && int(patches[0].at) < start+line {
			p := patches[0]
			copy(lines[p.at:], g.bytes[p.from:p.to])
			patches = patches[1:]
		}
	}
}
