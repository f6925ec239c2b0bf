package games_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/quick"

	"nimatron/games"
)

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

// TestParsePilesTakesAThousand also checks that refusals of long positions are short.
func TestParsePilesTakesAThousand(t *testing.T) {
	thousand := "1" + strings.Repeat(",1000000000000000000", games.MaxPiles-1)
	piles, _, err := games.ParsePiles(thousand)
	if err != nil || len(piles) != games.MaxPiles {
		t.Errorf("got %d piles, %v", len(piles), err)
	}
	for says, text := range map[string]string{
		"1001 piles: a position has at most 1000": thousand + " 1",
		"pile 1 is too large":                     strings.Repeat("9", 1<<20),
		"whole numbers":                           strings.Repeat("x", 1<<20),
	} {
		var bad *games.BadPosition
		if _, _, err := games.ParsePiles(text); !errors.As(err, &bad) || !strings.Contains(err.Error(), says) || len(err.Error()) > 400 {
			t.Errorf("%.40q… is refused by %v", text, err)
		}
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
