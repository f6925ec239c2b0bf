package people

import (
	"bytes"
	"compress/gzip"
	"io"
	"testing"

	"nimatron/commands/view"
	"nimatron/internal/must"
)

func TestPack(t *testing.T) {
	plain := view.File{Name: "a.json", Data: []byte("0123456789")}
	if f, err := pack(plain, 10); err != nil || f.Name != "a.json" || string(f.Data) != "0123456789" {
		t.Errorf("a short file becomes %s: %q, %v", f.Name, f.Data, err)
	}
	f, err := pack(plain, 9)
	if err != nil || f.Name != "a.json.gz" {
		t.Fatalf("a long file becomes %s, %v", f.Name, err)
	}
	z := must.Get(gzip.NewReader(bytes.NewReader(f.Data)))(t)
	if back, err := io.ReadAll(z); err != nil || string(back) != "0123456789" {
		t.Errorf("it unpacks to %q, %v", back, err)
	}
}
