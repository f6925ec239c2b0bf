package games_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"nimatron/games"
)

func TestQuote(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"plain", "L-3", "`L-3`"},
		{"spaces around", "  L-3 ", "`L-3`"},
		{"empty", "", "` `"},
		{"only spaces", "   ", "` `"},
		{"backticks end a code span", "`rm` ```x```", "`'rm' '''x'''`"},
		{"line breaks", "a\nb\r\nc", "`a b  c`"},
		{"control characters", "a\x00b\x1b[31m\x07", "`a b [31m `"},
		{"right-to-left override", "a\u202eb", "`a b`"},
		{"zero-width space", "a\u200bb", "`a b`"},
		{"invalid UTF-8", "a\xffb", "`a\ufffdb`"},
		{"40 characters", strings.Repeat("é", 40), "`" + strings.Repeat("é", 40) + "`"},
		{"41 characters", strings.Repeat("é", 41), "`" + strings.Repeat("é", 39) + "…`"},
		{"other scripts", "日本語 🙂", "`日本語 🙂`"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := games.Quote(test.text); got != test.want {
				t.Errorf("Quote(%q) = %q, want %q", test.text, got, test.want)
			}
		})
	}
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
