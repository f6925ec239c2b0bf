package board_test

import (
	"errors"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/depotnim"
	"nimatron/games/endnim"
	"nimatron/games/gamestest"
	"nimatron/games/gamestest/walk"
	"nimatron/games/nim"
	"nimatron/picture"
	"nimatron/picture/board"
	"nimatron/picture/drawing"
	"nimatron/picture/raster"
)

// chain is a tree of n vertices in a line. star is a root with n-1 leaves.
func chain(n int) string { return strings.Repeat("1(", n-1) + "1" + strings.Repeat(")", n-1) }
func star(n int) string  { return "1(" + strings.TrimSpace(strings.Repeat("1 ", n-1)) + ")" }

// extremes are the largest possible boards.
var extremes = []struct {
	variant  *games.Variant
	position string
	drawn    bool // it can be drawn
}{
	{nim.Normal, "1000000000000000000", true},
	{nim.Normal, strings.Repeat("1000000000000000000 ", 1000), true},
	{nim.Normal, strings.Repeat("1 ", 1000), true},
	{endnim.Normal, strings.Repeat("7 ", 1000), true},
	{endnim.Partizan, "1000000000000000000 1", true},
	{endnim.Normal, "0", true},
	{depotnim.Tree, "1000000000000000000(1000000000000000000)", true},
	{depotnim.Tree, chain(12), true},
	{depotnim.Tree, star(20), true},
	{depotnim.Tree, chain(depotnim.MaxVertices), false},
	{depotnim.Tree, star(depotnim.MaxVertices), false},
	{depotnim.Depot, "averylongnameofa=1 b=0; *-averylongnameofa averylongnameofa-b", true},
	{depotnim.Forklift, strings.TrimSuffix(strings.Repeat("9 9 9 9 9 9 9 9 9 9 9 9 9 9/", 14), "/"), true},
	{depotnim.Forklift, strings.TrimSuffix(strings.Repeat("99 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9/", 20), "/"), false},
	{depotnim.Forklift, "10000000000 1 / 1 1", false},
	{depotnim.Forklift, "1000000000000000000 1 1 1 1 1", false},
}

// TestExtremes draws the largest boards, and refuses those that are too large.
func TestExtremes(t *testing.T) {
	for _, e := range extremes {
		p, err := e.variant.Parse(e.position, games.Left)
		if err != nil {
			t.Fatalf("%s %.40s: %v", e.variant.ID, e.position, err)
		}
		texts := check(t, board.Board{Shape: p.Shape()})
		if (texts != nil) != e.drawn {
			t.Errorf("%s %.40s is drawn: %v", e.variant.ID, e.position, texts != nil)
		}
	}
}

// TestWalk draws a graph with one-way edges and arbitrary names.
func TestWalk(t *testing.T) {
	p := gamestest.Parse(t, walk.Variant, walk.Variant.Rules.Example, games.Left)
	if texts := check(t, board.Board{Shape: p.Shape()}); texts == nil {
		t.Error("too large for a picture")
	}
}

// FuzzDraw draws random positions after random moves.
func FuzzDraw(f *testing.F) {
	all := catalog.Standard.All()
	for _, e := range extremes {
		for i, v := range all {
			if v == e.variant {
				f.Add(uint8(i), e.position, "L-1")
			}
		}
	}
	f.Add(uint8(0), "3 5 7", "2-5")
	f.Fuzz(func(t *testing.T, which uint8, position, move string) {
		p, err := all[int(which)%len(all)].Parse(position, games.Left)
		if err != nil {
			return
		}
		b := board.Board{Shape: p.Shape()}
		if m, err := p.Read(move); err == nil {
			if q, err := p.Play(m); err == nil {
				b = board.Board{Shape: q.Shape(), Moves: []board.Made{{Before: p.Shape(), Move: m, By: p.Turn().Owner}}}
			}
		}
		check(t, b)
		if d, err := board.Draw(b, picture.Style{}); err == nil {
			if _, err := raster.PNG(d); err != nil && !errors.Is(err, drawing.ErrTooLarge) {
				t.Fatal(err)
			}
		}
		if board.Words(b.Shape) == "" {
			t.Fatal("no words")
		}
	})
}
