package jsonline

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"nimatron/internal/must"
)

func FuzzAppendString(f *testing.F) {
	f.Add("plain")
	f.Add("\"\\\n\x00\x1f\x7f<&>é…\u2028")
	f.Add("\xff\xc3(")
	f.Fuzz(func(t *testing.T, s string) {
		var read string
		must.OK(t, json.Unmarshal(String(nil, s), &read))
		// Each invalid UTF-8 byte becomes one replacement character.
		if want := strings.ToValidUTF8(s, "\uFFFD"); utf8.ValidString(s) && read != want || !utf8.ValidString(read) {
			t.Errorf("%q is read back as %q", s, read)
		}
	})
}
