package raster

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"sync"

	"nimatron/picture/drawing"
)

const (
	// Scale is how many pixels a unit is: phones show two or three points for each.
	Scale = 2
	// maxPixels bounds a picture. The largest plane has a tenth more than 1024×1024.
	maxPixels = 2 << 20
)

// PNG draws a picture and writes it as a PNG. The same drawing always gives the same
// bytes. The error is drawing.ErrTooLarge, or one of the encoder.
func PNG(d *drawing.Drawing) ([]byte, error) {
	w, h := pixels(d.Width), pixels(d.Height)
	if w < 1 || h < 1 || w > maxPixels || h > maxPixels || w*h > maxPixels {
		return nil, drawing.ErrTooLarge
	}
	room := rooms.Get().(*room)
	defer rooms.Put(room)
	c := newCanvas(d.Theme, room, w, h)
	d.Draw(c)
	return room.encode(c.shades.colours), nil
}

// pixels returns a length in whole pixels.
func pixels(units float64) int { return int(units*Scale + 0.5) }

// A room is the memory that one picture at a time is drawn in; it is more than the
// picture itself takes, so it is used again.
type room struct {
	lines    []uint8 // the picture as PNG has it: a zero before each line
	width    int
	canvas   canvas
	file     []byte
	deflater deflater
}

var rooms = sync.Pool{New: func() any { return new(room) }}

// keptPixels is how large a picture's memory may be to be used again.
const keptPixels = 1 << 20

// image returns an image of w×h pixels of the colour 0.
func (r *room) image(w, h int) *image.Paletted {
	n := (w + 1) * h
	if cap(r.lines) < n || cap(r.lines) > keptPixels {
		r.lines = make([]uint8, n)
	}
	r.lines, r.width = r.lines[:n], w
	for at := 0; at < n; at += w + 1 {
		r.lines[at] = 0
	}
	return &image.Paletted{Pix: r.lines[1:], Stride: w + 1, Rect: image.Rect(0, 0, w, h)}
}

// encode writes the image of the room as a PNG.
func (r *room) encode(colours []color.RGBA) []byte {
	line := r.width + 1
	out := append(r.file[:0], "\x89PNG\r\n\x1a\n"...)
	chunk := func(kind string, fill func()) {
		from := len(out)
		out = append(append(out, 0, 0, 0, 0), kind...)
		fill()
		binary.BigEndian.PutUint32(out[from:], uint32(len(out)-from-8))
		out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[from+4:]))
	}
	chunk("IHDR", func() {
		out = binary.BigEndian.AppendUint32(out, uint32(r.width))
		out = binary.BigEndian.AppendUint32(out, uint32(len(r.lines)/line))
		out = append(out, 8, 3, 0, 0, 0) // a byte for a pixel, with a palette
	})
	chunk("PLTE", func() {
		for _, c := range colours {
			out = append(out, c.R, c.G, c.B)
		}
	})
	chunk("IDAT", func() {
		out = append(out, 0x78, 0x01) // zlib, fast
		out = r.deflater.deflate(out, r.lines, line)
		out = binary.BigEndian.AppendUint32(out, adler(r.lines, line))
	})
	chunk("IEND", func() {})
	r.file = out
	return bytes.Clone(out)
}

// adler returns the Adler-32 sum of lines. Lines that are like those above are not summed
// again.
func adler(data []uint8, line int) uint32 {
	const modulus = 65521
	a, b := uint64(1), uint64(0)
	var sum, weighted uint64
	for at := 0; at < len(data); at += line {
		here := data[at : at+line]
		if at == 0 || !bytes.Equal(here, data[at-line:at]) {
			sum, weighted = 0, 0
			for _, v := range here {
				sum += uint64(v)
				weighted += sum
			}
		}
		b = (b + uint64(line)*a + weighted) % modulus
		a = (a + sum) % modulus
	}
	return uint32(b<<16 | a)
}
