package drawing_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"nimatron/picture"
	"nimatron/picture/drawing"
	"nimatron/picture/drawing/drawingtest"
)

// TestColours checks that letters are readable in both themes, and that shapes with different
// meanings differ in brightness or pattern.
func TestColours(t *testing.T) {
	for theme := range picture.Theme(picture.Themes) {
		for _, role := range []drawing.Role{drawing.Ink, drawing.Faint} {
			for _, behind := range []drawing.Role{drawing.Background, drawing.Lit} {
				if c := drawing.Contrast(role.Colour(theme), behind.Colour(theme)); c < 4.5 && (behind != drawing.Lit || !theme.Flat()) {
					t.Errorf("theme %d: role %d has a contrast of %.1f to role %d", theme, role, c, behind)
				}
			}
		}
		for _, role := range []drawing.Role{drawing.Gold, drawing.Left, drawing.Right, drawing.Next, drawing.Previous, drawing.Here} {
			if c := drawing.Contrast(role.Letters(theme).Colour(theme), role.Colour(theme)); c < 4.5 {
				t.Errorf("theme %d: letters on role %d have a contrast of %.1f", theme, role, c)
			}
		}
		for _, role := range []drawing.Role{drawing.Badge, drawing.FarTape, drawing.IvoryFace, drawing.StoneFace} {
			if c := drawing.Contrast(drawing.Black.Colour(theme), role.Colour(theme)); c < 4.5 {
				t.Errorf("theme %d: black on role %d has a contrast of %.1f", theme, role, c)
			}
		}
		ground := drawing.Background.Colour(theme)
		if c := max(drawing.Contrast(drawing.IvoryFace.Colour(theme), ground), drawing.Contrast(drawing.IvoryRim.Colour(theme), ground)); c < 2.2 {
			t.Errorf("theme %d: ivory has a contrast of %.1f to the ground", theme, c)
		}
		if c := drawing.Contrast(drawing.IvoryFace.Colour(theme), drawing.StoneFace.Colour(theme)); c < 1.5 { // neither has a pattern
			t.Errorf("theme %d: ivory has a contrast of %.1f to stone", theme, c)
		}
		if c := drawing.Contrast(drawing.Carton.Colour(theme), drawing.FarCarton.Colour(theme)); c < 1.4 { // only one of them has tape
			t.Errorf("theme %d: boxes have a contrast of %.1f to those out of reach", theme, c)
		}
	}
}

// TestFaults checks that each kind of fault is found.
func TestFaults(t *testing.T) {
	label := drawing.Label{X: 100, Y: 50, Text: "text", Size: 14, Role: drawing.Ink}
	with := func(change func(*drawing.Label)) drawing.Label {
		l := label
		change(&l)
		return l
	}
	for _, tt := range []struct {
		shapes []drawing.Shape
		fault  string
	}{
		{[]drawing.Shape{label}, ""},
		{[]drawing.Shape{label, with(func(l *drawing.Label) { l.Y += 30 })}, ""},
		{[]drawing.Shape{label, with(func(l *drawing.Label) { l.Y += 5 })}, "lies on"},
		{[]drawing.Shape{with(func(l *drawing.Label) { l.X = 5 })}, "leaves the picture"},
		{[]drawing.Shape{with(func(l *drawing.Label) { l.Size = 9 })}, "only 9 high"},
		{[]drawing.Shape{with(func(l *drawing.Label) { l.Role = drawing.Rule })}, "hardly be told"},
		{[]drawing.Shape{drawing.Box{W: 200, H: 90, Fill: drawing.Previous}, label}, "hardly be told"},
		{[]drawing.Shape{drawing.Box{X: -1, W: 20, H: 20}}, "a box leaves"},
		{[]drawing.Shape{drawing.Box{W: -1, H: 20}}, "no size"},
		{[]drawing.Shape{drawing.Line{Points: []drawing.Point{{X: 1, Y: 1}, {X: 500, Y: 1}}}}, "a line leaves"},
		{[]drawing.Shape{drawing.Disc{X: 500}}, "a disc leaves"},
		{[]drawing.Shape{drawing.Area{Points: []drawing.Point{{X: 1, Y: 1}, {X: 1, Y: 500}}}}, "an area leaves"},
		{[]drawing.Shape{drawing.Cells{Size: 300, Columns: 1, At: []uint8{0}}}, "a table leaves"},
	} {
		d := &drawing.Drawing{Width: 200, Height: 100}
		d.Add(tt.shapes...)
		faults := strings.Join(drawingtest.Faults(d), "; ")
		if (tt.fault == "") != (faults == "") || !strings.Contains(faults, tt.fault) {
			t.Errorf("%+v: %q, want %q", tt.shapes, faults, tt.fault)
		}
	}
}

// TestText checks that a text is broken into lines that fit, and that no word that fits is lost.
func TestText(t *testing.T) {
	d := &drawing.Drawing{Width: 200, Height: 300}
	const text = "a text of some words that has to be broken into several lines"
	end := d.Text(text, 10, 190, 0, 14, drawing.Ink)
	d.Text(strings.Repeat("w", 100), 10, 190, end, 14, drawing.Ink)
	if faults := drawingtest.Faults(d); len(faults) > 0 {
		t.Error(faults)
	}
	lines := drawingtest.Texts(d)
	if got := strings.Join(lines[:len(lines)-1], " "); got != text || len(lines) < 4 {
		t.Errorf("the lines are %q", lines)
	}
	if cut := lines[len(lines)-1]; !strings.HasPrefix(cut, "www") || !strings.HasSuffix(cut, "w…") {
		t.Errorf("a long word is %q", cut)
	}
}

// TestLegend checks that a line has as many entries as fit.
func TestLegend(t *testing.T) {
	d := &drawing.Drawing{Width: 200, Height: 200}
	line := drawing.Line{Width: 2, Role: drawing.Left}
	end := d.Legend(10, 14, []drawing.Entry{
		{Fill: drawing.Ivory, Text: "one"}, {Border: drawing.Ink, Text: "two"},
		{Line: &line, Text: "something longer"}, {Disc: true, Fill: drawing.Here, Border: drawing.White, Text: "four"},
	})
	if faults := drawingtest.Faults(d); len(faults) > 0 {
		t.Error(faults)
	}
	if want := []string{"one", "two", "something longer", "four"}; !slices.Equal(drawingtest.Texts(d), want) || end < 10+3*14 || end > 10+5*14 {
		t.Errorf("the texts %q end at %g", drawingtest.Texts(d), end)
	}
}

// TestBelow checks that shapes placed below another drawing only change their y.
func TestBelow(t *testing.T) {
	shapes := func(down float64) []drawing.Shape {
		return []drawing.Shape{
			drawing.Box{X: 1, Y: down + 2, W: 3, H: 4, Fill: drawing.Ivory},
			drawing.Line{Points: []drawing.Point{{X: 1, Y: down + 2}, {X: 3, Y: down + 4}}, Width: 1, Role: drawing.Ink},
			drawing.Disc{X: 1, Y: down + 2, R: 3, Fill: drawing.Ink},
			drawing.Label{X: 1, Y: down + 2, Text: "a", Size: 12, Role: drawing.Ink},
			drawing.Area{Points: []drawing.Point{{X: 1, Y: down + 2}, {X: 1, Y: down + 3}}, Fill: drawing.Range},
			drawing.Cells{X: 1, Y: down + 2, Size: 3, Columns: 1, At: []uint8{0}},
		}
	}
	under := &drawing.Drawing{Width: 500, Height: 30, Shapes: shapes(0)}
	d := &drawing.Drawing{Width: 400, Height: 100}
	d.Below(under)
	if d.Width != 500 || d.Height != 130 || !reflect.DeepEqual(d.Shapes, shapes(100)) {
		t.Errorf("it is %+v", d)
	}
	if !reflect.DeepEqual(under.Shapes, shapes(0)) {
		t.Error("what was put under has changed")
	}
}
