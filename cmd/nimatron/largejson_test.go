package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// No command prints a JSON number that JavaScript would round.
func TestLargeIntegersAreTexts(t *testing.T) {
	const x, y = "1000000000000000000", "576460752303423487"
	for _, args := range [][]string{
		{"analyze", "--json", "partizan-end-nim", x, y, "5"}, {"analyze", "--json", "sum", "nim " + x + " + nim " + y},
		{"analyze", "--json", "nim", x, y}, {"analyze", "--json", "end-nim", x, y, "7", "3"}, {"analyze", "--json", "tree-nim", x + "(3 " + y + ")"},
		{"analyze", "--json", "depot-nim", "a=" + x + " b=" + y + "; *-a *-b"}, {"analyze", "--json", "partizan-sum", "partizan-end-nim " + x + " 3 + partizan-end-nim " + y},
		{"phase", "--json", x, y}, {"thresholds", "--json", x, y}, {"table", "--json", "nim", x, "_"}, {"value", "--json", "nim", x, y},
		{"prove", "partizan-end-nim", x, y, "5"}, {"prove", "sum", "nim " + x + " + nim " + y}, {"prove", "end-nim", x, y, "7", "3"},
	} {
		got := start(t.Context(), t, nil, strings.NewReader(""), args...)
		large := 0
		for d := json.NewDecoder(strings.NewReader(got.stdout)); ; large++ {
			d.UseNumber()
			token, err := d.Token()
			if err != nil {
				break
			}
			if n, is := token.(json.Number); is && len(strings.TrimLeft(n.String(), "-")) > 15 {
				t.Errorf("%q: %s is a number", args, n)
			}
		}
		if got.code != 0 || large == 0 {
			t.Errorf("%q: %+v", args, got)
		}
	}
}
