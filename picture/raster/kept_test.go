package raster

import (
	"fmt"
	"image/color"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/picture"
	"nimatron/picture/board"
	"nimatron/picture/drawing"
)

// boards lays out random boards of all games in all themes.
func boards(t *testing.T, n int) []*drawing.Drawing {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	all := catalog.Standard.All()
	var drawn []*drawing.Drawing
	for i := range n {
		v := all[i%len(all)]
		p, err := v.Parse(v.Generate(r, games.Small), games.Left)
		if err != nil {
			t.Fatal(err)
		}
		d, err := board.Draw(board.Board{Shape: p.Shape()}, picture.Style{Theme: picture.Theme(r.IntN(picture.Themes)), Large: i%3 == 0})
		if err != nil {
			t.Fatal(err)
		}
		drawn = append(drawn, d)
	}
	return drawn
}

// TestKeptIsBounded draws so many boards that all that is kept has to be dropped.
func TestKeptIsBounded(t *testing.T) {
	fullest := map[string]int{}
	for _, d := range boards(t, 600) {
		data, err := PNG(d)
		if err != nil {
			t.Fatal(err)
		}
		if len(rooms) == 0 {
			t.Fatal("no room is kept")
		}
		r := <-rooms
		grounds, outlines, kept := 0, 0, 0
		for _, g := range r.grounds.values {
			grounds += cap(g)
		}
		for key, o := range r.canvas.outlines.values {
			outlines += len(key) + 16*cap(o.stretches) + cap(o.grades)
		}
		for _, data := range pictures.values {
			kept += len(data)
		}
		for _, held := range []struct {
			name       string
			size, most int
		}{{"grounds", grounds, keptGrounds}, {"outlines", outlines, keptOutlines}, {"pictures", kept, keptPictures}, {"lines", cap(r.lines), keptLines}} {
			if held.size > held.most {
				t.Fatalf("%s of %d bytes are kept, and may be %d", held.name, held.size, held.most)
			}
			fullest[held.name] = max(fullest[held.name], held.size)
		}
		if kept < len(data) {
			t.Fatal("the last picture is not kept")
		}
		rooms <- r
	}
	for _, name := range []string{"grounds", "outlines", "pictures"} {
		if fullest[name] < 1<<19 {
			t.Errorf("%s had %d bytes at most, which says nothing of the bound", name, fullest[name])
		}
	}
	for range 2 * keptRooms {
		new(room).giveBack()
	}
	for len(rooms) > 0 {
		<-rooms
	}
	big := &room{lines: make([]uint8, keptLines+1)}
	if big.giveBack(); big.lines != nil {
		t.Error("the memory of a large picture is kept")
	}
	<-rooms
}

// TestSteadyState allocates little but the files once boards of these sizes have been drawn.
func TestSteadyState(t *testing.T) {
	drawn := boards(t, 20)
	files := uint64(0)
	draw := func(round int) {
		for i, d := range drawn {
			d.Add(drawing.Disc{Y: -float64(1 + round*len(drawn) + i)}) // out of sight, so that no picture is an earlier one
			data, err := PNG(d)
			if err != nil {
				t.Fatal(err)
			}
			files += uint64(cap(data))
		}
	}
	allocated := func() uint64 {
		var m runtime.MemStats
		runtime.GC() // which would empty a sync.Pool
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.TotalAlloc
	}
	draw(0)
	before := allocated()
	files = 0
	draw(1)
	if more := allocated() - before - files; more > 64<<10 { // so none of them is larger
		t.Errorf("%d pictures allocate %d bytes beside their files", len(drawn), more)
	}
}

// TestGround has a ground come back as it was, and be drawn only once.
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

// TestDigest changes each field of each shape: the picture is another one then.
func TestDigest(t *testing.T) {
	points := []drawing.Point{{X: 1, Y: 2}, {X: 3, Y: 4}, {X: 5, Y: 1}}
	for _, shape := range []drawing.Shape{
		drawing.Box{W: 1}, drawing.Disc{R: 1}, drawing.Label{Text: "a"}, drawing.Line{Points: points}, drawing.Area{Points: points},
		drawing.Band{X: []float64{1}, High: []float64{2}, Low: []float64{3}}, drawing.Cells{At: []uint8{1}, Columns: 1},
	} {
		seen := map[uint64]string{}
		add := func(name string, s drawing.Shape) {
			hash := digestOf(&drawing.Drawing{Shapes: []drawing.Shape{s}})
			if other, ok := seen[hash]; ok {
				t.Errorf("%T: %s is as %s", shape, name, other)
			}
			seen[hash] = name
		}
		add("nothing", shape)
		var change func(name string, at reflect.Value, whole reflect.Value)
		change = func(name string, at, whole reflect.Value) {
			before := reflect.New(at.Type()).Elem()
			before.Set(at)
			switch at.Kind() {
			case reflect.Struct:
				for i := range at.NumField() {
					change(name+"."+at.Type().Field(i).Name, at.Field(i), whole)
				}
				return
			case reflect.Float64:
				at.SetFloat(at.Float() + 0.25)
			case reflect.Bool:
				at.SetBool(!at.Bool())
			case reflect.String:
				at.SetString(at.String() + "b")
			case reflect.Slice:
				at.Set(reflect.Append(at, reflect.Zero(at.Type().Elem())))
			case reflect.Int:
				at.SetInt(at.Int() + 1)
			default:
				at.SetUint(at.Uint() + 1)
			}
			add(name, whole.Interface().(drawing.Shape))
			at.Set(before)
		}
		whole := reflect.New(reflect.TypeOf(shape)).Elem()
		whole.Set(reflect.ValueOf(shape))
		change(fmt.Sprintf("%T", shape), whole, whole)
	}
	d := drawing.Drawing{Width: 9, Height: 9}
	for _, other := range []drawing.Drawing{{Width: 8, Height: 9}, {Width: 9, Height: 8}, {Width: 9, Height: 9, Theme: 1}} {
		if digestOf(&d) == digestOf(&other) {
			t.Errorf("%+v is as %+v", other, d)
		}
	}
}

// TestTableColours has the colours of a table not get into the mixtures of other pictures.
func TestTableColours(t *testing.T) {
	d := &drawing.Drawing{Width: 60, Height: 20, Theme: picture.Slate}
	cells := drawing.Cells{Size: 10, Columns: 5, At: []uint8{0, 1, 2, 3, 4}}
	for i := range cells.At {
		cells.Colours = append(cells.Colours, color.RGBA{R: 200, G: uint8(40 * i), B: 255, A: 255})
	}
	d.Add(cells, drawing.Label{X: 25, Y: 5, Text: "mixtures", Size: 12, Role: drawing.Black}, drawing.Disc{X: 45, Y: 15, R: 4, Fill: drawing.Left})
	if _, err := PNG(d); err != nil {
		t.Fatal(err)
	}
	for pair := range themes[d.Theme]().mixed {
		for known := themes[d.Theme]().mixed[pair].Load(); known > 0; known >>= 8 {
			if pair>>8 >= inTheme || pair&255 >= inTheme || known&255 > inTheme {
				t.Fatalf("the mixture of %d and %d is %d", pair>>8, pair&255, known&255)
			}
		}
	}
}
