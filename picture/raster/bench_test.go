package raster_test

import (
	"slices"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/endnim"
	"nimatron/picture"
	"nimatron/picture/board"
	"nimatron/picture/raster"
)

// BenchmarkBoard lays boards out and draws them, as a tap does.
func BenchmarkBoard(b *testing.B) {
	for _, c := range []struct {
		name           string
		v              *games.Variant
		position, move string
	}{
		{"row", endnim.Normal, "3 5 2 7 4", "L-1"},
		{"yard", depotnim.Forklift, "3 1 2 / 4 . 6", "A1-1"},
		{"tree", depotnim.Tree, "3(2 5(1 4) 7)", "b-1"},
		{"roads", depotnim.Coloured, "a=2 b=1 c=3; *<a a-b *>b b-c a-c", "a-1"},
	} {
		for _, theme := range []struct {
			name string
			of   picture.Theme
		}{{"felt", picture.Felt}, {"wood", picture.Wood}, {"plain", picture.Dark}} {
			b.Run(c.name+"/"+theme.name, func(b *testing.B) {
				p, err := c.v.Parse(c.position, games.Left)
				if err != nil {
					b.Fatal(err)
				}
				m, err := p.Read(c.move)
				if err != nil {
					b.Fatal(err)
				}
				q, err := p.Play(m)
				if err != nil {
					b.Fatal(err)
				}
				of := board.Board{Shape: q.Shape(), Moves: []board.Made{{Before: p.Shape(), Move: m, By: p.Turn().Owner}}}
				b.ReportAllocs()
				var took []time.Duration
				for b.Loop() {
					from := time.Now()
					d, err := board.Draw(of, picture.Style{Theme: theme.of})
					if err != nil {
						b.Fatal(err)
					}
					if _, err := raster.PNG(d); err != nil {
						b.Fatal(err)
					}
					took = append(took, time.Since(from))
				}
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)/10].Nanoseconds())/1000, "p10-µs/op")
			})
		}
	}
}
