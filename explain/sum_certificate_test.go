package explain_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest"
	"nimatron/internal/certcheck"
	"nimatron/solver"
)

// sums are positions of sums of every game that can be a part, lost and won ones.
var sums = []struct{ id, position string }{
	{"sum", "end-nim 3 5 2 + tree-nim 3(1 2 4) + nim 4"},
	{"sum", "end-nim 3 5 2 + tree-nim 3(1 2 4) + nim 5"},
	{"sum", "end-nim/loop 3 2 1 + split-nim/2 6 2 + split-nim/-1 5"},
	{"sum", "forklift-nim 1 2 / 2 1 + depot-nim a=3 b=2 c=1; *-a a-b b-c + nim 2"},
	{"sum", "tree-nim a=3(c=2(d=1)) + nim 2"},
	{"sum", "nim 1000000000000000000 + split-nim/4 999999999999999999 + end-nim 2"},
	{"sum", "nim 3 + nim 0"},
	{"sum", "0"},
	{"sum/misere", "end-nim/misere 1 1 + forklift-nim/misere 1 1 / 1 2 + nim/misere 1"},
	{"sum/misere", "end-nim/misere 2 2 + nim/misere 3 1 + tree-nim/misere 1(1 2)"},
	{"sum/misere", "depot-nim/misere a=1 b=1; *-a a-b + nim/misere 1"},
	{"sum/misere", "nim/misere 0 + end-nim/misere 0"},
	{"partizan-sum", "partizan-end-nim 2 1 + partizan-end-nim 3 5"},
	{"partizan-sum", "partizan-end-nim 1 2 + partizan-end-nim 2 1"},
	{"partizan-sum", "partizan-end-nim 3 1 + partizan-end-nim 2 1"},
	{"partizan-sum", "partizan-end-nim 1 + coloured-depot-nim a=2 b=1 c=2; *<a a-b *>b b-c"},
	{"partizan-sum", "coloured-depot-nim a=1 b=2; *<a a-b + coloured-depot-nim a=1; *>a"},
}

// TestSumCertificates: certificates of sums hold, and say what brute force says; with another claim,
// other worths or another move they are refused, but for another move that wins.
func TestSumCertificates(t *testing.T) {
	for _, s := range sums {
		v, err := catalog.Standard.Find(s.id)
		if err != nil {
			t.Fatal(err)
		}
		p := gamestest.Parse(t, v, s.position, games.Left)
		line, err := explain.AppendCertificate(t.Context(), nil, new(solver.Solver), v, p)
		if err != nil {
			t.Errorf("%s %s: %v", s.id, s.position, err)
			continue
		}
		accepted := func(text string) bool { return certcheck.Check([]byte(text)) == nil }
		if err := certcheck.Check(line); err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		text := string(line)
		for _, claim := range "NPLR" {
			other := regexp.MustCompile(`"claim":"."`).ReplaceAllString(text, `"claim":"`+string(claim)+`"`)
			if other != text && accepted(other) {
				t.Errorf("%s is accepted", other)
			}
		}
		for _, number := range regexp.MustCompile(`\d+`).FindAllStringIndex(between(text, `"worths":[`, `],"`), -1) {
			at := strings.Index(text, `"worths":[`) + len(`"worths":[`) + number[0]
			if other := text[:at] + "1" + text[at:]; accepted(other) {
				t.Errorf("%s is accepted", other)
			}
		}
		for name, side := range map[string]games.Side{"move": games.Left, "left": games.Left, "right": games.Right} {
			move := between(text, `"`+name+`":"`, `"`)
			if move == "" {
				continue
			}
			wins := map[string]bool{}
			moves, _, err := new(solver.Solver).Winning(t.Context(), v, p.WithTurn(side), 1000)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range moves {
				wins[m.String()] = true
			}
			others := []string{"1:L-99", "9:1-1", "1:x-1", "L-1", ""}
			n := 0
			for step := range p.WithTurn(side).Options() {
				if others = append(others, step.Move.String()); n == 30 {
					break
				}
				n++
			}
			for _, m := range others {
				if other := strings.Replace(text, `"`+move+`"`, `"`+m+`"`, 1); accepted(other) != wins[m] {
					t.Errorf("%s is accepted: %v", other, !wins[m])
				}
			}
		}
		for _, other := range []string{
			strings.Replace(text, s.id, "nim", 1), strings.Replace(text, `{`, `{"move":"1:L-1",`, 1), strings.Replace(text, `{`, `{"lost":[],`, 1),
			strings.Replace(text, `"claim"`, `"claim":"N","claim"`, 1), strings.Replace(text, s.position, s.position+" + nim 1", 1),
			strings.Replace(text, s.position, s.position+" + chess 1", 1), strings.Replace(text, s.position, strings.Repeat("nim 1 + ", 6)+"nim 1", 1),
		} {
			if accepted(other) {
				t.Errorf("%s is accepted", other)
			}
		}
	}
}

// between returns what stands between two texts, "" where the first is missing.
func between(text, from, to string) string {
	_, rest, _ := strings.Cut(text, from)
	inside, _, _ := strings.Cut(rest, to)
	return inside
}

// TestSumTooLargeToCertify: what would take too long to check has no certificate, and one that
// somebody writes is refused in time.
func TestSumTooLargeToCertify(t *testing.T) {
	for _, s := range []struct{ id, position, fields string }{
		{"sum", "forklift-nim 4 4 4 / 4 4 4 / 4 4 4 + nim 3", `"worths":[0,3],"move":"2:1-3"`},
		{"sum", "end-nim 1000000000000000000 1 + nim 3", `"worths":[1000000000000000001,3],"move":"2:1-3"`},
		{"partizan-sum", strings.Repeat("partizan-end-nim 9 9 9 9 + ", 3) + "partizan-end-nim 9 9 9", `"left":"4:L-1","right":"4:R-1"`},
	} {
		v, _ := catalog.Standard.Find(s.id)
		p := gamestest.Parse(t, v, s.position, games.Left)
		if line, err := explain.AppendCertificate(t.Context(), nil, &solver.Solver{BoardNodes: 1 << 16}, v, p); err == nil {
			t.Errorf("%s", line)
		}
		if line := fmt.Sprintf(`{"variant":"%s","position":"%s","claim":"N",%s}`, s.id, s.position, s.fields); certcheck.Check([]byte(line)) == nil {
			t.Errorf("%s is accepted", line)
		}
	}
}
