package words_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"nimatron/internal/words"
)

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"Ann":                            "Ann",
		"Zoë 日本 😀 ∅":                     "Zoë 日本 😀 ∅",
		"a\u202Ecba\u202C":               "acba",
		"a\u200Bb\uFEFFc\u2060":          "abc",
		"a\nb\tc\x1b[0m\x00":             "abc[0m",
		"a\u2028b\u2029c\u0085":          "abc",
		"a\u00A0b\u3000c":                "a b c",
		"\u3164\u115F\u2800\u034F\uFE0F": "",
		"\U000E0041\uE000":               "",
		"\x0e1\x0f":                      "1",
		"a\xffb":                         "a\uFFFDb",
	} {
		if got := words.Visible(text); got != want {
			t.Errorf("Visible(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestQuiet(t *testing.T) {
	if got := words.Quiet("<@1> @every\u200Bone @@here"); got != "<＠1> ＠everyone ＠＠here" {
		t.Errorf("%q", got)
	}
}

func FuzzVisible(f *testing.F) {
	f.Add("a\u202Eb @everyone")
	f.Fuzz(func(t *testing.T, text string) {
		got := words.Quiet(text)
		if words.Quiet(got) != got || !utf8.ValidString(got) || strings.Contains(got, "@") {
			t.Errorf("%q becomes %q and then %q", text, got, words.Quiet(got))
		}
		if strings.ContainsFunc(got, func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) }) {
			t.Errorf("%q becomes %q", text, got)
		}
	})
}
