// Package png writes PNG files with a palette, for pictures in which most bands of lines equal those of
// an earlier one. It is much faster than the standard library.
package png

import (
	"bytes"
	"encoding/binary"
	"hash/adler32"
	"hash/crc32"
	"hash/maphash"
	"image/color"
	"io"
	"slices"
)

// A Compressor writes DEFLATE: up to 28 KiB or one longer line, and then Flush, which ends a whole byte.
type Compressor interface {
	io.Writer
	Flush() error
	Reset(to io.Writer)
}

// An Encoder writes one picture after another. It keeps its memory for the next one, and the codes of
// bands of lines: most bands of a board are as on the board before.
type Encoder struct {
	compressor Compressor
	file       []byte
	code       bytes.Buffer
	kept       map[uint64]band
	size       int
}

// NewEncoder returns an encoder with a compressor of its own.
func NewEncoder(c Compressor) *Encoder { return &Encoder{compressor: c, kept: map[uint64]band{}} }

type band struct {
	code []byte
	sum  uint32
}

const (
	// bandBytes is about the size of a band: smaller ones change less often, and larger ones have
	// shorter codes.
	bandBytes  = 28 << 10
	keptBytes  = 2 << 20
	entryBytes = 80
	modulus    = 65521
)

var seed = maphash.MakeSeed()

// Encode returns a picture as a PNG. Its lines of width pixels begin with a byte 0; each other byte is
// the index of a colour, of 256 at most.
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
	chunk("IDAT", func() { out = e.compress(out, lines, line) })
	chunk("IEND", func() {})
	e.file = out
	return bytes.Clone(out)
}

// compress appends the zlib stream of data to out; data has lines of line bytes.
func (e *Encoder) compress(out, data []byte, line int) []byte {
	out = append(out, 0x78, 0x01) // the header of the fastest zlib
	a, b := uint64(1), uint64(0)
	for lines := range slices.Chunk(data, max(1, bandBytes/line)*line) {
		of := e.band(lines)
		out = append(out, of.code...)
		// The sum of a band begins with a = 1, as that of the whole does.
		before := a + modulus - 1
		a = (before + uint64(of.sum&0xffff)) % modulus
		b = (b + uint64(of.sum>>16) + before*uint64(len(lines))) % modulus
	}
	out = append(out, 1, 0, 0, 0xff, 0xff) // the last block, which is empty
	return binary.BigEndian.AppendUint32(out, uint32(b<<16|a))
}

func (e *Encoder) band(lines []byte) band {
	key := maphash.Bytes(seed, lines)
	if of, ok := e.kept[key]; ok {
		return of
	}
	e.code.Reset()
	e.compressor.Reset(&e.code)
	_, _ = e.compressor.Write(lines) // a buffer has no errors
	_ = e.compressor.Flush()
	of := band{bytes.Clone(e.code.Bytes()), adler32.Checksum(lines)}
	if e.size += cap(of.code) + entryBytes; e.size > keptBytes {
		clear(e.kept)
		e.size = cap(of.code) + entryBytes
	}
	e.kept[key] = of
	return of
}
