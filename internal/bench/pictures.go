//go:build unix

package main

import (
	"fmt"
	"runtime"
	"slices"
	"time"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/endnim"
	"nimatron/picture"
	"nimatron/picture/board"
	"nimatron/picture/drawing"
	"nimatron/picture/raster"
)

// pictures measures the time to draw a board: one board repeatedly, and each board of N matches, where
// a move changes a part of the one before.
func pictures(r *run) {
	r.head("felt", "the same board", "the boards of matches: median", "allocated")
	for _, c := range []struct {
		name     string
		v        *games.Variant
		position string
		move     string
	}{
		{"a row of five piles", endnim.Normal, "3 5 2 7 4", "L-1"},
		{"a yard", depotnim.Forklift, "3 1 2 / 4 . 6", "A1-1"},
		{"a tree", depotnim.Tree, "3(2 5(1 4) 7)", "b-1"},
		{"roads", depotnim.Coloured, "a=2 b=1 c=3; *<a a-b *>b b-c a-c", "a-1"},
	} {
		p, err := c.v.Parse(c.position, games.Left)
		r.must(err)
		move, err := p.Read(c.move)
		r.must(err)
		after, err := p.Play(move)
		r.must(err)
		same, _ := r.draw([]board.Board{boardOf(p, games.Step{Move: move, Position: after})}, r.many(2000, 20))
		var boards []board.Board
		source := random(9)
		for range r.many(100, 2) {
			p, err := c.v.Parse(c.v.Generate(source, games.Small), games.Left)
			r.must(err)
			for steps := slices.Collect(p.Options()); len(steps) > 0; steps = slices.Collect(p.Options()) {
				s := steps[source.IntN(len(steps))]
				boards = append(boards, boardOf(p, s))
				p = s.Position
			}
		}
		took, allocated := r.draw(boards, 2*len(boards))
		r.row(c.name, micros(same[len(same)/10]), micros(took[len(took)/2]), fmt.Sprintf("%d KiB", allocated>>10))
	}
	r.say("\nThe first column is the time that nine of ten pictures exceed: on a busy machine that is about the time on an idle one.\n")
}

func boardOf(p games.Position, s games.Step) board.Board {
	return board.Board{Shape: s.Position.Shape(), Moves: []board.Made{{Before: p.Shape(), Move: s.Move, By: p.Turn().Owner}}}
}

// draw lays out and draws n boards. It returns the sorted times, and the bytes allocated per board.
func (r *run) draw(boards []board.Board, n int) (took []time.Duration, allocated uint64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range n {
		from := time.Now()
		d, err := board.Draw(boards[i%len(boards)], picture.Style{Theme: picture.Felt})
		r.must(err)
		d.Add(drawing.Disc{Y: -float64(i)}) // invisible: makes each picture new to the cache
		_, err = raster.PNG(d)
		r.must(err)
		took = append(took, time.Since(from))
	}
	runtime.ReadMemStats(&after)
	slices.Sort(took)
	return took, (after.TotalAlloc - before.TotalAlloc) / uint64(n)
}
