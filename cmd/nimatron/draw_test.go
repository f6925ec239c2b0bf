package main

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nimatron/internal/must"
)

// TestReadmePictures draws the pictures of docs/pictures with the commands on that page, and compares them
// with the files.
func TestReadmePictures(t *testing.T) {
	root := must.Get(filepath.Abs("../.."))(t)
	readme := must.Get(os.ReadFile(filepath.Join(root, "README.md")))(t)
	page := must.Get(os.ReadFile(filepath.Join(root, "docs/pictures/README.md")))(t)
	t.Chdir(t.TempDir())
	made := map[string]bool{}
	for line := range strings.Lines(string(page)) {
		args := strings.Fields(strings.ReplaceAll(line, "'", "")) // the shell removes them
		if len(args) < 3 || args[0] != "nimatron" || args[len(args)-2] != "-o" || args[len(args)-1] == "FILE" {
			continue
		}
		if got := start(t.Context(), t, nil, strings.NewReader(""), args[1:]...); got.code != 0 {
			t.Fatalf("%s: %+v", line, got)
		}
		file := args[len(args)-1]
		if part := different(t, file, filepath.Join(root, "docs/pictures", file)); part > 0.002 {
			t.Errorf("%.1f%% of %s differ from what %s draws", 100*part, file, line)
		}
		made[file] = true
	}
	shown := regexp.MustCompile(`\]\((?:docs/pictures/)?([a-z-]+\.png)\)`)
	found := shown.FindAllStringSubmatch(string(readme)+string(page), -1)
	for _, picture := range found {
		// Screenshots from a browser are not compared.
		kind, _, _ := strings.Cut(picture[1], "-")
		if !made[picture[1]] && !slices.Contains([]string{"card", "page", "live"}, kind) {
			t.Errorf("no command makes %s", picture[1])
		}
	}
	if len(found) < 12 {
		t.Errorf("%d pictures are shown", len(found))
	}
}

// different returns the fraction of pixels in which two pictures differ.
func different(t *testing.T, one, other string) float64 {
	t.Helper()
	var images [2]image.Image
	for i, name := range []string{one, other} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if images[i], err = png.Decode(bytes.NewReader(data)); err != nil {
			t.Fatal(err)
		}
	}
	size := images[0].Bounds()
	if size != images[1].Bounds() {
		return 1
	}
	n := 0
	for y := range size.Dy() {
		for x := range size.Dx() {
			if images[0].At(x, y) != images[1].At(x, y) {
				n++
			}
		}
	}
	return float64(n) / float64(size.Dx()*size.Dy())
}
