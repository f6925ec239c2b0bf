package main

import (
	"bytes"
	"encoding/xml"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDraw draws what can be drawn, and refuses the rest as its kind wants.
func TestDraw(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, tt := range []struct {
		args   string
		code   int
		stderr string
	}{
		{"draw end-nim 3 5 2 -o board.png", 0, ""},
		{"draw end-nim 3,5,2 --after L-2 --light --large -o board.svg", 0, ""},
		{"draw partizan-end-nim 3 5 2 --right --after R-2 -o BOARD.PNG", 0, ""},
		{"draw move-reverse-nim 3 [5] 2 -o board.svg", 0, ""},
		{"table end-nim _ 4 _ -n 20 -o table.png", 0, ""},
		{"table end-nim _ 4 _ -n 100 -o table.svg", 0, ""},
		{"table move-reverse-nim _ _ -n 4 -o table.png", 0, ""},
		{"phase 2 4 1 -o phase.png", 0, ""},
		{"phase 2 4 1 -n 512 --light -o phase.svg", 0, ""},
		{"draw --help", 0, ""},

		{"draw end-nim 3 5 2 --after L-9 -o no.png", 1, "the left pile has 3 counters"},
		{"draw end-nim 3 5 2 --after x -o no.png", 1, "is not a move here"},
		{"draw end-nim 3 x -o no.png", 1, "whole numbers"},
		{"draw chess 3 -o no.png", 1, "no variant"},
		{"draw end-nim 3 -o missing/no.png", 1, "missing/no.png"},
		{"table end-nim _ 4 -n 20 -o no.png", 1, "a table with two blanks"},
		{"table end-nim _ 4 _ -n 1025 -o no.png", 1, "up to 1024 piles"},

		{"draw end-nim 3 5 2", 2, "--output"},
		{"draw end-nim -o no.png", 2, "<position>"},
		{"draw end-nim 3 -o no.gif", 2, "ends in .png or .svg"},
		{"table end-nim _ 4 _ -o no", 2, "ends in .png or .svg"},
		{"phase 2 -o no.gif", 2, "ends in .png or .svg"},
		{"table end-nim _ 4 _ --csv -o no.png", 2, "give one of them"},
	} {
		args := strings.Fields(tt.args)
		got := start(t.Context(), t, nil, strings.NewReader(""), args...)
		if got.code != tt.code || !strings.Contains(got.stderr, tt.stderr) || (tt.stderr == "") != (got.stderr == "") {
			t.Errorf("%s: %+v", tt.args, got)
			continue
		}
		file := args[len(args)-1]
		if tt.code != 0 {
			if _, err := os.Stat(file); err == nil {
				t.Errorf("%s: there is a file %s", tt.args, file)
			}
			continue
		}
		if file == "--help" {
			continue
		}
		if !strings.HasPrefix(got.stdout, "drew "+file+": ") {
			t.Errorf("%s: it says %q", tt.args, got.stdout)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(file, ".svg") {
			err = xml.Unmarshal(data, new(struct{ XMLName xml.Name }))
		} else {
			_, err = png.Decode(bytes.NewReader(data))
		}
		if err != nil {
			t.Errorf("%s: %v", tt.args, err)
		}
	}
}

// TestReadmePictures makes the pictures of docs/pictures anew with the commands that are
// there, and compares them with those that are shown there and in the README.
func TestReadmePictures(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(root, "docs/pictures/README.md"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	made := map[string]bool{}
	for line := range strings.Lines(string(page)) {
		args := strings.Fields(strings.ReplaceAll(line, "'", "")) // which are the shell's
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
		// A browser draws these, as the page says.
		if !made[picture[1]] && !strings.HasPrefix(picture[1], "card-") && !strings.HasPrefix(picture[1], "page-") {
			t.Errorf("no command makes %s", picture[1])
		}
	}
	if len(found) < 12 {
		t.Errorf("%d pictures are shown", len(found))
	}
}

// different returns the part of the pixels in which two pictures differ.
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
