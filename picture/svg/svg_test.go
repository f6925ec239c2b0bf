package svg_test

import (
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/endnim"
	"nimatron/internal/must"
	"nimatron/picture"
	"nimatron/picture/board"
	"nimatron/picture/chart"
	"nimatron/picture/drawing"
	"nimatron/picture/drawing/drawingtest"
	"nimatron/picture/svg"
)

// drawings returns drawings that together have every shape.
func drawings(t *testing.T) []*drawing.Drawing {
	t.Helper()
	var all []*drawing.Drawing
	add := func(d *drawing.Drawing, err error) {
		must.OK(t, err)
		all = append(all, d)
	}
	for _, b := range []struct {
		v        *games.Variant
		position string
	}{{endnim.Partizan, "3 50 2"}, {depotnim.Coloured, "a=2 b=1; *<a a-b *>b"}, {depotnim.Forklift, "3 1 / . 4"}, {depotnim.Tree, "3(2 5)"}} {
		p := must.Get(b.v.Parse(b.position, games.Left))(t)
		for _, theme := range []picture.Theme{picture.Dark, picture.Felt, picture.WoodLight} {
			add(board.Draw(board.Board{Shape: p.Shape()}, picture.Style{Theme: theme}))
		}
	}
	add(chart.Plane{Pattern: "_ _", Window: chart.Window{Size: 50}, Values: make([]uint64, 2500)}.Draw(picture.Style{}))
	add(chart.Course{Names: [2]string{"<a> & b", "Right"}, Holders: []chart.Holder{chart.First, chart.Second}}.Draw(picture.Style{}))
	return all
}

// TestSVG parses the files as XML, and looks for all texts and the description.
func TestSVG(t *testing.T) {
	for _, d := range drawings(t) {
		const words = "A \"picture\" <of> a & b\x01"
		text := svg.SVG(d, words, nil)
		if svg.SVG(d, words, nil) != text {
			t.Error("the same drawing gave another text")
		}
		var texts []string
		elements := map[string]int{}
		defined := map[string]bool{}
		decoder := xml.NewDecoder(strings.NewReader(text))
		inside := ""
		for {
			token, err := decoder.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			switch token := token.(type) {
			case xml.StartElement:
				inside = token.Name.Local
				elements[inside]++
				for _, a := range token.Attr {
					if ground := drawing.Background.Colour(d.Theme); a.Name.Local == "stroke" && a.Value == fmt.Sprintf("#%02x%02x%02x", ground.R, ground.G, ground.B) {
						t.Errorf("<%s> is a line of the ground", inside)
					}
					if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
						t.Errorf("<%s> has %s=%q", inside, a.Name.Local, a.Value)
					}
					if a.Name.Local == "id" {
						defined[a.Value] = true
					}
					if id, ok := strings.CutPrefix(a.Value, "url(#"); ok && !defined[strings.TrimSuffix(id, ")")] {
						t.Errorf("<%s> has %s=%q, which is not defined", inside, a.Name.Local, a.Value)
					}
				}
			case xml.EndElement:
				inside = ""
			case xml.CharData:
				switch {
				case inside == "text":
					texts = append(texts, string(token))
				case inside == "title" && string(token) != strings.ReplaceAll(words, "\x01", "\uFFFD"):
					t.Errorf("the title is %q", token)
				}
			}
		}
		if want := drawingtest.Texts(d); !slices.Equal(texts, want) {
			t.Errorf("the texts are %q, want %q", texts, want)
		}
		if elements["svg"] != 1 || elements["title"] != 1 || elements["rect"]+elements["image"] == 0 {
			t.Errorf("the elements are %v", elements)
		}
	}
}

// TestCells decodes the picture of a table, which has several bands of lines.
func TestCells(t *testing.T) {
	const side = 300
	cells := drawing.Cells{Size: 1, Columns: side, Colours: []color.RGBA{{A: 255}, {R: 255, A: 255}, {B: 255, A: 255}}}
	for i := range side * side {
		cells.At = append(cells.At, uint8(i*i/7%3))
	}
	text := svg.SVG(&drawing.Drawing{Width: side, Height: side, Shapes: []drawing.Shape{cells}}, "a table", nil)
	_, data, _ := strings.Cut(text, "base64,")
	data, _, _ = strings.Cut(data, `"`)
	img := must.Get(png.Decode(base64.NewDecoder(base64.StdEncoding, strings.NewReader(data))))(t)
	for i, at := range cells.At {
		if img.At(i%side, i/side) != cells.Colours[at] {
			t.Fatalf("cell %d is %v, want %v", i, img.At(i%side, i/side), cells.Colours[at])
		}
	}
}
