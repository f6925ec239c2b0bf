package games_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"nimatron/games"
	"nimatron/internal/golden"
)

// TestQuote quotes the texts of quoted.txt.
func TestQuote(t *testing.T) {
	golden.Lines(t, "quoted.txt", games.Quote)
}

// TestQuoteIsOneCodeSpan checks for every rune that the text stands between the only two backticks,
// on one line.
func TestQuoteIsOneCodeSpan(t *testing.T) {
	for r := rune(0); r <= utf8.MaxRune; r++ {
		got := games.Quote("a" + string(r) + "b")
		if strings.Count(got, "`") != 2 || strings.ContainsAny(got, "\n\r\u2028\u2029") || !utf8.ValidString(got) {
			t.Fatalf("Quote of %U is %q", r, got)
		}
	}
}

func TestCounters(t *testing.T) {
	for n, want := range map[uint64]string{0: "0 counters", 1: "1 counter", 2: "2 counters", games.MaxPile: "1000000000000000000 counters"} {
		if got := games.Counters(n); got != want {
			t.Errorf("Counters(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestRange(t *testing.T) {
	for n, want := range map[uint64]string{1: "1", 2: "1 to 2", games.MaxPile: "1 to 1000000000000000000"} {
		if got := games.Range(n); got != want {
			t.Errorf("Range(%d) = %q, want %q", n, got, want)
		}
	}
}
