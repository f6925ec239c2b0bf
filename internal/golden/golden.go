// Package golden compares test output with files in testdata. The flag -update rewrites the files.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Updating reports whether the files are written anew, for which a test of some must do all.
func Updating() bool { return *update }

// Equal fails the test unless got is the content of testdata/name. With -update it writes the file.
// The name includes the extension and may include folders.
func Equal(t testing.TB, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", filepath.FromSlash(name))
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v: run the tests with -update to write it", err)
	}
	if got != string(want) {
		t.Errorf("%s differs (run the tests with -update if that is right): got\n%s\nwant\n%s", path, got, want)
	}
}
