package live

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http/httptest"
	"strings"
	"testing"

	"nimatron/internal/must"
)

// A packed stream is read as it comes: each frame at once, in whatever order, and the whole passes its check.
func TestPackedFrames(t *testing.T) {
	frames := []frame{frameOf([]byte("id: 1\ndata: " + strings.Repeat("<path/>", 3000) + "\n\n")), ping, gone}
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("Accept-Encoding", "br, gzip")
	w := httptest.NewRecorder()
	out := newFramed(w, r)
	must.OK(t, out.begin())
	var want []byte
	for _, n := range []int{0, 1, 1, 0, 2} {
		must.OK(t, out.write(frames[n]))
		want = append(want, frames[n].plain...)
		reader := must.Get(gzip.NewReader(bytes.NewReader(w.Body.Bytes())))(t)
		if got, _ := io.ReadAll(reader); !bytes.Equal(got, want) { // the stream goes on
			t.Fatalf("%d bytes have come of %d", len(got), len(want))
		}
	}
	out.end()
	if size := w.Body.Len(); size > len(want)/20 {
		t.Errorf("%d bytes are packed into %d", len(want), size)
	}
	if got := must.Get(io.ReadAll(must.Get(gzip.NewReader(w.Body))(t)))(t); !bytes.Equal(got, want) {
		t.Error("the whole differs")
	}
}
