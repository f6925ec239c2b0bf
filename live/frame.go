package live

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"net/http"
	"strings"
	"sync"
)

// A frame is a part of a stream, packed once for all its readers.
type frame struct{ plain, packed []byte }

var packers = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(nil, flate.BestSpeed) // fails for unknown levels only
	return w
}}

// frameOf packs a text by itself: its references stay within it, so it can follow any other frame.
func frameOf(text []byte) frame {
	var packed bytes.Buffer
	w := packers.Get().(*flate.Writer)
	defer packers.Put(w)
	w.Reset(&packed)
	_, _ = w.Write(text) // a buffer takes everything
	_ = w.Flush()
	return frame{text, packed.Bytes()}
}

// gzipHead begins a stream in gzip, of no time and an unknown system (RFC 1952).
var gzipHead = []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff}

// framed writes frames to one reader, packed if the reader takes that.
type framed struct {
	w         http.ResponseWriter
	packs     bool
	sum, size uint32 // of the plain text so far
}

func newFramed(w http.ResponseWriter, r *http.Request) *framed {
	f := &framed{w: w, packs: strings.Contains(r.Header.Get("Accept-Encoding"), "gzip")}
	if f.packs {
		w.Header().Set("Content-Encoding", "gzip")
	}
	return f
}

func (f *framed) begin() error {
	if !f.packs {
		return nil
	}
	_, err := f.w.Write(gzipHead)
	return err
}

func (f *framed) write(text frame) error {
	if !f.packs {
		_, err := f.w.Write(text.plain)
		return err
	}
	f.sum, f.size = crc32.Update(f.sum, crc32.IEEETable, text.plain), f.size+uint32(len(text.plain))
	_, err := f.w.Write(text.packed)
	return err
}

// end writes what a reader of a whole stream checks.
func (f *framed) end() {
	if f.packs {
		tail := []byte{3, 0} // an empty last block
		tail = binary.LittleEndian.AppendUint32(tail, f.sum)
		_, _ = f.w.Write(binary.LittleEndian.AppendUint32(tail, f.size)) // a reader who has left needs none
	}
}
