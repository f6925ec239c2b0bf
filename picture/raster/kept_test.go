package raster

import (
	"fmt"
	"image/color"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"unsafe"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/picture"
	"nimatron/picture/board"
	"nimatron/picture/drawing"
)

// boards lays out random boards of all games in all themes.
func boards(t *testing.T, n int) []*drawing.Drawing {
	t.Helper()
	r, all := rand.New(rand.NewPCG(1, 2)), catalog.Standard.All()
	var drawn []*drawing.Drawing
	for i := range n {
		v := all[i%len(all)]
		p := must.Get(v.Parse(v.Generate(r, games.Small), games.Left))(t)
		d := must.Get(board.Draw(board.Board{Shape: p.Shape()}, picture.Style{Theme: picture.Theme(r.IntN(8)), Large: i%3 == 0}))(t)
		drawn = append(drawn, d)
	}
	return drawn
}

// TestKeptIsBounded draws enough boards to fill and empty every cache.
func TestKeptIsBounded(t *testing.T) {
	fullest := map[string]int{}
	for _, d := range boards(t, 250) {
		data := must.Get(PNG(d))(t)
		if len(rooms) == 0 {
			t.Fatal("no room is kept")
		}
		r := <-rooms
		grounds, outlines, kept := 0, 0, 0
		for _, g := range r.grounds.values {
			grounds += cap(g)
		}
		for key, o := range r.canvas.outlines.values {
			outlines += len(key) + int(unsafe.Sizeof(stretch{}))*cap(o.stretches) + cap(o.grades)
		}
		for _, data := range pictures.values {
			kept += len(data)
		}
		if kept < len(data) {
			t.Fatal("the last picture is not kept")
		}
		rooms <- r
		fullest["grounds"] = max(fullest["grounds"], grounds)
		fullest["outlines"] = max(fullest["outlines"], outlines)
		fullest["pictures"] = max(fullest["pictures"], kept)
	}
	for name, most := range map[string]int{"grounds": keptGrounds, "outlines": keptOutlines, "pictures": keptPictures} {
		if size := fullest[name]; size > most || size < most/3 {
			t.Errorf("%s of %d bytes were kept, and may be %d", name, size, most)
		}
	}
	big := &room{lines: make([]uint8, keptLines+1)}
	if big.giveBack(); big.lines != nil {
		t.Error("the memory of a large picture is kept")
	}
	for range 2 * keptRooms {
		new(room).giveBack()
	}
	for len(rooms) > 0 { // this test keeps any number of rooms
		<-rooms
	}
}

// TestSteadyState checks that pictures of known sizes allocate little except their files.
func TestSteadyState(t *testing.T) {
	if testlong.Race {
		t.Skip("the detector takes memory itself")
	}
	drawn, files := boards(t, 20), uint64(0)
	draw := func(round int) {
		for i, d := range drawn {
			d.Add(drawing.Disc{Y: -float64(1 + round*len(drawn) + i)}) // out of sight, so that each picture is new
			data, err := PNG(d)
			if files += uint64(cap(data)); err != nil {
				t.Fatal(err)
			}
		}
	}
	allocated := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC() // twice, which empties a sync.Pool
		runtime.ReadMemStats(&m)
		return m.TotalAlloc
	}
	draw(0)
	before := allocated() - files
	draw(1)
	if more := allocated() - before - files; more > 64<<10 { // otherwise a room has grown
		t.Errorf("%d pictures allocate %d bytes beside their files", len(drawn), more)
	}
}

// TestGround checks that a kept ground is exact, and that it is drawn only once.
func TestGround(t *testing.T) {
	for theme := range picture.Theme(picture.Themes) {
		for _, high := range []float64{30, 200, 333} {
			r := borrow()
			d := &drawing.Drawing{Width: 400, Height: high, Theme: theme}
			r.begin(d, pixels(d.Width), pixels(d.Height))
			want := slices.Clone(r.lines)
			for i := range r.lines {
				r.lines[i] = 77
			}
			r.canvas.outlines.values = nil
			if r.begin(d, pixels(d.Width), pixels(d.Height)); !slices.Equal(r.lines, want) {
				t.Errorf("theme %d, %g high: another ground", theme, high)
			}
			if len(r.canvas.outlines.values) > 0 {
				t.Errorf("theme %d, %g high: the ground is drawn twice", theme, high)
			}
		}
	}
}

// TestDigest changes each field of each shape. The digest must change too.
func TestDigest(t *testing.T) {
	seen := map[uint64]string{}
	add := func(d drawing.Drawing) {
		hash, name := digestOf(&d), fmt.Sprintf("%+v", d)
		if other, ok := seen[hash]; ok {
			t.Errorf("%s is as %s", name, other)
		}
		seen[hash] = name
	}
	for _, d := range []drawing.Drawing{{}, {Width: 1}, {Height: 1}, {Theme: 1}} {
		add(d)
	}
	for _, shape := range []drawing.Shape{drawing.Box{}, drawing.Disc{}, drawing.Label{}, drawing.Line{}, drawing.Area{}, drawing.Cells{}} {
		add(drawing.Drawing{Shapes: []drawing.Shape{shape}})
		for i := range reflect.TypeOf(shape).NumField() {
			changed := reflect.New(reflect.TypeOf(shape)).Elem()
			switch at := changed.Field(i); at.Kind() {
			case reflect.Struct: // drawing.Shade, hashed with its shape
				at.Field(0).SetUint(1)
			case reflect.Float64, reflect.Int, reflect.Uint8:
				at.Set(reflect.ValueOf(7).Convert(at.Type()))
			case reflect.Bool:
				at.SetBool(true)
			case reflect.String:
				at.SetString("a")
			case reflect.Slice:
				at.Set(reflect.MakeSlice(at.Type(), 1+i, 1+i))
			}
			add(drawing.Drawing{Shapes: []drawing.Shape{changed.Interface().(drawing.Shape)}})
		}
	}
}

// TestTableColours checks that a table's colours don't enter the mixtures of other pictures.
func TestTableColours(t *testing.T) {
	d := &drawing.Drawing{Width: 60, Height: 20, Theme: picture.Slate}
	cells := drawing.Cells{Size: 10, Columns: 5, At: []uint8{0, 1, 2, 3, 4}}
	for i := range cells.At {
		cells.Colours = append(cells.Colours, color.RGBA{R: 200, G: uint8(40 * i), B: 255, A: 255})
	}
	d.Add(cells, drawing.Label{X: 25, Y: 5, Text: "mixtures", Size: 12, Role: drawing.Black}, drawing.Disc{X: 45, Y: 15, R: 4, Fill: drawing.Left})
	must.Get(PNG(d))(t)
	for pair := range themes[d.Theme]().mixed {
		for known := themes[d.Theme]().mixed[pair].Load(); known > 0; known >>= 8 {
			if pair>>8 >= inTheme || pair&255 >= inTheme || known&255 > inTheme {
				t.Fatalf("the mixture of %d and %d is %d", pair>>8, pair&255, known&255)
			}
		}
	}
}
