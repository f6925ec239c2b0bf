package picture_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"nimatron/games"
	"nimatron/picture"
)

// TestSumsAsText checks that the parts stand below each other. If many are large, only those that
// fit are drawn.
func TestSumsAsText(t *testing.T) {
	row := func(piles ...uint64) games.Part {
		return games.Part{Name: "End-Nim", Shape: games.Row{Piles: piles, Ends: true, Nominated: -1}}
	}
	const want = "Part 1 · End-Nim\n███\n 1\n L\n\nPart 2 · End-Nim\n(empty board)"
	if got := picture.Text(games.Sum{Parts: []games.Part{row(1), row()}}); strings.ReplaceAll(got, " \n", "\n") != want {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
	large := row(10, 20, 30, 40, 50, 60, 70, 80, 90, 10, 20, 30)
	got := picture.Text(games.Sum{Parts: []games.Part{large, row(2), large, large, large, large}})
	if n := utf8.RuneCountInString(got); n > 1500 || strings.Count(got, "Part ") != 6 || !strings.Contains(got, "(too large to be drawn here)") || !strings.Contains(got, "Part 2 · End-Nim\n███") {
		t.Errorf("%d characters:\n%s", n, got)
	}
	if got := picture.Text(games.Sum{}); got != "(empty board)" {
		t.Errorf("no part: %q", got)
	}
}
