package picture

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"nimatron/games"
	"nimatron/internal/golden"
)

// repeat returns n piles of the same height.
func repeat(height uint64, n int) []uint64 {
	piles := make([]uint64, n)
	for i := range piles {
		piles[i] = height
	}
	return piles
}

// upTo returns the piles 1, 2 … n.
func upTo(n int) []uint64 {
	piles := make([]uint64, n)
	for i := range piles {
		piles[i] = uint64(i + 1)
	}
	return piles
}

var rows = []struct {
	name string
	row  games.Row
}{
	{"empty", games.Row{Nominated: -1}},
	{"ends", games.Row{Piles: []uint64{3, 5, 2}, Ends: true, Nominated: -1}},
	{"ends single", games.Row{Piles: []uint64{4}, Ends: true, Nominated: -1}},
	{"ends two", games.Row{Piles: []uint64{1, 10}, Ends: true, Nominated: -1}},
	{"piles", games.Row{Piles: []uint64{3, 5, 2}, Nominated: -1}},
	{"piles single", games.Row{Piles: []uint64{1}, Nominated: -1}},
	{"nominated", games.Row{Piles: []uint64{3, 5, 2}, Nominated: 1}},
	{"nominated last of many", games.Row{Piles: repeat(2, 12), Nominated: 11}},
	{"nominated left out", games.Row{Piles: upTo(1000), Nominated: 499}},
	{"nominated in a list", games.Row{Piles: []uint64{games.MaxPile, 7, games.MaxPile / 2}, Nominated: 0}},
	{"scaled", games.Row{Piles: []uint64{11, 37, 1, 64, 20}, Ends: true, Nominated: -1}},
	{"scaled steeply", games.Row{Piles: []uint64{1, 12, 1000, 123456}, Nominated: -1}},
	{"many", games.Row{Piles: upTo(30), Nominated: -1}},
	{"many ends", games.Row{Piles: upTo(30), Ends: true, Nominated: -1}},
	{"most", games.Row{Piles: repeat(games.MaxPile, 1000), Nominated: -1}},
	{"huge", games.Row{Piles: []uint64{games.MaxPile, 3, 999_999_999_999}, Ends: true, Nominated: -1}},
}

func TestText(t *testing.T) {
	for _, tt := range rows {
		t.Run(tt.name, func(t *testing.T) {
			golden.Equal(t, strings.ReplaceAll(tt.name, " ", "-")+".txt", Text(tt.row)+"\n")
		})
	}
}

// checkBounds checks that a drawing fits on a phone and in a message.
func checkBounds(t *rapid.T, text string) {
	if n := utf8.RuneCountInString(text); n > 1500 {
		t.Fatalf("%d characters:\n%s", n, text)
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if n := utf8.RuneCountInString(line); n > maxWidth {
			t.Fatalf("%d columns in %q:\n%s", n, line, text)
		}
		if strings.TrimRight(line, " ") != line || line == "" {
			t.Fatalf("the line %q is empty or ends in spaces:\n%s", line, text)
		}
	}
}

// TestRowBounds draws random rows.
func TestRowBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		top := rapid.SampledFrom([]uint64{1, 9, 10, 11, 99, 5000, 1e9, games.MaxPile}).Draw(t, "top")
		piles := rapid.SliceOfN(rapid.Uint64Range(1, top), 1, 1000).Draw(t, "piles")
		row := games.Row{Piles: piles, Ends: rapid.Bool().Draw(t, "ends"), Nominated: -1}
		if !row.Ends {
			row.Nominated = rapid.IntRange(-1, len(piles)-1).Draw(t, "nominated")
		}
		text := Text(row)
		checkBounds(t, text)
		if row.Nominated >= 0 && (!strings.Contains(text, number(row, row.Nominated)) || !strings.Contains(text, "named")) {
			t.Fatalf("the nominated pile is not marked:\n%s", text)
		}
		if whole := fitColumns(row); len(whole) < len(piles) && len(fitList(row)) < len(piles) && !strings.Contains(text, "more pile") {
			t.Fatalf("piles are left out and nothing says so:\n%s", text)
		}
	})
}
