package golden

import (
	"os"
	"path/filepath"
	"testing"
)

// failing is a test that records failures.
type failing struct {
	testing.TB
	failed bool
}

func (f *failing) Helper()               {}
func (f *failing) Errorf(string, ...any) { f.failed = true }
func (f *failing) Fatalf(string, ...any) { f.failed = true }

func TestEqual(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(on bool) {
		before := *update
		*update = on
		t.Cleanup(func() { *update = before })
	}
	write(true)
	Equal(t, "folder/a.txt", "one\n")
	if content, err := os.ReadFile(filepath.Join("testdata", "folder", "a.txt")); err != nil || string(content) != "one\n" {
		t.Fatalf("-update writes %q, %v", content, err)
	}
	write(false)
	Equal(t, "folder/a.txt", "one\n")
	for name, got := range map[string]string{"folder/a.txt": "two\n", "missing.txt": "one\n"} {
		f := &failing{TB: t}
		if Equal(f, name, got); !f.failed {
			t.Errorf("%s passes as %q", name, got)
		}
	}
	if content, _ := os.ReadFile(filepath.Join("testdata", "folder", "a.txt")); string(content) != "one\n" {
		t.Errorf("a comparison wrote %q", content)
	}
}
