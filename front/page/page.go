// Package page serves the page for browsers as cmd/page builds it.
package page

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"time"
)

// Policy is the Content-Security-Policy of the page. The page has it in a tag as well, for other hosts.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"

const liveName = "live.html"

// Encodings are the compressions of files, the best first.
var Encodings = []struct{ Name, Ending string }{{"br", ".br"}, {"gzip", ".gz"}}

// Hash identifies the content of a file. An address with ?h=HASH always has this content.
func Hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

// Handler serves files by name, index.html for "/", in the encoding that the browser accepts. Packed files
// have the name of the plain one and the ending of the encoding.
func Handler(files map[string][]byte) http.Handler { return Framed(files, "'none'") }

// Framed is Handler. The sites of ancestors, in the form of a Content-Security-Policy, may show live.html in a
// frame. Discord opens "/" with an address that has frame_id.
func Framed(files map[string][]byte, ancestors string) http.Handler {
	hashes := map[string]string{}
	for name, data := range files {
		hashes[name] = Hash(data)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "This page can only be read.", http.StatusMethodNotAllowed)
			return
		}
		name := cmp.Or(strings.TrimPrefix(r.URL.Path, "/"), "index.html")
		if r.URL.Path == "/" && r.URL.Query().Has("frame_id") {
			name = liveName
		}
		data, ok := files[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		by := "'none'"
		if name == liveName {
			by = ancestors
		}
		h.Set("Content-Security-Policy", Policy+"; frame-ancestors "+by)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Vary", "Accept-Encoding")
		if strings.HasSuffix(name, ".webmanifest") {
			h.Set("Content-Type", "application/manifest+json")
		}
		h.Set("Cache-Control", "no-cache")
		if r.URL.Query().Get("h") == hashes[name] {
			h.Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		tag := hashes[name]
		for _, e := range Encodings {
			if packed, ok := files[name+e.Ending]; ok && accepts(r, e.Name) {
				h.Set("Content-Encoding", e.Name)
				data, tag = packed, tag+"-"+e.Name
				break
			}
		}
		h.Set("ETag", `"`+tag+`"`)
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
	})
}

func accepts(r *http.Request, encoding string) bool {
	for offer := range strings.SplitSeq(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		name, weight, _ := strings.Cut(strings.ReplaceAll(offer, " ", ""), ";q=")
		if name == encoding {
			return strings.Trim(weight, "0.") != "" || weight == ""
		}
	}
	return false
}
