// Package png writes PNG files with a palette, much faster than the standard library, for pictures of
// which most lines are like those above.
package png

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image/color"
)

// An Encoder writes one picture after another. It keeps its memory for the next one.
type Encoder struct {
	file     []byte
	deflater deflater
}

// Encode returns a picture of so many pixels a line as a PNG. lines has a byte 0 before each line, and
// the number of a colour, of 256 at most, for each pixel.
func (e *Encoder) Encode(lines []uint8, width int, colours []color.RGBA) []byte {
	line := width + 1
	out := append(e.file[:0], "\x89PNG\r\n\x1a\n"...)
	chunk := func(kind string, fill func()) {
		from := len(out)
		out = append(append(out, 0, 0, 0, 0), kind...)
		fill()
		binary.BigEndian.PutUint32(out[from:], uint32(len(out)-from-8))
		out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[from+4:]))
	}
	chunk("IHDR", func() {
		out = binary.BigEndian.AppendUint32(out, uint32(width))
		out = binary.BigEndian.AppendUint32(out, uint32(len(lines)/line))
		out = append(out, 8, 3, 0, 0, 0) // a byte for a pixel, with a palette
	})
	chunk("PLTE", func() {
		for _, c := range colours {
			out = append(out, c.R, c.G, c.B)
		}
	})
	chunk("IDAT", func() {
		out = append(out, 0x78, 0x01) // zlib, fast
		out = e.deflater.deflate(out, lines, line)
		out = binary.BigEndian.AppendUint32(out, adler(lines, line))
	})
	chunk("IEND", func() {})
	e.file = out
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
