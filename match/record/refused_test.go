package record_test

import (
	encoding "encoding/json"
	"os"
	"strings"
	"testing"

	"nimatron/internal/must"
	"nimatron/match/record"
)

// A refusal is an edit that spoils a match, and the resulting error: its line, counted
// from the match's first, and the beginning of its text.
type refusal struct {
	Name  string
	Edits []string // old, new, old, new …; LONG is a text as long as a line may be
	Line  int
	Want  string
}

// refused reads testdata/refused.jsonl.
func refused(t testing.TB) (all []refusal) {
	t.Helper()
	text := must.Get(os.ReadFile("testdata/refused.jsonl"))(t)
	long := strings.NewReplacer("LONG", strings.Repeat("x", record.MaxLine))
	for line := range strings.Lines(string(text)) {
		var r refusal
		if err := encoding.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		for i, edit := range r.Edits {
			r.Edits[i] = long.Replace(edit)
		}
		all = append(all, r)
	}
	return all
}
