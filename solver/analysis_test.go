package solver

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/endnim"
	"nimatron/games/nim"
)

func TestAnalyzeGoldens(t *testing.T) {
	for _, c := range []struct {
		v              *games.Variant
		position, want string
	}{
		{endnim.Loop, "3,5", `{"variant":"end-nim/loop","position":"3 5","outcome":"N","grundy":7,"winning":["L-3","R-5"],` +
			`"winning_complete":true,"exact":true,"method":"theorem","why":"N: L-3 leaves a single pile, which wins"}`},
		{nim.Normal, "0", `{"variant":"nim","position":"0","outcome":"P","grundy":0,"winning":[],` +
			`"winning_complete":true,"exact":true,"method":"theorem","why":"P: nothing is left, and whoever took the last counter has won"}`},
		{untheorized(endnim.Partizan), "2", `{"variant":"partizan-end-nim","position":"2","outcome":"N","winning":{"left":["L-2"],"right":["R-2"]},` +
			`"winning_complete":true,"exact":true,"method":"search","why":"N: Left first wins: L-2 wins against every reply, as a search of 4 positions proved; ` +
			`Right first wins: R-2 wins against every reply, as a search of 4 positions proved"}`},
		{untheorized(nim.MoveReverse), "1 [3]", `{"variant":"move-reverse-nim","position":"1 [3]","outcome":"N","winning":["-1","-3"],` +
			`"winning_complete":true,"exact":true,"decides":"opponent","method":"search","why":"N: -1 wins against every reply, as a search of 10 positions proved"}`},
	} {
		a, err := new(Solver).Analyze(context.Background(), c.v, c.position)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(a.AppendJSON(nil)); got != c.want {
			t.Errorf("%s %s:\n got %s\nwant %s", c.v.ID, c.position, got, c.want)
		}
	}
}

func TestAnalyzeOutOfBudget(t *testing.T) {
	a, err := (&Solver{Nodes: 3}).Analyze(context.Background(), untheorized(nim.Normal), "9 9")
	if err != nil {
		t.Fatal(err)
	}
	want := `{"variant":"nim","position":"9 9","winning":[],"winning_complete":false,"exact":false,"method":"search","why":"` + ErrBudget.Error() + `"}`
	if got := string(a.AppendJSON(nil)); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestAnalyzeRefusesBadPositions(t *testing.T) {
	var bad *games.BadPosition
	if _, err := new(Solver).Analyze(context.Background(), nim.Normal, "3 x"); !errors.As(err, &bad) {
		t.Errorf("got %v, want a *games.BadPosition", err)
	}
}

func TestAnalyzeListsAtMostMaxWinning(t *testing.T) {
	// Misère Nim on 1,000 ones has 1,000 winning moves, the most that a multiset can.
	a, err := new(Solver).Analyze(context.Background(), nim.Misere, strings.Repeat("1 ", games.MaxPiles))
	if err != nil || len(a.Winning) != MaxWinning || !a.WinningComplete {
		t.Errorf("%d winning moves, complete %v, %v", len(a.Winning), a.WinningComplete, err)
	}
}

// Every line is what encoding/json reads, and every reason is short.
func TestAnalysesAreJSON(t *testing.T) {
	const huge = "1000000000000000000"
	positions := []string{"0", "1", huge, huge + " 999999999999999999", "3 5 2", "3 [5] 2",
		strings.Repeat(huge+" ", 1000), strings.Repeat(huge+" ", 999) + "999999999999999999",
		strings.Repeat("999999999999999999 ", 333) + "7 " + strings.Repeat(huge+" ", 332)}
	eachRow(3, 4, func(row string) { positions = append(positions, row) })
	for _, v := range catalog.All() {
		if theories[v.Family] == nil {
			continue
		}
		for _, position := range positions {
			a, err := new(Solver).Analyze(context.Background(), v, position)
			if err != nil {
				continue // no position of this variant
			}
			line := a.AppendJSON(nil)
			var read struct{ Variant, Position, Outcome, Method, Why string }
			if err := json.Unmarshal(line, &read); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			if read.Position != a.Position || read.Why != a.Why || len(a.Why) >= 300 {
				t.Errorf("%s: the reason has %d bytes", line, len(a.Why))
			}
			if strings.ContainsRune(string(line), '\n') {
				t.Errorf("%s: more than one line", line)
			}
		}
	}
}

func FuzzAppendString(f *testing.F) {
	f.Add("plain")
	f.Add("\"\\\n\x00\x1f\x7f<&>é…\u2028")
	f.Add("\xff\xc3(")
	f.Fuzz(func(t *testing.T, s string) {
		var read string
		if err := json.Unmarshal(appendString(nil, s), &read); err != nil {
			t.Fatal(err)
		}
		// Each byte that is no UTF-8 becomes one replacement character.
		if want := strings.ToValidUTF8(s, "\uFFFD"); utf8.ValidString(s) && read != want || !utf8.ValidString(read) {
			t.Errorf("%q is read back as %q", s, read)
		}
	})
}
