package board_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/depotnim"
	"nimatron/games/endnim"
	"nimatron/games/nim"
	"nimatron/internal/golden"
	"nimatron/internal/must"
	"nimatron/picture"
	"nimatron/picture/board"
	"nimatron/picture/drawing"
	"nimatron/picture/drawing/drawingtest"
)

// chips returns the marks of moves from left to right. Left's have round ends, Right's have
// corners.
func chips(t *testing.T, d *drawing.Drawing) string {
	t.Helper()
	var found []string
	for i, s := range d.Shapes {
		box, isBox := s.(drawing.Box)
		if !isBox || i+1 == len(d.Shapes) {
			continue
		}
		label, isLabel := d.Shapes[i+1].(drawing.Label)
		if !isLabel || !strings.HasPrefix(label.Text, "−") {
			continue
		}
		by := map[drawing.Role]string{drawing.Left: "Left", drawing.Right: "Right"}[box.Fill]
		if (by == "Left") != (box.Radius > 5) {
			t.Errorf("the chip %q of %s has a radius of %g", label.Text, by, box.Radius)
		}
		found = append(found, fmt.Sprintf("%04.0f %s%s", label.X, by, label.Text))
	}
	slices.Sort(found)
	for i, text := range found {
		_, found[i], _ = strings.Cut(text, " ")
	}
	return strings.Join(found, ", ")
}

// TestBoards shows the boards of boards.txt, which look the same in three themes. Only a first board explains itself.
func TestBoards(t *testing.T) {
	golden.Lines(t, "boards.txt", func(line string) string {
		asked := append(strings.Split(line, " | "), "")
		v := must.Get(catalog.Standard.Find(asked[0]))(t)
		b := after(t, v, asked[1], strings.Fields(asked[2])...)
		words := board.Words(b.Shape)
		var shown []string
		for _, theme := range []picture.Theme{picture.Dark, picture.WoodLight, picture.Felt} {
			for _, b.First = range []bool{false, true} {
				d := draw(t, b, picture.Style{Theme: theme})
				texts := strings.Join(drawingtest.Texts(d), ", ")
				if faults := drawingtest.Faults(d); len(faults) > 0 || !b.First && strings.Contains(texts, "can take from") {
					t.Errorf("%s: %s %s", line, texts, faults)
				}
				if b.First {
					shown = append(shown, fmt.Sprintf("%s | %s | %s | %s", chips(t, d), materials(d), texts, words))
				}
			}
		}
		if shown = slices.Compact(shown); len(shown) > 1 {
			t.Errorf("%s: themes differ: %q", line, shown)
		}
		return shown[0]
	})
}

// TestTornStacks checks that a pile of a million looks larger than one of forty, is marked as not
// to scale, and has separators in its number.
func TestTornStacks(t *testing.T) {
	height := func(n string) float64 {
		d := draw(t, after(t, nim.Normal, n+" 1000000 3"), picture.Style{Theme: picture.Slate})
		texts := drawingtest.Texts(d)
		if !slices.Contains(texts, "1,000,000") || !slices.ContainsFunc(texts, func(s string) bool { return strings.HasPrefix(s, "Broken stacks") }) {
			t.Errorf("%s: the texts are %q", n, texts)
		}
		left, low, high := d.Width/3, 0.0, 1e9
		for _, s := range d.Shapes {
			if disc, ok := s.(drawing.Disc); ok && disc.X < left && disc.Fill == drawing.IvoryEdge {
				low, high = max(low, disc.Y), min(high, disc.Y)
			}
		}
		return low - high
	}
	before := -1.0
	for _, n := range []string{"1", "3", "7", "40", "1000", "30000", "1000000"} {
		h := height(n)
		if h <= before {
			t.Errorf("%s counters are %g high, and fewer are %g", n, h, before)
		}
		before = h
	}
}

// TestChosen checks that the place selected for the next move is marked, in every shape and theme.
func TestChosen(t *testing.T) {
	for _, c := range []struct {
		v                *games.Variant
		position, chosen string
	}{
		{endnim.Normal, "3 5 2", "L"}, {endnim.Normal, "3 5 2", "R"}, {endnim.Normal, "3", "L"}, {endnim.Partizan, "3 5 2", "L"},
		{nim.Normal, "3 5 2", "2"}, {depotnim.Forklift, "3 1 / 2 4", "B2"}, {depotnim.Tree, "3(2 5)", "c"}, {depotnim.Depot, "a=3 b=2; *-a a-b", "a"},
	} {
		for theme := range picture.Theme(picture.Themes) {
			b := after(t, c.v, c.position)
			without := draw(t, b, picture.Style{Theme: theme})
			b.Chosen = c.chosen
			with := draw(t, b, picture.Style{Theme: theme})
			if golds(without) != 0 || golds(with) == 0 {
				t.Errorf("%s %s in theme %d: %d shapes are gold, and %d if %s is chosen", c.v.ID, c.position, theme, golds(without), golds(with), c.chosen)
			}
			if faults := drawingtest.Faults(with); len(faults) > 0 {
				t.Errorf("%s %s %s: %s", c.v.ID, c.position, c.chosen, faults)
			}
		}
	}
}

// golds counts the shapes in the colour of selected places.
func golds(d *drawing.Drawing) (n int) {
	for _, s := range d.Shapes {
		switch s := s.(type) {
		case drawing.Box:
			if s.Border == drawing.Gold {
				n++
			}
		case drawing.Disc:
			if s.Fill == drawing.GoldFace {
				n++
			}
		}
	}
	return n
}

// Things on a table keep their names from before the last move, so that the page can animate them.
func TestThings(t *testing.T) {
	t.Parallel()
	row := func(piles ...uint64) games.Row { return games.Row{Piles: piles, Nominated: -1} }
	end := func(piles ...uint64) games.Row { return games.Row{Piles: piles, Ends: true, Nominated: -1} }
	for _, c := range []struct {
		before, after games.Row
		move          games.Move
		want          string
	}{
		{end(1, 2, 1), end(2, 1), games.TakeEnd(games.Left, 1), "0/0<1/0 0/1<1/1 1/0<2/0"},
		{row(1, 2, 1), row(0, 2, 1), games.TakePile(0, 1), "1/0<1/0 1/1<1/1 2/0<2/0"},
		{row(1, 2, 1), row(1, 1, 1), games.TakePile(1, 1), "0/0<0/0 1/0<1/0 2/0<2/0"},
		{row(3, 1), row(1, 1, 2), games.SplitPile(0, 1, 2), "0/0<0/0 1/0<1/0 2/0<0/1 2/1<0/2"},
	} {
		d := draw(t, board.Board{Shape: c.after, Moves: []board.Made{{Before: c.before, Move: c.move}}}, picture.Style{Theme: picture.Felt})
		var names []string
		for _, thing := range d.Things {
			names = append(names, thing.Name+"<"+thing.Was)
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%v of %v: %s, want %s", c.move, c.before.Piles, got, c.want)
		}
	}
}

// TestYardStacksDiffer checks that more boxes make a higher stack.
func TestYardStacksDiffer(t *testing.T) {
	d := draw(t, after(t, depotnim.Forklift, "1 2 6 99"), picture.Style{Theme: picture.Wood})
	var high []float64
	for _, s := range d.Shapes {
		if box, ok := s.(drawing.Box); ok && box.Fill == drawing.CartonEdge {
			high = append(high, box.H)
		}
	}
	if len(high) != 4 || high[0]+4 > high[1] || high[1]+4 > high[2] || high[2]+4 > high[3] {
		t.Errorf("the stacks are %v high", high)
	}
}

// TestHugePiles checks that piles near 10^18 are torn stacks, with full numbers on several lines.
func TestHugePiles(t *testing.T) {
	d := draw(t, after(t, nim.Normal, "1000000000000000000 7 999999999999999999 12", "1-999999999999999990"), picture.Style{Theme: picture.Felt})
	if got := materials(d); !strings.HasPrefix(got, "ivory ") {
		t.Errorf("the piles are %q", got)
	}
	texts := withoutSeparators(drawingtest.Texts(d))
	for _, want := range []string{"10", "7", "999999999999999999", "12", "−999999999999999990"} {
		if !slices.Contains(texts, want) {
			t.Errorf("no %s among %q", want, texts)
		}
	}
}
