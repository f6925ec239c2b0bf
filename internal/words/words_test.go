package words_test

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"nimatron/internal/golden"
	"nimatron/internal/must"
	"nimatron/internal/words"
)

// TestWords asks the questions of words.txt.
func TestWords(t *testing.T) {
	golden.Lines(t, "words.txt", func(line string) string {
		function, text, _ := strings.Cut(line, " ")
		if function == "visible" {
			return strconv.Quote(words.Visible(text))
		}
		before, text, _ := strings.Cut(text, " ")
		number := must.Get(strconv.Atoi(before))(t)
		if function == "cut" {
			return strconv.Quote(words.Cut(text, number))
		}
		return words.Count(number, text)
	})
}

func FuzzCut(f *testing.F) {
	f.Add("ab 🎲 cd", 4)
	f.Add("a\xff\xf0b", 2)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		got := words.Cut(text, limit)
		if words.Length(got) > max(limit, 0) {
			t.Errorf("Cut(%q, %d) = %q is too long", text, limit, got)
		}
		if limit > 0 && words.Length(text) <= limit && got != text {
			t.Errorf("Cut(%q, %d) = %q, but it fits", text, limit, got)
		}
		if kept := strings.TrimSuffix(got, "…"); !strings.HasPrefix(text, kept) {
			t.Errorf("Cut(%q, %d) = %q does not begin like it", text, limit, got)
		}
		if utf8.ValidString(text) && !utf8.ValidString(got) {
			t.Errorf("Cut(%q, %d) = %q breaks a character", text, limit, got)
		}
	})
}
