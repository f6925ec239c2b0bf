package chart_test

import (
	"os"
	"testing"
	"math"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/picture"
	"nimatron/picture/chart"
	"nimatron/picture/drawing"
	"nimatron/picture/raster"
	"nimatron/solver/partizan"
	"nimatron/solver/rows"
)

func TestLook(t *testing.T) {
	phase := func(n int, a, b int) chart.Phase {
		d, _ := partizan.Phase(t.Context(), []uint64{2, 4, 1}, n)
		return chart.Phase{Row: "2 4 1", Size: n, Cells: d.Cells, TripleA: d.TripleA.String(), TripleB: d.TripleB.String(), A: a, B: b}
	}
	plane := func(n int) chart.Plane {
		v, _ := rows.Plane(t.Context(), endnim.Normal, []uint64{4}, n)
		p := chart.Plane{Pattern: "_ 4 _", Size: n}
		for _, x := range v { p.Values = append(p.Values, uint64(x)) }
		return p
	}
	var hist chart.History
	hist.Title = "Overall rating, live matches"
	v, dev := 1500.0, 350.0
	for i := range 25 {
		hist.Points = append(hist.Points, chart.Rated{v, dev})
		v += dev / 4 * math.Sin(float64(i)*1.7+1)+8
		dev = 60 + (dev-60)*0.85
	}
	_ = games.Left
	for name, tt := range map[string]struct{ d interface{ Draw(picture.Style) (*drawing.Drawing, error); Words() string }; s picture.Style }{
		"phase12": {phase(12, 3, 5), picture.Style{}},
		"phase24": {phase(24, 8, 9), picture.Style{Theme: picture.Light}},
		"phase200": {phase(200, 0, 0), picture.Style{}},
		"plane10": {plane(10), picture.Style{}},
		"plane16": {plane(16), picture.Style{Theme: picture.Light}},
		"plane32": {plane(32), picture.Style{}},
		"plane200": {plane(200), picture.Style{}},
		"plane1024": {plane(1024), picture.Style{}},
		"ends": {chart.Ends{chart.End{3, 3, false}, chart.End{3, 2, true}}, picture.Style{}},
		"ends2": {chart.Ends{chart.End{3, 1, true}, chart.End{1000000000000000000, 1, true}}, picture.Style{Theme: picture.Light}},
		"history": {hist, picture.Style{}},
		"course": {chart.Course{Names: [2]string{"The first player", "The second player"}, Holders: []chart.Holder{1, 1, 2, 2, 2, 1, 1, 2, 2, 2, 2, 1, 1, 1, 1}, At: 6}, picture.Style{}},
	} {
		d, err := tt.d.Draw(tt.s)
		if err != nil {
			t.Fatal(name, err)
		}
		data, err := raster.PNG(d)
		if err != nil {
			t.Fatal(err)
		}
		t.Log(name, len(data), d.Width, d.Height, tt.d.Words())
		os.WriteFile("/tmp/pics/"+name+".png", data, 0o644)
	}
}
