// Package proofs_test compares the program with results proved in Coq. Tables.v prints the tables
// in testdata from the predicates in the theorems.
package proofs_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/bits"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest"
	"nimatron/games/splitnim"
	"nimatron/internal/certcheck"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/solver"
	"nimatron/solver/explain"
)

// table returns the set of lines of a file in testdata.
func table(t *testing.T, name string) map[string]bool {
	t.Helper()
	text := must.Get(os.ReadFile(filepath.Join("testdata", name+".txt")))(t)
	lines := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		lines[strings.TrimSuffix(line, "\n")] = true
	}
	return lines
}

// write writes piles as the tables do.
func write(piles ...uint64) string {
	if len(piles) == 0 {
		return "0"
	}
	return strings.Trim(fmt.Sprint(piles), "[]")
}

// eachRow yields all rows of up to k piles of up to n. If sorted is set it yields only those in
// order, the boards of Nim.
func eachRow(k int, n uint64, sorted bool, yield func(row []uint64)) {
	var extend func(row []uint64)
	extend = func(row []uint64) {
		yield(row)
		if len(row) == k {
			return
		}
		least := uint64(1)
		if sorted && len(row) > 0 {
			least = row[len(row)-1]
		}
		for x := least; x <= n; x++ {
			extend(append(slices.Clone(row), x))
		}
	}
	extend(nil)
}

// wins asks the solver whether the player to decide wins.
func wins(t *testing.T, v *games.Variant, p games.Position) bool {
	t.Helper()
	var s solver.Solver
	won, err := s.Wins(context.Background(), v, p)
	if err != nil {
		t.Fatalf("%s %s: %v", v.ID, p, err)
	}
	return won
}

// certified returns the claim of the position's certificate, which must hold.
func certified(t *testing.T, v *games.Variant, p games.Position) string {
	t.Helper()
	line, err := explain.AppendCertificate(t.Context(), nil, new(solver.Solver), v, p)
	if err != nil {
		t.Fatalf("%s %s: %v", v.ID, p, err)
	}
	if err := certcheck.Check(line); err != nil {
		t.Errorf("%s %s: %v", v.ID, p, err)
	}
	var fields struct{ Claim string }
	must.OK(t, json.NewDecoder(bytes.NewReader(line)).Decode(&fields))
	return fields.Claim
}

// TestLostBoards compares the lost boards and rows of games with a single predicate.
func TestLostBoards(t *testing.T) {
	sizes := map[string]struct {
		piles  int
		most   uint64
		sorted bool
	}{
		"nim": {6, 5, true}, "nim/misere": {6, 5, true},
		"move-reverse-nim": {6, 5, true}, "move-reverse-nim/misere": {6, 5, true},
		"pile-reverse-nim": {6, 5, true}, "pile-reverse-nim/misere": {6, 5, true},
		"total-reverse-nim": {6, 5, true}, "total-reverse-nim/misere": {6, 5, true},
		"end-nim": {6, 5, false}, "end-nim/misere": {6, 5, false}, "end-nim/loop": {6, 5, false},
		"split-nim/-1": {3, 16, true}, "split-nim/0": {3, 16, true}, "split-nim/1": {3, 16, true},
		"split-nim/2": {3, 16, true}, "split-nim/4": {3, 16, true},
		"split-nim/0/misere": {3, 16, true}, "split-nim/1/misere": {3, 16, true},
		"split-nim/2/misere": {3, 16, true}, "split-nim/4/misere": {3, 16, true},
	}
	for id, size := range testlong.Few(t, sizes, 8) {
		t.Run(id, func(t *testing.T) {
			v := variant(t, id)
			lost := table(t, strings.ReplaceAll(id, "/", "_"))
			seen := 0
			eachRow(size.piles, size.most, size.sorted, func(row []uint64) {
				text := write(row...)
				if text == "0" && !size.sorted {
					return // the tables have no empty row
				}
				if lost[text] {
					seen++
				}
				compare(t, v, text, lost[text])
			})
			if seen != len(lost) {
				t.Errorf("%d of the %d entries are boards", seen, len(lost))
			}
		})
	}
}

// variant finds a game by its name.
func variant(t *testing.T, id string) *games.Variant {
	t.Helper()
	return must.Get(catalog.Standard.Find(id))(t)
}

// compare compares the solver and a certificate with Coq's table for one board. Under -short only
// boards that end in 5 have certificates.
func compare(t *testing.T, v *games.Variant, text string, lost bool) {
	t.Helper()
	p := gamestest.Parse(t, v, text, games.Left)
	if turn := p.Turn(); wins(t, v, p) != ((turn.Actor == turn.Owner) != lost) {
		t.Errorf("%s %s: lost is %v by the theorem, not by the solver", v.ID, text, lost)
	}
	if testlong.Short() && !strings.HasSuffix(text, "5") {
		return
	}
	if claim := certified(t, v, p); (claim == "P") != lost {
		t.Errorf("%s %s: lost is %v by the theorem, the certificate claims %s", v.ID, text, lost, claim)
	}
}

// TestNamedPiles compares the positions between half-moves.
func TestNamedPiles(t *testing.T) {
	for _, id := range []string{"move-reverse-nim", "move-reverse-nim/misere", "pile-reverse-nim", "pile-reverse-nim/misere"} {
		t.Run(id, func(t *testing.T) {
			v := variant(t, id)
			lost := table(t, strings.ReplaceAll(id, "/", "_")+".named")
			positions := 0
			eachRow(5, 5, true, func(others []uint64) {
				for x := uint64(1); x <= 5; x++ {
					positions++
					text := fmt.Sprintf("[%d] %s", x, write(others...))
					p := gamestest.Parse(t, v, strings.TrimSuffix(text, " 0"), games.Left)
					want := !lost[write(append([]uint64{x}, others...)...)]
					if wins(t, v, p) != want || (certified(t, v, p) == "N") != want {
						t.Errorf("%s: there is a number that wins: %v by the theorem", text, want)
					}
				}
			})
			if len(lost) == 0 || len(lost) >= positions {
				t.Errorf("%d of %d positions have no number that wins", len(lost), positions)
			}
		})
	}
}

// TestPartizanRows compares the outcomes of Partizan End-Nim.
func TestPartizanRows(t *testing.T) {
	v := variant(t, "partizan-end-nim")
	outcomes, entries := map[string]string{}, 0
	for _, outcome := range []string{"N", "P", "L"} {
		lines := table(t, "partizan-end-nim."+outcome)
		entries += len(lines)
		for line := range lines {
			outcomes[line] = outcome
		}
	}
	if len(outcomes) != entries {
		t.Errorf("%d rows are in two tables", entries-len(outcomes))
	}
	eachRow(5, 5, false, func(row []uint64) {
		if len(row) == 0 {
			return
		}
		text := write(row...)
		want := outcomes[text]
		if want == "" {
			want = "R"
		}
		left, right := gamestest.Parse(t, v, text, games.Left), gamestest.Parse(t, v, text, games.Right)
		if l, r := wins(t, v, left), wins(t, v, right); l != strings.Contains("NL", want) || r != strings.Contains("NR", want) {
			t.Errorf("%s is %s by the theorem; the solver: Left wins %v, Right %v", text, want, l, r)
		}
		if claim := certified(t, v, left); claim != want {
			t.Errorf("%s is %s by the theorem, the certificate claims %s", text, want, claim)
		}
	})
}

// TestRowValues compares the Grundy values of rows, which Coq computes by the mex rule.
func TestRowValues(t *testing.T) {
	for _, id := range []string{"end-nim", "end-nim/misere", "end-nim/loop"} {
		v := variant(t, id)
		lines := table(t, strings.ReplaceAll(id, "/", "_")+".values")
		if len(lines) != 3+9+27 {
			t.Errorf("%s: the table has %d rows", id, len(lines))
		}
		var s solver.Solver
		for line := range lines {
			value, row, _ := strings.Cut(line, " ")
			a, err := s.Analyze(context.Background(), v, gamestest.Parse(t, v, row, games.Left))
			if err != nil || !a.GrundyKnown || fmt.Sprint(a.Grundy) != value {
				t.Errorf("%s %s: value %s by the rule; the solver: %d, %v", id, row, value, a.Grundy, err)
			}
		}
	}
}

// TestSplitValues compares the Grundy values of single piles in Split-q-Nim.
func TestSplitValues(t *testing.T) {
	text := must.Get(os.ReadFile(filepath.Join("testdata", "split-nim.values.txt")))(t)
	var s solver.Solver
	q := int64(-2)
	for line := range strings.Lines(string(text)) {
		v := splitnim.Of(q)
		var values []uint64
		for _, word := range strings.Fields(line) {
			value := must.Get(strconv.ParseUint(word, 10, 64))(t)
			values = append(values, value)
		}
		for n, want := range values {
			a, err := s.Analyze(context.Background(), v, gamestest.Parse(t, v, fmt.Sprint(n), games.Left))
			if err != nil || !a.GrundyKnown || a.Grundy != want {
				t.Errorf("%s %d: value %d by the theorem; the solver: %d, %v", v.ID, n, want, a.Grundy, err)
			}
			// A board of nim-sum 0, for the certificates: the value function is its own inverse
			// (Corollary 27).
			half := 1 << bits.Len(uint(n)) / 2
			if i := want ^ values[half]; n > half && 0 < i && i < uint64(len(values)) {
				compare(t, v, fmt.Sprintf("%d %d %d", n, half, values[i]), true)
			}
		}
		q++
	}
	if q != 18 {
		t.Errorf("the table ends at q = %d", q-1)
	}
}

// TestStars compares the stars whose hub is one less than a power of two.
func TestStars(t *testing.T) {
	v := variant(t, "tree-nim")
	lost := table(t, "tree-nim")
	for _, hub := range []uint64{3, 7} {
		eachRow(4, 8, true, func(spokes []uint64) {
			if len(spokes) < 2 {
				return
			}
			text := fmt.Sprintf("%d(%s)", hub, write(spokes...))
			want := !lost[write(append([]uint64{hub}, spokes...)...)]
			if got := wins(t, v, gamestest.Parse(t, v, text, games.Left)); got != want {
				t.Errorf("%s: won is %v by the theorem, %v by the solver", text, want, got)
			}
		})
	}
}

// TestTheoremsAreNamed compares docs with the proofs: each theorem is named there as `File.name`,
// and each such name is a theorem.
func TestTheoremsAreNamed(t *testing.T) {
	var docs []byte
	for _, name := range []string{"theory.md", "boards.md", "values.md"} {
		text := must.Get(os.ReadFile(filepath.Join("..", "docs", "theory", name)))(t)
		docs = append(docs, text...)
	}
	files, err := filepath.Glob("*.v")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no proofs: %v", err)
	}
	theorem := regexp.MustCompile(`(?m)^ *(?:Theorem|Corollary|Proposition) (\w+)`)
	var proved, named []string
	for _, file := range files {
		text := must.Get(os.ReadFile(file))(t)
		for _, m := range theorem.FindAllSubmatch(text, -1) {
			proved = append(proved, strings.TrimSuffix(file, ".v")+"."+string(m[1]))
		}
	}
	for _, m := range regexp.MustCompile("`([A-Z]\\w*\\.\\w+)`").FindAllSubmatch(docs, -1) {
		named = append(named, string(m[1]))
	}
	for _, name := range proved {
		if !slices.Contains(named, name) {
			t.Errorf("docs/ does not name %s", name)
		}
	}
	for _, name := range named {
		if !slices.Contains(proved, name) {
			t.Errorf("docs/ names %s, which is no theorem of proofs", name)
		}
	}
}
