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

// FuzzRead checks that the reader handles any text, and that an accepted match is read back from
// either format unchanged.
func FuzzRead(f *testing.F) {
	for _, file := range []string{"testdata/matches.pgn", "testdata/matches.jsonl"} {
		text := must.Get(os.ReadFile(file))(f)
		f.Add(string(text))
	}
	f.Add(pgn)
	f.Add(json)
	for _, tt := range refused(f) {
		text := map[string]string{"pgn": pgn, "json": json}[tt.Format]
		if spoiled := strings.NewReplacer(tt.Edits...).Replace(text); len(spoiled) < 1000 {
			f.Add(text + spoiled)
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
		for name, write := range formats {
			var written []byte
			for _, m := range matches {
				before := len(written)
				if written = write(m, written); name == "json" && len(written)-before > record.MaxLine {
					t.Skip("too long for JSON")
				}
			}
			if got := all(t, written); !reflect.DeepEqual(got, matches) {
				t.Fatalf("%s: got\n%s\nwant\n%s", name, show(got), show(matches))
			}
		}
	})
}
