package board_test

import (
	"os"
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/endnim"
	"nimatron/games/nim"
	"nimatron/games/splitnim"
	"nimatron/picture"
	"nimatron/picture/board"
	"nimatron/picture/raster"
)

func TestLook(t *testing.T) {
	for _, tt := range []struct {
		name string
		v    *games.Variant
		pos, move string
		style picture.Style
	}{
		{"end", endnim.Normal, "3 5 2 4", "", picture.Style{}},
		{"end-ghost", endnim.Normal, "3 5 2 4", "L-2", picture.Style{Theme: picture.Light}},
		{"end-gone", endnim.Normal, "3 5 2 4 12 7 6", "L-3", picture.Style{}},
		{"part", endnim.Partizan, "3 5 2 4", "", picture.Style{}},
		{"part1", endnim.Partizan, "3", "", picture.Style{Theme: picture.Light}},
		{"part-ghost", endnim.Partizan, "30 5 2 4", "L-12", picture.Style{}},
		{"nim", nim.Normal, "3 5 7 1 1 1", "2-5", picture.Style{}},
		{"nim20", nim.Normal, "3 5 7 1 1 1 3 5 7 1 1 1 3 5 7 1 1 1 9 10 11 2 3 4 1", "2-3", picture.Style{}},
		{"broken", nim.Normal, "3 50 123456 999 14", "2-3", picture.Style{}},
		{"huge", endnim.Normal, "1000000000000000000 3 999999999999 1000000000000000000", "L-1", picture.Style{}},
		{"named", nim.MoveReverse, "3 5 7 1", "2", picture.Style{Large: true}},
		{"split", splitnim.Of(2), "6 2 4", "1=3+5", picture.Style{}},
		{"tree", depotnim.Tree, "3(2 5(1 1) 4(2 3 1(1)))", "b-2", picture.Style{}},
		{"graph", depotnim.Depot, "a=3 b=2 c=4 d=5 e=1; *-a a-b b-c c-d *-d d-e a-e", "a-3", picture.Style{}},
		{"col", depotnim.Coloured, "a=2 b=1 c=3; *<a a-b *>b b-c", "a-1", picture.Style{Theme: picture.Light}},
		{"grid", depotnim.Forklift, "3 1 2 / 4 . 6 / 2 5 1", "B1-1", picture.Style{}},
	} {
		p, err := tt.v.Parse(tt.pos, games.Left)
		if err != nil {
			t.Fatal(err)
		}
		b := board.Board{Shape: p.Shape()}
		if tt.move != "" {
			m, err := p.Read(tt.move)
			if err != nil {
				t.Fatal(tt.name, err)
			}
			q, err := p.Play(m)
			if err != nil {
				t.Fatal(tt.name, err)
			}
			b = board.Board{Shape: q.Shape(), Before: p.Shape(), Last: m}
		}
		d, err := board.Draw(b, tt.style)
		if err != nil {
			t.Fatal(tt.name, err)
		}
		data, err := raster.PNG(d)
		if err != nil {
			t.Fatal(err)
		}
		t.Log(tt.name, len(data), d.Width, d.Height)
		os.WriteFile("/tmp/pics/"+tt.name+".png", data, 0o644)
	}
}
