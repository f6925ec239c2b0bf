package png

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"image/color"
	"image/png"
	"io"
	"math/rand/v2"
	"testing"

	faster "github.com/klauspost/compress/flate"
	"pgregory.net/rapid"

	"nimatron/internal/must"
)

// both returns an encoder with each compressor that is used.
func both(t *testing.T) [2]*Encoder {
	t.Helper()
	slow := must.Get(flate.NewWriter(nil, flate.BestSpeed))(t)
	fast := must.Get(faster.NewWriter(nil, faster.BestSpeed))(t)
	return [2]*Encoder{NewEncoder(slow), NewEncoder(fast)}
}

// TestCompress decompresses with the library, which checks the sum: noise, runs, and lines like others.
func TestCompress(t *testing.T) {
	encoders := both(t)
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.SampledFrom([]int{1, 2, 300, 801, bandBytes - 1, bandBytes, bandBytes + 1}).Draw(t, "line")
		lines := rapid.IntRange(0, 60).Draw(t, "lines")
		data := make([]byte, 0, line*lines)
		for len(data) < line*lines {
			piece := rapid.SliceOfN(rapid.Byte(), 1, 20).Draw(t, "piece")
			data = append(data, bytes.Repeat(piece, rapid.SampledFrom([]int{1, 40, 3000, 90_000}).Draw(t, "times"))...)
		}
		data = data[:line*lines]
		for i, e := range encoders {
			out := e.compress([]byte("before"), data, line)
			r := must.Get(zlib.NewReader(bytes.NewReader(out[len("before"):])))(t)
			if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, data) {
				t.Fatalf("encoder %d: %d lines of %d bytes came back as %d: %v", i, lines, line, len(got), err)
			}
		}
	})
}

// TestKept checks that only changed bands are compressed again, that a picture has the same bytes with
// and without kept codes, and that these are bounded.
func TestKept(t *testing.T) {
	for i, e := range both(t) {
		testKept(t, e, both(t)[i])
	}
}

func testKept(t *testing.T, e, other *Encoder) {
	const width, lines = 499, 300
	colours := []color.RGBA{{A: 255}, {R: 255, A: 255}, {B: 255, A: 255}}
	noise := rand.NewChaCha8([32]byte{})
	read := func(into []byte) {
		noise.Read(into)
		for i := range into {
			if into[i] %= 3; i%(width+1) == 0 {
				into[i] = 0
			}
		}
	}
	data := make([]byte, (width+1)*lines)
	read(data)
	first := e.Encode(data, width, colours)
	bands := len(e.kept)
	e.Encode(data, width, colours)
	if len(e.kept) != bands || bands < 4 {
		t.Errorf("%d bands are kept, and %d after the same picture", bands, len(e.kept))
	}
	data[100*(width+1)+7]++
	e.Encode(data, width, colours)
	if len(e.kept) != bands+1 {
		t.Errorf("%d bands are kept after one of %d has changed", len(e.kept), bands)
	}
	data[100*(width+1)+7]--
	dropped := 0
	for range 100 {
		had := len(e.kept)
		read(data[bandBytes:])
		got := e.Encode(data, width, colours)
		size := 0
		for _, of := range e.kept {
			size += cap(of.code) + entryBytes
		}
		if size > keptBytes {
			t.Fatalf("%d bytes are kept", size)
		}
		if len(e.kept) < had {
			dropped++
		}
		clear(other.kept)
		if want := other.Encode(data, width, colours); !bytes.Equal(got, want) {
			t.Fatal("the same picture has other bytes")
		}
	}
	if dropped == 0 {
		t.Error("nothing was dropped")
	}
	if _, err := png.Decode(bytes.NewReader(first)); err != nil {
		t.Error(err)
	}
}
