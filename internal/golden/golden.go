// Package golden compares test output with files in testdata. The flag -update rewrites the files.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
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

// Lines fails the test unless each line of testdata/name is "question => answer", with the answer that a function
// gives. Empty answers stand without the arrow. A question may be quoted as in Go. Empty lines stay, and those that
// begin with #. With -update it writes the answers.
func Lines(t testing.TB, name string, answer func(question string) string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	lines, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for line := range strings.Lines(string(lines)) {
		question, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " =>")
		text, said := question, line
		if unquoted, err := strconv.Unquote(question); err == nil {
			text = unquoted
		}
		if question != "" && question[0] != '#' {
			if said = answer(text); said != "" {
				said = " => " + said
			}
			said = question + said + "\n"
		}
		if got.WriteString(said); said != line && !*update {
			t.Errorf("%s has %sand not %s", path, line, said)
		}
	}
	if *update {
		Equal(t, name, got.String())
	}
}
