package words_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"nimatron/internal/words"
)

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
