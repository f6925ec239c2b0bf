package record_test

import (
	"fmt"
	"strings"
	"testing"

	"nimatron/games/catalog"
	"nimatron/match/record"
)

// A match, for spoiling, and how results prints it.
const (
	json = `{"id":7,"variant":"end-nim","start":"3 2","left":{"name":"Ann"},"right":{"name":"Bob"},"winner":"right","termination":"played","moves":[{"by":"left","move":"L-1"},{"by":"right","move":"R-1"},{"by":"left","move":"L-2"},{"by":"right","move":"L-1"}]}
`
	good = "Ann, Bob: 3 2 [L-1 R-1 L-2 L-1] right\n"
)

// results returns a line for each match or error in text.
func results(text string) string {
	var b strings.Builder
	for m, err := range record.Read(catalog.Standard, strings.NewReader(text)) {
		if err != nil {
			fmt.Fprintln(&b, err)
			continue
		}
		var moves []string
		for _, move := range m.Moves {
			moves = append(moves, move.Text)
		}
		fmt.Fprintf(&b, "%s, %s: %s %v %s\n", m.Left.Name, m.Right.Name, m.Start, moves, m.Winner.Code())
	}
	return b.String()
}

// edited returns text with each old, which must occur, replaced by the new that follows it.
func edited(t *testing.T, text string, edits ...string) string {
	t.Helper()
	for i := 0; i < len(edits); i += 2 {
		if !strings.Contains(text, edits[i]) {
			t.Fatalf("no %q in %s", edits[i], text)
		}
		text = strings.Replace(text, edits[i], edits[i+1], 1)
	}
	return text
}

// TestRefused spoils the second of three matches. The error names it and the line, and the others
// are read.
func TestRefused(t *testing.T) {
	for _, tt := range refused(t) {
		t.Run(tt.Name, func(t *testing.T) {
			before := json + "\n"
			got := results(before + edited(t, json, tt.Edits...) + "\n" + json)
			want := fmt.Sprintf("%sline %d: %s", good, strings.Count(before, "\n")+tt.Line, tt.Want)
			if !strings.HasPrefix(got, want) || !strings.HasSuffix(got, "\n"+good) || strings.Count(got, "\n") != 3 || len(got) > 1500 {
				t.Errorf("got %d bytes\n%s\nwant\n%s…\n%s", len(got), got, want, good)
			}
		})
	}
}
