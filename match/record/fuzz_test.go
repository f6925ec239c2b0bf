package record_test

import (
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/match/record"
)

// FuzzRead checks that the reader handles any text, and that an accepted match is read back
// unchanged.
func FuzzRead(f *testing.F) {
	f.Add(string(must.Get(os.ReadFile("testdata/matches.jsonl"))(f)))
	f.Add(json)
	for _, tt := range refused(f) {
		if spoiled := strings.NewReplacer(tt.Edits...).Replace(json); len(spoiled) < 1000 {
			f.Add(json + spoiled)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		var matches []*record.Match
		line := 0
		for m, err := range record.Read(catalog.Standard, strings.NewReader(text)) {
			if err == nil {
				matches = append(matches, m)
				continue
			}
			var bad *record.BadMatch
			if m != nil || !errors.As(err, &bad) || bad.Line < line || bad.Line > 1+strings.Count(text, "\n") {
				t.Fatalf("%v behind line %d, with %v", err, line, m)
			}
			line = bad.Line
		}
		for _, m := range matches {
			if len(m.AppendJSON(nil)) > record.MaxLine {
				t.Skip("too long to be read back")
			}
		}
		if got := all(t, []byte(show(matches))); !reflect.DeepEqual(got, matches) {
			t.Fatalf("got\n%s\nwant\n%s", show(got), show(matches))
		}
	})
}
