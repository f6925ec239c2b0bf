package raster_test

import (
	"bytes"
	"errors"
	"flag"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/endnim"
	"nimatron/games/nim"
	_ "nimatron/internal/golden" // for -update
	"nimatron/internal/must"
	"nimatron/picture"
	"nimatron/picture/board"
	"nimatron/picture/chart"
	"nimatron/picture/drawing"
	"nimatron/picture/raster"
	"nimatron/solver/partizan"
)

// afterMove lays out the position that a move leads to.
func afterMove(t testing.TB, v *games.Variant, position, move string, style picture.Style) *drawing.Drawing {
	t.Helper()
	p := must.Get(v.Parse(position, games.Left))(t)
	b := board.Board{Shape: p.Shape()}
	if move != "" {
		m := must.Get(p.Read(move))(t)
		q := must.Get(p.Play(m))(t)
		b = board.Board{Shape: q.Shape(), Moves: []board.Made{{Before: b.Shape, Move: m, By: p.Turn().Owner}}}
	}
	return must.Get(board.Draw(b, style))(t)
}

// phase lays out a phase diagram.
func phase(t testing.TB) *drawing.Drawing {
	t.Helper()
	d := must.Get(partizan.Phase(t.Context(), []uint64{2, 4, 1}, 12))(t)
	p := chart.Phase{Row: "2 4 1", Window: chart.Window{Size: 12, A: 3, B: 5}, Cells: d.Cells,
		TripleA: d.TripleA.String(), TripleB: d.TripleB.String()}
	return must.Get(p.Draw(picture.Style{}))(t)
}

// encode draws a PNG.
func encode(t testing.TB, d *drawing.Drawing) []byte {
	t.Helper()
	return must.Get(raster.PNG(d))(t)
}

// TestGolden compares pictures with reviewed ones. Running it with -update rewrites them.
func TestGolden(t *testing.T) {
	for name, d := range map[string]*drawing.Drawing{
		"row":      afterMove(t, endnim.Normal, "3 5 2 30", "L-1", picture.Style{}),
		"partizan": afterMove(t, endnim.Partizan, "3 5 2", "L-3", picture.Style{Theme: picture.Light}),
		"piles":    afterMove(t, nim.Normal, "3 5 7", "2-5", picture.Style{Large: true}),
		"roads":    afterMove(t, depotnim.Coloured, "a=2 b=1 c=3; *<a a-b *>b b-c a-c", "a-1", picture.Style{}),
		"grid":     afterMove(t, depotnim.Forklift, "3 1 2 / 4 . 6", "A1-1", picture.Style{Theme: picture.Light}),
		"phase":    phase(t),

		"felt-row":   afterMove(t, endnim.Partizan, "3 5 2 40000", "L-1", picture.Style{Theme: picture.Felt}),
		"wood-yard":  afterMove(t, depotnim.Forklift, "3 1 2 / 4 . 6", "A1-1", picture.Style{Theme: picture.WoodLight}),
		"slate-tree": afterMove(t, depotnim.Tree, "3(2 5(1))", "b-2", picture.Style{Theme: picture.Slate}),
		"felt-roads": afterMove(t, depotnim.Coloured, "a=2 b=1 c=3; *<a a-b *>b b-c a-c", "a-1", picture.Style{Theme: picture.FeltLight}),
	} {
		t.Run(name, func(t *testing.T) {
			data := encode(t, d)
			path := filepath.Join("testdata", name+".png")
			if flag.Lookup("update").Value.String() == "true" {
				must.OK(t, os.WriteFile(path, data, 0o644))
				return
			}
			file, err := os.ReadFile(path)
			if err != nil {
				t.Fatalf("%v: run the tests with -update to write it", err)
			}
			if part := different(decode(t, data), decode(t, file)); part > 0.002 {
				t.Errorf("%.2f%% of the pixels differ from %s; look at what -update writes", 100*part, path)
			}
		})
	}
}

func decode(t testing.TB, data []byte) image.Image {
	t.Helper()
	return must.Get(png.Decode(bytes.NewReader(data)))(t)
}

// different returns the fraction of pixels that differ by more than a shade.
func different(a, b image.Image) float64 {
	if a.Bounds() != b.Bounds() {
		return 1
	}
	differ := func(x, y uint32) bool { return max(x, y)-min(x, y) > 0x3000 }
	n, all := 0, 0
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			r, g, blue, _ := a.At(x, y).RGBA()
			s, h, c, _ := b.At(x, y).RGBA()
			if differ(r, s) || differ(g, h) || differ(blue, c) {
				n++
			}
			all++
		}
	}
	return float64(n) / float64(all)
}

// TestSame checks that a drawing always gives the same bytes, even when several are drawn at once,
// and that a usual board is small and has a palette.
func TestSame(t *testing.T) {
	want := encode(t, afterMove(t, endnim.Normal, "3 5 2 4", "L-2", picture.Style{}))
	if len(want) > 13_000 {
		t.Errorf("a usual board takes %d bytes", len(want))
	}
	if _, ok := decode(t, want).(*image.Paletted); !ok {
		t.Error("the picture has no palette")
	}
	felt := picture.Style{Theme: picture.Felt}
	wantOnFelt := encode(t, afterMove(t, endnim.Normal, "3 5 2 4", "L-2", felt))
	if len(wantOnFelt) > 16_000 {
		t.Errorf("a usual board on felt takes %d bytes", len(wantOnFelt))
	}
	done := make(chan bool)
	for range 4 {
		go func() {
			same := true
			for range 10 {
				data, err := raster.PNG(afterMove(t, endnim.Normal, "3 5 2 4", "L-2", picture.Style{}))
				same = same && err == nil && bytes.Equal(data, want)
				data, err = raster.PNG(afterMove(t, endnim.Normal, "3 5 2 4", "L-2", felt))
				same = same && err == nil && bytes.Equal(data, wantOnFelt)
				_, err = raster.PNG(phase(t)) // which changes the reused memory
				same = same && err == nil
			}
			done <- same
		}()
	}
	for range 4 {
		if !<-done {
			t.Error("the same drawing gave other bytes")
		}
	}
}

// TestTooLarge checks that huge pictures are refused.
func TestTooLarge(t *testing.T) {
	for _, d := range []*drawing.Drawing{{}, {Width: 400}, {Width: 1e9, Height: 1e9}, {Width: 2000, Height: 2000}} {
		if data, err := raster.PNG(d); !errors.Is(err, drawing.ErrTooLarge) {
			t.Errorf("%g×%g: %d bytes, %v", d.Width, d.Height, len(data), err)
		}
	}
}

// TestOutside draws shapes outside the picture, which must do no harm.
func TestOutside(t *testing.T) {
	d := &drawing.Drawing{Width: 20, Height: 20}
	empty := decode(t, encode(t, d))
	far := []drawing.Point{{X: -500, Y: -500}, {X: -400, Y: 900}}
	d.Add(
		drawing.Box{X: -100, Y: 5, W: 50, H: 50, Radius: 4, Fill: drawing.Ivory, Pattern: drawing.Rising, Border: drawing.Ink, BorderW: 2},
		drawing.Box{X: 100, Y: -300, W: 50, H: 50, Border: drawing.Ink, BorderW: 2},
		drawing.Line{Points: far, Width: 3, Role: drawing.Ink},
		drawing.Line{Points: far, Width: 3, Role: drawing.Ink, Double: true},
		drawing.Line{Points: far, Width: 3, Role: drawing.Ink, Dash: 5},
		drawing.Disc{X: 90, Y: -90, R: 20, Fill: drawing.Ink, Border: drawing.Ivory, BorderW: 2},
		drawing.Label{X: -300, Y: 10, Text: "far away", Size: 12, Role: drawing.Ink},
		drawing.Label{X: 10, Y: 400, Text: "far away", Size: 12, Role: drawing.Ink},
		drawing.Disc{X: 90, Y: -90, R: 20, RY: 5, Lower: true, Fill: drawing.Ink, Shade: drawing.Shade{To: drawing.Ivory, Round: true}},
		drawing.Disc{X: -90, Y: 90, R: 20, RY: 5, Fill: drawing.Ink, Shade: drawing.Shade{To: drawing.Ivory}},
		drawing.Box{X: -100, Y: 5, W: 50, H: 50, Radius: 4, Fill: drawing.Ivory, Shade: drawing.Shade{To: drawing.Ink}},
		drawing.Area{Points: append(far, drawing.Point{X: -450, Y: 5}), Fill: drawing.Ink},
		drawing.Area{Points: []drawing.Point{{X: 1e9, Y: 1e9}, {X: -1e9, Y: 1e9}, {X: 5, Y: 1e9 + 1}}, Fill: drawing.Ink},
	)
	if different(decode(t, encode(t, d)), empty) > 0 {
		t.Error("something is seen of it")
	}
}
