package games_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/quick"
	"unicode"

	"nimatron/games"
)

func TestParsePiles(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []uint64
		nominated  int
	}{
		{"spaces", "3 5 2", []uint64{3, 5, 2}, -1},
		{"commas", "3,5,2", []uint64{3, 5, 2}, -1},
		{"both, and many spaces", "  3 , 5,  2 1 ", []uint64{3, 5, 2, 1}, -1},
		{"one pile", "7", []uint64{7}, -1},
		{"order is kept", "9 1 5 1", []uint64{9, 1, 5, 1}, -1},
		{"empty board", "0", []uint64{}, -1},
		{"empty board among spaces", " 0 ", []uint64{}, -1},
		{"largest pile", "1000000000000000000", []uint64{games.MaxPile}, -1},
		{"emptied piles", "0 4 0, 2 0", []uint64{0, 4, 0, 2, 0}, -1},
		{"emptied piles alone", "0 0 0", nil, -1},
		{"nominated beside an emptied one", "0 [5]", []uint64{0, 5}, 1},
		{"nominated", "3 [5] 2", []uint64{3, 5, 2}, 1},
		{"nominated first", "[3] 5 2", []uint64{3, 5, 2}, 0},
		{"nominated alone", "[3]", []uint64{3}, 0},
		{"spaces within brackets", "3 [ 5 ] 2", []uint64{3, 5, 2}, 1},
		{"brackets without spaces", "3[5]2", []uint64{3, 5, 2}, 1},
		{"other keyboards", "٣\u200f، ۵\t２", []uint64{3, 5, 2}, -1},
		{"a web page", "\ufeff“3\u00a05\u202f2”\n", []uint64{3, 5, 2}, -1},
	} {
		t.Run(test.name, func(t *testing.T) {
			piles, nominated, err := games.ParsePiles(test.text)
			if err != nil || !slices.Equal(piles, test.want) || nominated != test.nominated {
				t.Errorf("ParsePiles(%q) = %v, %d, %v; want %v, %d", test.text, piles, nominated, err, test.want, test.nominated)
			}
		})
	}
}

func TestParsePilesRefuses(t *testing.T) {
	for _, test := range []struct{ name, text, says string }{
		{"nothing", "", "write a position: the piles as numbers"},
		{"only spaces and commas", " , ,", "write a position: the piles as numbers"},
		{"word", "three", "whole numbers"},
		{"negative", "3 -5 2", "whole numbers"},
		{"fraction", "3.5", "whole numbers"},
		{"exponent", "1e9", "whole numbers"},
		{"joined digits", "3\u20605", "whole numbers"},
		{"NUL", "3\x005", "whole numbers"},
		{"invalid UTF-8", "3 \xff", "whole numbers"},
		{"semicolon", "3;5", "whole numbers"},
		{"nominated zero", "[0]", "pile 1 is empty and can't be named"},
		{"nominated zero among others", "3 [0]", "pile 2 is empty and can't be named"},
		{"too large by 1", "1 1000000000000000001", "pile 2 is too large"},
		{"nineteen nines", "9999999999999999999", "pile 1 is too large"},
		{"2^64 + 5 wraps around to 5", "18446744073709551621", "pile 1 is too large"},
		{"10^30", "1" + strings.Repeat("0", 30), "pile 1 is too large"},
		{"a megabyte of nines", strings.Repeat("9", 1<<20), "pile 1 is too large"},
		{"zeros in front", "001 1", "pile 1 has leading zeros: write `1`"},
		{"many zeros in front", "3 0000000000000000000000000000005", "write `5`"},
		{"zeros in front of the largest pile", "0001000000000000000000", "write `1000000000000000000`"},
		{"zeros in front of a nominated pile", "3 [05]", "write `5`"},
		{"empty board in zeros", " 000 ", "write `0`"},
		{"an emptied pile in zeros", "3 00", "write `0`"},
		{"commas in front", ",,,1,,,1", "a comma too many"},
		{"one comma in front", ",1 1", "a comma too many"},
		{"comma at the end", "3, 5,", "a comma too many"},
		{"two commas", "3,, 5", "a comma too many"},
		{"two commas apart", "3 , , 5", "a comma too many"},
		{"comma in brackets", "3 [,5]", "a comma too many"},
		{"two nominated", "[3] [5]", "two piles in brackets"},
		{"open bracket", "3 [5 2", "bracket"},
		{"open bracket at the end", "3 [", "whole numbers"},
		{"two in one pair of brackets", "[3 5]", "bracket"},
		{"nested brackets", "[[3]]", "whole numbers"},
		{"closing bracket alone", "3] 5", "whole numbers"},
		{"empty brackets", "3 []", "whole numbers"},
		{"1,001 piles", strings.Repeat("1 ", 1001), "1001 piles: a position has at most 1000"},
		{"2,000 piles", strings.Repeat("1 ", 2000), "2000 piles: a position has at most 1000"},
		{"markdown", "**3** `5`", "whole numbers"},
	} {
		t.Run(test.name, func(t *testing.T) {
			piles, nominated, err := games.ParsePiles(test.text)
			var bad *games.BadPosition
			if !errors.As(err, &bad) || piles != nil || nominated != -1 {
				t.Fatalf("ParsePiles(%.40q) = %v, %d, %v", test.text, piles, nominated, err)
			}
			if !strings.Contains(bad.Error(), test.says) {
				t.Errorf("ParsePiles(%.40q) is refused with %q, which does not say %q", test.text, bad.Error(), test.says)
			}
			if len(bad.Error()) > 400 || strings.ContainsFunc(bad.Error(), unicode.IsControl) {
				t.Errorf("the reason against %.40q is not fit to be shown: %q", test.text, bad.Error())
			}
		})
	}
}

// TestParseRow checks that an emptied pile disappears from a row, and that no pile is named.
func TestParseRow(t *testing.T) {
	for text, says := range map[string]string{"3 5 2": "", "0": "", "3 0 2": "pile 2 is 0: leave empty piles out", "0 0": "pile 1 is 0", "3 [5]": "without brackets", "x": "whole numbers"} {
		row, err := games.ParseRow(text)
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%q is the row %v, %v; want %q", text, row, err, says)
		}
	}
}

// TestNumbersDoNotWrap reads numbers of all lengths beyond the largest pile. Truncated to 64 bits,
// some would be small.
func TestNumbersDoNotWrap(t *testing.T) {
	for length := 19; length <= 150; length++ {
		for _, number := range []string{strings.Repeat("9", length), "1" + strings.Repeat("0", length), strings.Repeat("18446744073709551616", 10)[:length]} {
			if piles, _, err := games.ParsePiles(number); err == nil || !strings.Contains(err.Error(), "too large") {
				t.Errorf("ParsePiles(%q) = %v, %v", number, piles, err)
			}
			if w, ok := games.ReadMove("L-" + number); !ok || w.Count <= games.MaxPile {
				t.Errorf("ReadMove(L-%s) = %+v, %v", number, w, ok)
			}
		}
	}
}

func TestParsePilesTakesAThousand(t *testing.T) {
	piles, _, err := games.ParsePiles("1" + strings.Repeat(",1000000000000000000", games.MaxPiles-1))
	if err != nil || len(piles) != games.MaxPiles {
		t.Errorf("got %d piles, %v", len(piles), err)
	}
}

// TestPilesRoundTrip writes random piles and reads them back.
func TestPilesRoundTrip(t *testing.T) {
	roundTrip := func(piles []uint64, pick int) bool {
		for i := range piles {
			piles[i] = 1 + piles[i]%games.MaxPile
		}
		nominated := -1
		if len(piles) > 0 && pick > 0 {
			nominated = pick % len(piles)
		}
		got, gotNominated, err := games.ParsePiles(string(games.AppendPiles(nil, piles, nominated)))
		return err == nil && slices.Equal(got, piles) && gotNominated == nominated
	}
	if err := quick.Check(roundTrip, nil); err != nil {
		t.Error(err)
	}
}

func TestReadMove(t *testing.T) {
	take := func(where string, count uint64) games.Written {
		return games.Written{Kind: games.Take, Where: where, Count: count}
	}
	all := func(where string) games.Written {
		return games.Written{Kind: games.Take, Where: where, All: true}
	}
	nominate := func(where string) games.Written {
		return games.Written{Kind: games.Nominate, Where: where}
	}
	dictate := func(count uint64) games.Written {
		return games.Written{Kind: games.Dictate, Count: count}
	}
	split := func(where string, a, b uint64) games.Written {
		return games.Written{Kind: games.Split, Where: where, Parts: [2]uint64{a, b}}
	}
	for text, want := range map[string]games.Written{
		// The canonical forms.
		"L-3": take("l", 3), "R-12": take("r", 12), "2-3": take("2", 3), "b-3": take("b", 3), "B2-3": take("b2", 3),
		"aa-1": take("aa", 1), "AB10-4": take("ab10", 4),
		"2": nominate("2"), "-3": dictate(3), "2=3+4": split("2", 3, 4),
		// The forgiving forms that must stay valid.
		"L 3": take("l", 3), "left 3": take("left", 3), "take 3 from left": take("left", 3),
		"2 all": all("2"), "L all": all("l"), "split 2 3 4": split("2", 3, 4),
		// Any case and space.
		"l-3": take("l", 3), "LEFT 3": take("left", 3), "  Take 3 From Left  ": take("left", 3), "Split 2 3 4": split("2", 3, 4),
		"L - 3": take("l", 3), "2 = 3 + 4": split("2", 3, 4), "- 3": dictate(3), "2,3": take("2", 3),
		// Other forms that people write.
		"L3": take("l", 3), "r10": take("r", 10), "take left 3": take("left", 3), "take 3": dictate(3), "all": {Kind: games.Dictate, All: true},
		"take all from 2": all("2"), "remove 3 from 2": take("2", 3), "3 from left": take("left", 3), "take all": {Kind: games.Dictate, All: true}, "take 3 from pile 2": take("2", 3), "take 3 counters from the left end": take("left", 3),
		"pile 2": {Kind: games.Nominate, Where: "2", Named: true}, "nominate 2": nominate("2"), "dictate 3": nominate("3"),
		"split 2 into 3 and 4": split("2", 3, 4), "split pile 2 into 3 + 4": split("2", 3, 4), "2=3 4": split("2", 3, 4),
		"L−3": take("l", 3), "L–3": take("l", 3), "`Ｌー３`\n": take("l", 3), "L\u200e‐٣": take("l", 3), "２＝３＋４": split("2", 3, 4),
		"[2]": nominate("2"), "stack_1-2": take("stack_1", 2),
		// Numbers.
		"L-0": take("l", 0), "002-3": take("002", 3), // there is no such pile
		"L-18446744073709551615":                          take("l", math.MaxUint64),
		"L-18446744073709551617":                          take("l", math.MaxUint64),
		"L-1000000000000000000000000000000":               take("l", math.MaxUint64),
		"-1000000000000000000000000000000":                dictate(math.MaxUint64),
		"2=1000000000000000000000000000000+1":             split("2", math.MaxUint64, 1),
		"2=1+" + strings.Repeat("9", 100):                 split("2", 1, math.MaxUint64),
		"L-" + strings.Repeat("9", 150) + " counters the": take("l", math.MaxUint64),
	} {
		if got, ok := games.ReadMove(text); !ok || got != want {
			t.Errorf("ReadMove(%q) = %+v, %v; want %+v", text, got, ok, want)
		}
	}
}

func TestReadMoveRefuses(t *testing.T) {
	for _, text := range []string{
		"", " ", "-", "--", "=", "+", "- -", "the", "pile", "L-", "2=", "2=3", "2=3+", "2=+3", "=3+4", "+3+4", "2=3+4+5", "2=3=4",
		"L--3", "L-+3", "L-3-", "-3-", "--3", "-+3", "+3", "=3", "L-3-4", "L 3 4", "1 2 3 4", "L-three", "L-3x", "L-1.5", "L-½",
		"take from left", "take 3 from", "split 2", "split 2 3", "split 2 3 4 5", "split=3+4", "split 2 x y",
		"L-3\x00", "\x1b[31mL-3", "L-3!", "**L-3**", "<@1>", "L:3", "L/3", "(L-3)", "L-\xff", "L-3🙂", "a\u0301-1",
		"L-003", "L-00", "-03", "L 03", "2=03+4", "2=3+04", "take 03 from left", "split 2 03 4",
		",L-3", "L,,3", "L,3,", "[,2]",
		strings.Repeat("1", 201), "L-" + strings.Repeat("0", 300) + "1", strings.Repeat("and ", 100_000),
	} {
		if got, ok := games.ReadMove(text); ok {
			t.Errorf("ReadMove(%.40q) = %+v; want nothing", text, got)
		}
	}
}
