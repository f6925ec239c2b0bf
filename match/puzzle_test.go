package match_test

import (
	"testing"

	"nimatron/match"
)

// Every ID is read back from its one spelling, which says of which kind it is.
func TestPuzzleID(t *testing.T) {
	for text, want := range map[string]match.PuzzleID{
		"2025-03-14":            {Kind: match.DailyPuzzle, Day: "2025-03-14"},
		"7.12":                  {Kind: match.MatchPuzzle, Match: 7, Number: 12},
		"set.3.12":              {Kind: match.ChosenPuzzle, Set: 3, Number: 12},
		"end-nim.easy.0000002a": {Kind: match.DrawnPuzzle, Variant: "end-nim", Level: "easy", Seed: 42},
	} {
		got, ok := match.ParsePuzzleID(text)
		if !ok || got != want || got.String() != text {
			t.Errorf("%s is read as %+v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "x", "2025-03-14b", "2025-3-14", "nim.easy", "nim.easy.xyz", "7.x", "0.0", "-1.-1", "7.0", "nim.easy.100000000", "..", ".easy.1", "set.0.1", "set.1.0", "set.x.1", "set.1.x", "1.2.3.4"} {
		if got, ok := match.ParsePuzzleID(text); ok || got != (match.PuzzleID{}) {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
	if none := (match.PuzzleID{}).String(); none != "" {
		t.Errorf("none is written %q", none)
	}
}
