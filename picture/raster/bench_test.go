package raster_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/endnim"
	"nimatron/picture"
	"nimatron/picture/board"
	"nimatron/picture/drawing"
	"nimatron/picture/raster"
)

// BenchmarkBoard lays a board out and draws it, as a tap does, again and again.
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
		for theme, name := range map[picture.Theme]string{picture.Felt: "felt", picture.Wood: "wood", picture.Dark: "plain"} {
			b.Run(c.name+"/"+name, func(b *testing.B) {
				p, err := c.v.Parse(c.position, games.Left)
				if err != nil {
					b.Fatal(err)
				}
				drawAll(b, []board.Board{played(b, p, c.move)}, theme)
			})
		}
	}
}

// BenchmarkMatches draws the boards of a hundred matches on felt, one after another.
func BenchmarkMatches(b *testing.B) {
	for _, v := range []*games.Variant{endnim.Normal, depotnim.Forklift, depotnim.Tree, depotnim.Coloured} {
		b.Run(v.ID, func(b *testing.B) {
			var boards []board.Board
			for seed := range uint64(100) {
				r := rand.New(rand.NewPCG(seed, 9))
				p, err := v.Parse(v.Generate(r, games.Small), games.Left)
				if err != nil {
					b.Fatal(err)
				}
				for {
					steps := slices.Collect(p.Options())
					if len(steps) == 0 {
						break
					}
					s := steps[r.IntN(len(steps))]
					boards = append(boards, board.Board{Shape: s.Position.Shape(), Moves: []board.Made{{Before: p.Shape(), Move: s.Move, By: p.Turn().Owner}}})
					p = s.Position
				}
			}
			drawAll(b, boards, picture.Felt)
		})
	}
}

// played returns the board after a move.
func played(b testing.TB, p games.Position, move string) board.Board {
	m, err := p.Read(move)
	if err != nil {
		b.Fatal(err)
	}
	q, err := p.Play(m)
	if err != nil {
		b.Fatal(err)
	}
	return board.Board{Shape: q.Shape(), Moves: []board.Made{{Before: p.Shape(), Move: m, By: p.Turn().Owner}}}
}

// drawAll draws boards in turn. A tenth of the pictures took less than p10-µs/op: that is how long
// they take on an idle machine.
func drawAll(b *testing.B, boards []board.Board, theme picture.Theme) {
	b.ReportAllocs()
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		from := time.Now()
		d, err := board.Draw(boards[i%len(boards)], picture.Style{Theme: theme})
		if err != nil {
			b.Fatal(err)
		}
		d.Add(drawing.Disc{Y: -float64(i)}) // out of sight, so that the picture is not the one before
		if _, err := raster.PNG(d); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(from))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/10].Nanoseconds())/1000, "p10-µs/op")
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1000, "p50-µs/op")
}
