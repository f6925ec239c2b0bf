package puzzle_test

import (
	"testing"

	"nimatron/referee/puzzle"
)

// Every ID has one spelling, which shows its kind and can be parsed back.
func TestPuzzleID(t *testing.T) {
	for text, want := range map[string]puzzle.ID{
		"2025-03-14":             {Kind: puzzle.Daily, Day: "2025-03-14"},
		"7.12":                   {Kind: puzzle.FromMatch, Match: 7, Number: 12},
		"set.3.12":               {Kind: puzzle.FromSet, Set: 3, Number: 12},
		"end-nim.easy.0000002a":  {Kind: puzzle.Drawn, Variant: "end-nim", Level: "easy", Seed: 42},
		"lesson.copying.2":       {Kind: puzzle.FromLesson, Lesson: "copying", Number: 2},
		"drill.bands.1.0000002a": {Kind: puzzle.Drilled, Lesson: "bands", Number: 1, Seed: 42},
	} {
		got, ok := puzzle.ParseID(text)
		if !ok || got != want || got.String() != text {
			t.Errorf("%s is read as %+v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "x", "2025-03-14b", "2025-3-14", "nim.easy", "nim.easy.xyz", "7.x", "0.0", "-1.-1", "7.0", "nim.easy.100000000", "..", ".easy.1", "set.0.1", "set.1.0", "set.x.1", "set.1.x", "1.2.3.4", "lesson.x.y", "drill.x.1.2"} {
		if got, ok := puzzle.ParseID(text); ok || got != (puzzle.ID{}) {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
	if none := (puzzle.ID{}).String(); none != "" {
		t.Errorf("none is written %q", none)
	}
}
