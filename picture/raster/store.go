package raster

import (
	"encoding/binary"

	"nimatron/picture"
)

// A store keeps values up to a number of bytes. Beyond it, it drops all.
type store[K comparable, V any] struct {
	most, bytes int
	values      map[K]V
}

func (s *store[K, V]) keep(k K, v V, bytes int) {
	const entry = 100 // roughly the bytes of a map entry
	if s.bytes += bytes + entry; s.values == nil {
		s.values = map[K]V{}
	} else if s.bytes > s.most {
		clear(s.values)
		s.bytes = bytes + entry
	}
	s.values[k] = v
}

type groundKey struct {
	theme picture.Theme
	w, h  int
}

// A ground is the background of a picture. Each line has its differences from the line above, as groups: how
// many bytes are equal, how many differ, and those.
type ground []byte

func groundOf(lines []uint8, length int) (g ground) {
	above := make([]uint8, length)
	for ; len(lines) > 0; lines = lines[length:] {
		for at := 0; at < length; {
			from := at
			for at < length && lines[at] == above[at] {
				at++
			}
			g = binary.AppendUvarint(g, uint64(at-from))
			for from = at; at < length && lines[at] != above[at]; {
				at++
			}
			g = append(binary.AppendUvarint(g, uint64(at-from)), lines[from:at]...)
		}
		above = lines
	}
	return g
}

func (g ground) copyTo(lines []uint8, length int) {
	number := func() int {
		n, size := binary.Uvarint(g)
		g = g[size:]
		return int(n)
	}
	clear(lines[:length])
	for above := lines; len(lines) > 0; above, lines = lines, lines[length:] {
		copy(lines[:length], above)
		for at := 0; at < length; {
			at += number()
			n := number()
			copy(lines[at:at+n], g)
			at, g = at+n, g[n:]
		}
	}
}
