package board_test

import (
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest"
	"nimatron/internal/must"
	"nimatron/picture"
	"nimatron/picture/board"
	"nimatron/picture/drawing"
	"nimatron/picture/drawing/drawingtest"
)

// sumOf reads a sum with Left to move.
func sumOf(t *testing.T, text string) games.Position {
	t.Helper()
	v := must.Get(catalog.Standard.Find("sum"))(t)
	return gamestest.Parse(t, v, text, games.Left)
}

// TestNumbersLeaveCrates: large letters don't hide the crates of a yard, alone or in a sum.
func TestNumbersLeaveCrates(t *testing.T) {
	yard := gamestest.Parse(t, must.Get(catalog.Standard.Find("forklift-nim"))(t), "3 1 2 4 5 6 1 2 / 4 2 6 3 12 2 2 1", games.Left)
	for _, p := range []games.Position{sumOf(t, "forklift-nim 3 1 2 / 4 2 6 + nim 4 3"), yard} {
		d := draw(t, board.Board{Shape: p.Shape()}, picture.Style{Large: true})
		var badge, crate float64
		for _, s := range d.Shapes {
			switch b, _ := s.(drawing.Box); b.Fill {
			case drawing.Badge:
				badge = max(badge, b.W)
			case drawing.CartonTop:
				crate = max(crate, b.W)
			}
		}
		if crate == 0 || badge > 0.8*crate {
			t.Errorf("a number of %g before a crate of %g", badge, crate)
		}
	}
}

// TestSumsBesideEachOther checks that narrow parts stand side by side and wide ones below, in
// order. Each can be touched at its own places.
func TestSumsBesideEachOther(t *testing.T) {
	p := sumOf(t, "end-nim 3 5 2 + tree-nim 3(1 2 4) + nim 1 2 3 4 5 6 7 1 2 + forklift-nim 1 2 / 3 .")
	for theme := range picture.Theme(picture.Themes) {
		d := draw(t, board.Board{Shape: p.Shape(), First: true}, picture.Style{Theme: theme})
		if faults := drawingtest.Faults(d); len(faults) > 0 {
			t.Errorf("theme %d: %v", theme, faults)
		}
		captions := map[string]drawing.Label{}
		for _, s := range d.Shapes {
			if l, ok := s.(drawing.Label); ok && strings.HasPrefix(l.Text, "Part ") {
				captions[l.Text] = l
			}
		}
		row, tree, piles, yard := captions["Part 1 · End-Nim"], captions["Part 2 · Tree Nim"], captions["Part 3 · Nim"], captions["Part 4 · Fork-lift Nim"]
		if len(captions) != 4 || row.Y != tree.Y || row.X >= tree.X || tree.Y >= piles.Y || piles.Y >= yard.Y || piles.X != d.Width/2 {
			t.Errorf("theme %d: the captions are %+v", theme, captions)
		}
		if theme.Flat() {
			continue
		}
		var touched, places []string
		for _, spot := range d.Spots {
			if part, _ := games.CutPart(spot.Place); part == 1 && (spot.X > d.Width/2 || spot.Y > piles.Y) || part == 4 && spot.Y < yard.Y {
				t.Errorf("theme %d: %s is touched at %+v", theme, spot.Place, spot)
			}
			if !strings.HasSuffix(spot.Place, ":") && !slices.Contains(touched, spot.Place) {
				touched = append(touched, spot.Place)
			}
		}
		for _, place := range p.Places() {
			places = append(places, place.Name)
		}
		for _, place := range places {
			if !slices.Contains(touched, place) {
				t.Errorf("theme %d: %s can't be touched: %v", theme, place, touched)
			}
		}
	}
}

// TestSumsMarkMoves checks that the counters taken and the selected place are marked on the right
// part.
func TestSumsMarkMoves(t *testing.T) {
	before := sumOf(t, "end-nim 3 5 2 + end-nim 3 5 2")
	step := must.Get(gamestest.Play(before, "2:L-2"))(t)
	b := board.Board{Shape: step.Position.Shape(), Chosen: "1:L", Moves: []board.Made{{Before: before.Shape(), Move: step.Move, By: games.Left}}}
	for _, theme := range []picture.Theme{picture.Dark, picture.Felt} {
		d := draw(t, b, picture.Style{Theme: theme})
		marks := map[string]float64{}
		for _, s := range d.Shapes {
			if l, ok := s.(drawing.Label); ok && slices.Contains([]string{"−2", "▼", "chosen"}, l.Text) {
				if _, twice := marks[l.Text]; twice {
					t.Errorf("theme %d: %s is there twice", theme, l.Text)
				}
				marks[l.Text] = l.X
			}
		}
		chosen := marks["▼"] + marks["chosen"]
		if len(marks) != 2 || marks["−2"] < d.Width/2 || chosen == 0 || chosen > d.Width/2 {
			t.Errorf("theme %d: the marks are at %v", theme, marks)
		}
	}
}

// TestSumsInWords describes each part.
func TestSumsInWords(t *testing.T) {
	const want = "A sum of 2 boards. Part 1, End-Nim: A board with a row of 3, 5, 2. Both ends are open to the next move. Part 2, Nim: The board is empty."
	if got := board.Words(sumOf(t, "end-nim 3 5 2 + nim 0").Shape()); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
