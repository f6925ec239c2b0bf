package png

import (
	"bytes"
	"compress/zlib"
	"io"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// TestDeflate decompresses with the standard library: noise, runs, and lines that equal the one
// above or an earlier one.
func TestDeflate(t *testing.T) {
	var d deflater
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.SampledFrom([]int{1, 2, 5, 300, 801, farthest - 1, farthest, farthest + 1}).Draw(t, "line")
		lines := rapid.IntRange(0, 12).Draw(t, "lines")
		data := make([]byte, 0, line*lines)
		for len(data) < line*lines {
			piece := rapid.SliceOfN(rapid.Byte(), 1, 20).Draw(t, "piece")
			data = append(data, bytes.Repeat(piece, rapid.SampledFrom([]int{1, 2, 40, 3000}).Draw(t, "times"))...)
			back := rapid.SampledFrom([]int{line, 3 * line, 7}).Draw(t, "back")
			if from := len(data) - back; from >= 0 {
				data = append(data, data[from:][:rapid.IntRange(0, back).Draw(t, "again")]...)
			}
		}
		data = data[:line*lines]
		out := d.compress([]byte("before"), data, line)
		if got, err := unpacked(out[len("before"):]); err != nil || !bytes.Equal(got, data) {
			t.Fatalf("%d lines of %d bytes came back as %d: %v", lines, line, len(got), err)
		}
	})
}

// unpacked decompresses a zlib stream with the standard library, which checks the checksum.
func unpacked(stream []byte) ([]byte, error) {
	r, err := zlib.NewReader(bytes.NewReader(stream))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

// TestDeflateLengths compresses repeats of every length and every kind of distance.
func TestDeflateLengths(t *testing.T) {
	var d deflater
	var data []byte
	for length := 1; length < 2*longest+5; length++ { // runs, separated by other bytes
		data = append(append(data, bytes.Repeat([]byte{byte(length)}, length)...), 255, byte(length>>8))
	}
	for back := 4; back < 2*farthest; back += back/3 + 1 { // repeats at this distance that have no shorter repeat inside
		for i := range back {
			data = append(data, byte(i*i>>3), byte(i>>5), byte(i))
		}
		data = append(data, data[len(data)-back:][:min(back, 300)]...)
	}
	data = data[:len(data)/20000*20000]
	for _, line := range []int{1, 100, 800, 5000, 20000} {
		if got, err := unpacked(d.compress(nil, data, line)); err != nil || !bytes.Equal(got, data) {
			t.Fatalf("lines of %d: %d bytes of %d came back: %v", line, len(got), len(data), err)
		}
	}
}

// TestKnownLines checks that only changed lines and the lines below them are compressed again, and
// that the kept codes are bounded.
func TestKnownLines(t *testing.T) {
	const line, lines = 500, 300
	noise := rand.NewChaCha8([32]byte{})
	data := make([]byte, line*lines)
	read := func(into []byte) { // with repeats
		noise.Read(into)
		for i := range into {
			into[i] %= 3
		}
	}
	read(data)
	var d deflater
	before := d.compress(nil, data, line)
	d.compress(nil, data, line)
	if len(d.kept) != lines {
		t.Errorf("%d lines are kept, want %d", len(d.kept), lines)
	}
	data[100*line+7]++
	d.compress(nil, data, line)
	if len(d.kept) != lines+2 {
		t.Errorf("%d lines are kept after one has changed, want %d", len(d.kept), lines+2)
	}
	data[100*line+7]--
	dropped := 0
	for range 50 {
		more := bytes.Clone(data)
		read(more[line:])
		had := len(d.kept)
		d.compress(nil, more, line)
		if size := len(d.codes) + codedBytes*len(d.kept); size > keptBytes {
			t.Fatalf("%d bytes are kept", size)
		}
		if len(d.kept) < had {
			dropped++
		}
	}
	if dropped == 0 {
		t.Error("nothing was dropped")
	}
	if again := d.compress(nil, data, line); !bytes.Equal(again, before) {
		t.Error("the same lines gave other bytes")
	}

	for i := range line { // the second line repeats a part of the first at another place
		data[i], data[line+i] = byte(i), byte(i)
	}
	copy(data[line+200:], data[10:18])
	d.compress(nil, data[:line], line)
	noise.Read(data[2*line:])
	d.compress(nil, data[2*line:], line)
	if got, want := d.compress(nil, data[:2*line], line), new(deflater).compress(nil, data[:2*line], line); !bytes.Equal(got, want) {
		t.Error("the code of a line depends on more than the one above")
	}
}
