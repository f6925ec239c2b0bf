package record_test

import (
	"errors"
	"strings"
	"testing"

	"nimatron/games/catalog"
	"nimatron/match/record"
)

// What is no file of matches gives one error, whatever it is.
func TestForeign(t *testing.T) {
	t.Parallel()
	chess := "[Event \"Cup\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n"
	utf16 := strings.NewReplacer("", "\x00").Replace(json)
	for name, text := range map[string]string{
		"gzip":              "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xf3\x48\xcd\n\xc9\xc9\x07\x00",
		"zip":               "PK\x03\x04\x14\x00\x00\x00\x08\x00match.pgn\x00\n\xff",
		"program":           "\x7fELF\x02\x01\x01\x00\n\x00\n{\n",
		"PDF":               "%PDF-1.7\n1 0 obj\n",
		"SGF":               "(;FF[4]GM[1]SZ[19];B[pd];W[dp])\n",
		"TRF":               "012 Open\n001    1 m GM Ann 2500\n",
		"CSV":               "id,white,black,result\n1,a,b,1-0\n2,b,a,0-1\n",
		"UTF-16":            "\xff\xfe" + utf16,
		"chess":             strings.Repeat(chess, 3),
		"much chess":        strings.Repeat(chess, 3000),
		"chess with a name": strings.ReplaceAll(chess, "[Event", "[Variant \"Standard\"]\n[Event"),
		"text id":           `{"id":"q7ZvsdUF","rated":true,"variant":"standard","moves":"e4 e5"}` + "\n" + `{"id":"x","moves":"d4"}`,
		"other JSON":        "{\"name\": \"x\"}\n",
		"indented JSON":     "{\n  \"name\": \"x\"\n}\n",
		"a list":            "[{\"variant\":\"nim\"}]\n",
		"words":             "hello\n",
	} {
		n := 0
		for m, err := range record.Read(catalog.Standard, strings.NewReader(text)) {
			if n++; m != nil || !errors.Is(err, record.ErrNoRecord) || len(err.Error()) > 180 {
				t.Errorf("%s: %v", name, err)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d errors", name, n)
		}
	}
}

// Matches of other games before one of these are named one by one, and no error names a type of Go.
func TestForeignBeforeOurs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, want string }{
		{strings.Replace(json, `"id":7`, `"id":"7"`, 1) + json, "line 1: match number 1 of the text: no match: `id` has a value of the wrong kind: string\n"},
		{strings.Replace(json, `"by":"left"`, `"by":1`, 1) + json, "line 1: match 7: no match: `moves.by` has a value of the wrong kind: number\n"},
		{strings.Replace(json, `"id":7`, `"id":7,"ended":"noon"`, 1) + json, "line 1: match 7: no match: a time isn't written as "},
	} {
		if got := results(tt.text); !strings.HasPrefix(got, tt.want) || !strings.HasSuffix(got, "\n"+good) {
			t.Errorf("got\n%s\nwant\n%s", got, tt.want)
		}
	}
}
