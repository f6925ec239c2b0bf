package page

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestServe requests a file with all encodings and hashes.
func TestServe(t *testing.T) {
	plain := []byte("\x00asm" + strings.Repeat("nim", 100))
	files := map[string][]byte{"index.html": []byte("<p>"), "index.html.br": []byte("packed"), "nimatron.wasm": plain, "nimatron.wasm.br": []byte("br"), "nimatron.wasm.gz": []byte("gz")}
	const again, forever = "no-cache", "public, max-age=31536000, immutable"
	for _, c := range []struct{ method, path, accepted, name, encoding, kind, cached string }{
		{"GET", "/nimatron.wasm", "", "nimatron.wasm", "", "application/wasm", again},
		{"HEAD", "/nimatron.wasm", "", "", "", "application/wasm", again},
		{"GET", "/nimatron.wasm", "gzip, deflate", "nimatron.wasm.gz", "gzip", "application/wasm", again},
		{"GET", "/nimatron.wasm?h=" + Hash(plain), "gzip, deflate, br, zstd", "nimatron.wasm.br", "br", "application/wasm", forever},
		{"GET", "/nimatron.wasm?h=0", "br;q=0, gzip; q=0.5", "nimatron.wasm.gz", "gzip", "application/wasm", again},
		{"GET", "/nimatron.wasm", "gzip;q=0.0, brr", "nimatron.wasm", "", "application/wasm", again},
		{"GET", "/", "br;q=1.0", "index.html.br", "br", "text/html; charset=utf-8", again},
	} {
		r, w := httptest.NewRequest(c.method, c.path, nil), httptest.NewRecorder()
		r.Header.Set("Accept-Encoding", c.accepted)
		Handler(files).ServeHTTP(w, r)
		got := w.Header()
		if !bytes.Equal(w.Body.Bytes(), files[c.name]) || got.Get("Content-Encoding") != c.encoding || got.Get("Content-Type") != c.kind || got.Get("Vary") != "Accept-Encoding" || got.Get("Cache-Control") != c.cached {
			t.Errorf("%s %s with %q: %q, %v", c.method, c.path, c.accepted, w.Body, got)
		}
		if policy := got.Get("Content-Security-Policy"); !strings.Contains(policy, "base-uri 'none'") || !strings.Contains(policy, "frame-ancestors 'none'") || got.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s is answered with %v", c.path, got)
		}
		r.Header.Set("If-None-Match", got.Get("ETag"))
		w = httptest.NewRecorder()
		if Handler(files).ServeHTTP(w, r); w.Code != http.StatusNotModified {
			t.Errorf("%s that is known is answered %d", c.path, w.Code)
		}
	}
	for _, c := range []struct {
		method, path string
		code         int
	}{{"GET", "/other", http.StatusNotFound}, {"GET", "/../index.html", http.StatusNotFound}, {"POST", "/", http.StatusMethodNotAllowed}, {"DELETE", "/other", http.StatusMethodNotAllowed}} {
		w := httptest.NewRecorder()
		if Handler(files).ServeHTTP(w, httptest.NewRequest(c.method, c.path, nil)); w.Code != c.code {
			t.Errorf("%s %s is answered %d", c.method, c.path, w.Code)
		}
	}
}
