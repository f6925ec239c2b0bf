package report_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/endnim"
	"nimatron/games/nim"
	"nimatron/report"
	"nimatron/solver"
)

// unknown returns v as if nobody had written a theorem for it.
func unknown(v *games.Variant) *games.Variant {
	w := *v
	w.Family = &games.Family{ID: "nobody's", Name: "Nobody's"}
	return &w
}

func analyze(t testing.TB, s *solver.Solver, v *games.Variant, position string) *solver.Analysis {
	t.Helper()
	p, err := v.Parse(position, games.Left)
	if err != nil {
		t.Fatal(err)
	}
	a, err := s.Analyze(t.Context(), v, p)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestJSONGoldens(t *testing.T) {
	for _, c := range []struct {
		v              *games.Variant
		position, want string
	}{
		{endnim.Loop, "3,5", `{"variant":"end-nim/loop","position":"3 5","outcome":"N","grundy":7,"winning":["L-3","R-5"],` +
			`"winning_complete":true,"exact":true,"method":"theorem","why":"N: L-3 leaves a single pile, which wins"}`},
		{nim.Normal, "0", `{"variant":"nim","position":"0","outcome":"P","grundy":0,"winning":[],` +
			`"winning_complete":true,"exact":true,"method":"theorem","why":"P: nothing is left, and whoever took the last counter has won"}`},
		{unknown(endnim.Partizan), "2", `{"variant":"partizan-end-nim","position":"2","outcome":"N","winning":{"left":["L-2"],"right":["R-2"]},` +
			`"winning_complete":true,"exact":true,"method":"search","why":"N: Left first wins: L-2 wins against every reply, as a search of 4 positions proved; ` +
			`Right first wins: R-2 wins against every reply, as a search of 4 positions proved"}`},
		{unknown(nim.MoveReverse), "1 [3]", `{"variant":"move-reverse-nim","position":"1 [3]","outcome":"N","winning":["-1","-3"],` +
			`"winning_complete":true,"exact":true,"decides":"opponent","method":"search","why":"N: -1 wins against every reply, as a search of 10 positions proved"}`},
	} {
		if got := string(report.AppendJSON(nil, analyze(t, new(solver.Solver), c.v, c.position))); got != c.want {
			t.Errorf("%s %s:\n got %s\nwant %s", c.v.ID, c.position, got, c.want)
		}
	}
}

func TestJSONOutOfBudget(t *testing.T) {
	a := analyze(t, &solver.Solver{Nodes: 3}, unknown(nim.Normal), "9 9")
	want := `{"variant":"nim","position":"9 9","winning":[],"winning_complete":false,"exact":false,"method":"search","why":"` + solver.ErrBudget.Error() + `"}`
	if got := string(report.AppendJSON(nil, a)); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// Every line is what encoding/json reads, and every reason is short.
func TestAnalysesAreJSON(t *testing.T) {
	const huge = "1000000000000000000"
	positions := []string{"0", "1", huge, huge + " 999999999999999999", "3 5 2", "3 [5] 2",
		strings.Repeat(huge+" ", 1000), strings.Repeat(huge+" ", 999) + "999999999999999999",
		strings.Repeat("999999999999999999 ", 333) + "7 " + strings.Repeat(huge+" ", 332)}
	for a := range 5 {
		for b := range 5 {
			for c := range 5 {
				positions = append(positions, strings.ReplaceAll(fmt.Sprintf("%d %d %d", a, b, c), "0", ""))
			}
		}
	}
	for _, v := range catalog.Standard.All() {
		for _, position := range positions {
			if _, err := v.Parse(position, games.Left); err != nil {
				continue // no position of this variant
			}
			a := analyze(t, new(solver.Solver), v, position)
			line := report.AppendJSON(nil, a)
			var read struct{ Variant, Position, Outcome, Method, Why string }
			if err := json.Unmarshal(line, &read); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			if read.Variant != v.ID || read.Position != a.Position.String() || utf8.RuneCountInString(read.Why) > explain.MaxShort {
				t.Errorf("%s: the reason has %d bytes", line, len(read.Why))
			}
			if strings.ContainsRune(string(line), '\n') {
				t.Errorf("%s: more than one line", line)
			}
		}
	}
}
