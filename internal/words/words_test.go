package words_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"nimatron/internal/words"
)

func TestCount(t *testing.T) {
	for _, test := range []struct {
		n          int
		noun, want string
	}{
		{0, "hint", "0 hints"},
		{1, "hint", "1 hint"},
		{2, "rated result", "2 rated results"},
		{1, "try", "1 try"},
		{3, "try", "3 tries"},
		{2, "day", "2 days"},
		{2, "match", "2 matches"},
	} {
		if got := words.Count(test.n, test.noun); got != test.want {
			t.Errorf("Count(%d, %q) = %q, want %q", test.n, test.noun, got, test.want)
		}
	}
}

func TestCut(t *testing.T) {
	for _, test := range []struct {
		text  string
		limit int
		want  string
	}{
		{"abc", 3, "abc"},
		{"abcd", 3, "ab…"},
		{"abcd", 1, "…"},
		{"ääää", 3, "ää…"},
		{"🎲🎲", 4, "🎲🎲"},
		{"🎲🎲", 3, "🎲…"},
		{"🎲🎲", 2, "…"},
		{"abc", 0, ""},
		{"abc", -5, ""},
		{"", -5, ""},
		{"", 5, ""},
	} {
		if got := words.Cut(test.text, test.limit); got != test.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", test.text, test.limit, got, test.want)
		}
	}
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
