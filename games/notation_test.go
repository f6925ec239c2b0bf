package games_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/quick"

	"nimatron/games"
	"nimatron/internal/golden"
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

// TestReadMove reads the moves of moves.txt.
func TestReadMove(t *testing.T) {
	golden.Lines(t, "moves.txt", func(line string) string {
		w, ok := games.ReadMove(line)
		if !ok {
			return "no move"
		}
		said := map[games.MoveKind]string{games.Take: "take", games.Nominate: "name", games.Dictate: "number", games.Split: "split"}[w.Kind]
		return strings.TrimSuffix(fmt.Sprintf("%s %q, %d, all %v, parts %d, a pile %v", said, w.Where, w.Count, w.All, w.Parts, w.Named),
			", all false, parts [0 0], a pile false")
	})
}

// TestReadMoveIsBounded reads long lines.
func TestReadMoveIsBounded(t *testing.T) {
	for _, text := range []string{strings.Repeat("1", 201), "L-" + strings.Repeat("0", 300) + "1", strings.Repeat("and ", 100_000)} {
		if got, ok := games.ReadMove(text); ok {
			t.Errorf("ReadMove(%.40q) = %+v; want nothing", text, got)
		}
	}
}
