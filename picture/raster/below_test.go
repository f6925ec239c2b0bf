package raster_test

import (
	"testing"

	"nimatron/games/endnim"
	"nimatron/picture"
	"nimatron/picture/chart"
	"nimatron/picture/drawing/drawingtest"
)

// TestChartBelowBoard puts the course of a match under its board, in one frame.
func TestChartBelowBoard(t *testing.T) {
	for theme := range picture.Theme(picture.Themes) {
		style := picture.Style{Theme: theme}
		d := afterMove(t, endnim.Normal, "3 5 2", "L-1", style)
		course, err := chart.Course{Names: [2]string{"The first player", "The second player"}, Holders: []chart.Holder{chart.First, chart.Second, chart.First}, At: 1}.Draw(style)
		if err != nil {
			t.Fatal(err)
		}
		d.Below(course)
		if faults := drawingtest.Faults(d); len(faults) > 0 {
			t.Errorf("theme %d: %s", theme, faults)
		}
		encode(t, d)
	}
}
