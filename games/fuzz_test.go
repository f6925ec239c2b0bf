package games_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
)

// FuzzReadMove checks that a move read from any text has exactly the fields of its kind, and that
// its canonical form reads as the same move.
func FuzzReadMove(f *testing.F) {
	for _, text := range []string{
		"L-3", "2", "-3", "2=3+4", "take 3 from left", "split 2 3 4", "2 all", "all", "l3", "=", "-", "L−3", "[2]",
		"L-18446744073709551616", "\x00", "\xff", "`", "split=3+4", "take all from 2", "= = 3 4", "K-1",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		w, ok := games.ReadMove(text)
		if !ok {
			return
		}
		if strings.ContainsAny(w.Where, "-=+ ,[]`\n") || w.Where != strings.ToLower(w.Where) {
			t.Errorf("%q names the place %q", text, w.Where)
		}
		if (w.Where == "") != (w.Kind == games.Dictate) {
			t.Errorf("%q is read as %+v: the place does not fit the kind", text, w)
		}
		numbers := w.Kind == games.Take || w.Kind == games.Dictate
		if !numbers && (w.All || w.Count != 0) || w.All && w.Count != 0 || w.Kind != games.Split && w.Parts != [2]uint64{} {
			t.Errorf("%q is read as %+v: fields that do not belong to the kind", text, w)
		}
		if again, ok := games.ReadMove(text); !ok || again != w {
			t.Errorf("%q is read as %+v, then as %+v", text, w, again)
		}
	})
}

// FuzzParsePiles checks that piles read from any text are within bounds, and that their printed
// form reads back unchanged.
func FuzzParsePiles(f *testing.F) {
	for _, text := range []string{
		"0", "3 5 2", "3,5,,2", "3 [5] 2", "[ 5 ]", "007", "1000000000000000000", "1000000000000000001",
		"18446744073709551617", "3 0", "0 4 2", "0 0", "0 [0]", "[3] [5]", "[", "3]", "-1", "\xff", "٣", "",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		piles, nominated, err := games.ParsePiles(text)
		if err != nil {
			var bad *games.BadPosition
			if !errors.As(err, &bad) || bad.Error() == "" || piles != nil || nominated != -1 {
				t.Errorf("%q: %v, %d, %v", text, piles, nominated, err)
			}
			return
		}
		if len(piles) > games.MaxPiles || nominated < -1 || nominated >= len(piles) {
			t.Errorf("%q is read as %d piles, pile %d nominated", text, len(piles), nominated)
		}
		for _, n := range piles {
			if n > games.MaxPile {
				t.Errorf("%q has a pile of %d", text, n)
			}
		}
		if len(piles) > 0 && games.FirstPile(piles) < 0 || nominated >= 0 && piles[nominated] == 0 {
			t.Errorf("%q is read as %v, pile %d nominated", text, piles, nominated)
		}
		if row, err := games.ParseRow(text); (err == nil) != (nominated < 0 && (!slices.Contains(piles, 0) && len(piles) > 0 || strings.Trim(text, " ") == "0")) {
			t.Errorf("%q is the row %v, %v", text, row, err)
		}
		printed := string(games.AppendPiles(nil, piles, nominated))
		again, nominatedAgain, err := games.ParsePiles(printed)
		if err != nil || !slices.Equal(again, piles) || nominatedAgain != nominated {
			t.Errorf("%q prints as %q, which reads as %v, %d, %v", text, printed, again, nominatedAgain, err)
		}
	})
}
