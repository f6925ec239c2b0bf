package explain_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest"
	"nimatron/games/splitnim"
	"nimatron/internal/certcheck"
	"nimatron/internal/testlong"
	"nimatron/solver"
)

// certified are the variants with a theorem that the tests look at: those of the catalog, and
// the other forms of Split-q-Nim.
func certified() []*games.Variant {
	all := slices.Clone(catalog.Standard.All())
	for _, q := range []int64{-3, -2, -1, 1, 3, 4, 5, 6, 12} {
		all = append(all, splitnim.Of(q), splitnim.Misere(q))
	}
	return slices.DeleteFunc(all, func(v *games.Variant) bool { return solver.FamilyOf(v).Certificate == nil })
}

// of returns the certificate of a position.
func of(t testing.TB, v *games.Variant, position string) string {
	t.Helper()
	p, err := v.Parse(position, games.Left)
	if err != nil {
		t.Fatalf("%s %s: %v", v.ID, position, err)
	}
	line, err := explain.AppendCertificate(t.Context(), nil, new(solver.Solver), v, p)
	if err != nil {
		t.Fatalf("%s %s: %v", v.ID, position, err)
	}
	return string(line)
}

// smallPositions returns the notations of all small boards of v and all that play reaches
// from them.
func smallPositions(v *games.Variant) []string {
	m, _ := gamestest.Lookup(v.ID)
	piles, size := min(4, m.Piles), 4
	if v.Family == splitnim.Family {
		piles, size = 2, 8 // some of them can be split, whatever q is
	}
	if testlong.Short() {
		piles, size = min(3, piles), size-1
	}
	var positions []string
	oracle := gamestest.OracleOf(v)
	for _, s := range oracle.Reachable(oracle.SmallStarts(v, piles, size)) {
		if _, err := v.Parse(s.Position, games.Left); err == nil && !slices.Contains(positions, s.Position) {
			positions = append(positions, s.Position)
		}
	}
	return positions
}

func TestCertificates(t *testing.T) {
	for _, test := range []struct{ variant, position, want string }{
		{"nim", "3 5 2", `"claim":"N","move":"2-4"`},
		{"nim", "1 2 3", `"claim":"P"`},
		{"nim", "0", `"claim":"P"`},
		{"nim/misere", "0", `"claim":"N"`},
		{"nim/misere", "1", `"claim":"P"`},
		{"split-nim/0", "4 4", `"claim":"P"`},
		{"split-nim/0", "1 3", `"claim":"N","move":"2-2"`},
		{"split-nim/0/misere", "1 3", `"claim":"N","move":"2-3"`},
		{"split-nim/-3/misere", "1 1 1", `"claim":"P"`},
		{"end-nim", "3 5 2", `"claim":"N","move":"L-1"`},
		{"end-nim", "3 5 3", `"claim":"P","replies":{"L":[[0,0,"L","leave",3],[1,2,"R","shift",0]],"R":[[0,0,"R","leave",3],[1,2,"L","shift",0]]}`},
		{"end-nim", "4 4", `"claim":"P","replies":{"L":[[0,3,"R","shift",0]],"R":[[0,3,"L","shift",0]]}`},
		{"end-nim/misere", "1", `"claim":"P","replies":{"L":[[0,0,"","over",0]],"R":[]}`},
		{"end-nim/loop", "7", `"claim":"P","replies":{"L":[],"R":[]}`},
		{"move-reverse-nim", "3 1 5", `"claim":"N","ones":1,"larger":2,"nominate":1`},
		{"move-reverse-nim", "3 [5]", `"claim":"N","ones":0,"larger":2,"dictate":4`},
		{"move-reverse-nim/misere", "0", `"claim":"N","ones":0,"larger":0`},
		{"pile-reverse-nim", "3 1 5", `"claim":"P","ones":1,"larger":2,"nominate":1`},
		{"pile-reverse-nim", "3 [1] 5", `"claim":"P","ones":1,"larger":2`},
		{"total-reverse-nim", "1 2", `"claim":"P","hand":"opponent","move":"2-2"`},
		{"total-reverse-nim", "2 2", `"claim":"N","hand":"opponent"`},
		{"partizan-end-nim", "2 2 4 1 3", `"claim":"N","needs":{"L":6,"R":7},"spare":[-4,-4]`},
		{"partizan-end-nim", "5", `"claim":"N"`},
		{"partizan-end-nim", "0", `"claim":"P"`},
		{"partizan-end-nim", "1 1000000000000000000 1 1", `"claim":"L","needs":{"L":1,"R":1000000000000000001},"spare":[0,-1000000000000000000]`},
	} {
		v, err := catalog.Standard.Find(test.variant)
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf(`{"variant":"%s","position":"%s",%s}`, test.variant, test.position, test.want)
		if got := of(t, v, test.position); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestNoCertificateWithoutTheorem(t *testing.T) {
	searched := *splitnim.Of(0)
	searched.Family, searched.Name = &games.Family{ID: "unknown"}, "A Game"
	p, _ := searched.Parse("1 2", games.Left)
	line, err := explain.AppendCertificate(t.Context(), nil, new(solver.Solver), &searched, p)
	if err == nil || len(line) > 0 || explain.Certified(&searched) || !strings.HasPrefix(err.Error(), "A Game has no certificates") {
		t.Errorf("got %s, %v", line, err)
	}
}

// TestSmallCertificates holds the certificates of all small positions, and what checks them,
// to brute force.
func TestSmallCertificates(t *testing.T) {
	for _, v := range certified() {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			j, positions := newJudge(), smallPositions(v)
			r, m := rand.New(rand.NewPCG(5, 6)), j.model(t, v.ID)
			for i := 0; i < 40 && m.RandomPiles > 0; i++ {
				positions = append(positions, m.Random(r))
			}
			for _, position := range positions {
				line := of(t, v, position)
				if err := certcheck.Check([]byte(line)); err != nil {
					t.Errorf("%s: %v", line, err)
				}
				if !j.holds(t, line) {
					t.Errorf("%s does not hold", line)
				}
			}
		})
	}
}

// TestSabotage changes every field of the certificates of small positions in every way that
// it knows. The checker has to say of each what brute force says.
func TestSabotage(t *testing.T) {
	for _, v := range certified() {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			j, r := newJudge(), rand.New(rand.NewPCG(1, 2))
			refused, still := 0, 0
			positions := smallPositions(v)
			r.Shuffle(len(positions), func(i, k int) { positions[i], positions[k] = positions[k], positions[i] })
			for _, position := range positions[:min(len(positions), testlong.Times(3, 8, 25))] {
				for _, line := range sabotaged(t, of(t, v, position), r) {
					err, holds := certcheck.Check([]byte(line)), j.holds(t, line)
					if (err == nil) != holds {
						t.Fatalf("%s\nof %s: the checker says %v, brute force %v", line, position, err, holds)
					}
					if holds {
						still++
					} else {
						refused++
					}
				}
			}
			t.Logf("%d refused, %d still hold", refused, still)
			if refused < 100 {
				t.Errorf("only %d were sabotaged", refused)
			}
		})
	}
}

// TestLargeCertificates checks those of positions that nobody can search, and sabotages them.
func TestLargeCertificates(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, v := range certified() {
		lost := 0
		drawn := testlong.Times(6, 24, 60)
		for i := range drawn {
			piles := largePiles(r, v, []int{3, 6, 20}[i%3])
			if i == 0 {
				piles = largePiles(r, v, games.MaxPiles)
			}
			if v.Family.ID == "end-nim" && i%2 == 0 {
				piles = lostRow(t, v, piles)
			}
			line := of(t, v, string(games.AppendPiles(nil, piles, -1)))
			if err := certcheck.Check([]byte(line)); err != nil {
				t.Fatalf("%.200s: %v", line, err)
			}
			if strings.Contains(line, `"claim":"P"`) {
				lost++
			}
			if i == 0 && v.Partizan {
				continue // each check takes a tenth of a second
			}
			for _, bad := range broken(t, line) {
				if certcheck.Check([]byte(bad)) == nil {
					t.Fatalf("%.300s\nis accepted, sabotaged from\n%.300s", bad, line)
				}
			}
		}
		if v.Family.ID == "end-nim" && lost < drawn/4 {
			t.Errorf("%s: only %d were lost", v.ID, lost)
		}
	}
}

// largePiles returns up to most piles, some near 10^18, some small and some alike.
func largePiles(r *rand.Rand, v *games.Variant, most int) []uint64 {
	piles := make([]uint64, 1+r.IntN(most))
	if most == games.MaxPiles {
		piles = make([]uint64, most)
	}
	if v.Family.ID == "end-nim" && len(piles) == 1 {
		piles = append(piles, 1)
	}
	base := games.MaxPile - r.Uint64N(5) - 3
	for i := range piles {
		switch r.IntN(4) {
		case 0:
			piles[i] = 1 + r.Uint64N(4)
		case 1:
			piles[i] = 1 + r.Uint64N(games.MaxPile)
		default:
			piles[i] = base + r.Uint64N(3)
		}
	}
	return piles
}

// lostRow puts a pile at the right end with which the row is lost, if there is one.
func lostRow(t testing.TB, v *games.Variant, piles []uint64) []uint64 {
	for d := range uint64(3) {
		row := append(slices.Clone(piles[:len(piles)-1]), max(1, min(games.MaxPile, piles[0]+d-1)))
		if len(row) > 1 && strings.Contains(of(t, v, string(games.AppendPiles(nil, row, -1))), `"claim":"P"`) {
			return row
		}
	}
	return piles
}

// broken returns certificates that cannot hold if this one does: another claim, a number off
// by one, a field too few or too many.
func broken(t *testing.T, line string) []string {
	t.Helper()
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(line), &fields); err != nil {
		t.Fatal(err)
	}
	var lines []string
	with := func(name, value string) {
		other := map[string]json.RawMessage{}
		maps.Copy(other, fields)
		if other[name] = json.RawMessage(value); value == "" {
			delete(other, name)
		}
		bad, err := json.Marshal(other)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(bad))
	}
	for name := range fields {
		with(name, "")
		with(name, "null")
		with(name, "[]")
		with(name, "{}")
	}
	with("why", `"because"`)
	for _, claim := range []string{"N", "P", "L", "R", ""} {
		if quoted := fmt.Sprintf("%q", claim); quoted != string(fields["claim"]) {
			with("claim", quoted)
		}
	}
	for _, name := range []string{"ones", "larger", "needs", "spare"} {
		if fields[name] != nil {
			for _, other := range offByOne(string(fields[name])) {
				with(name, other)
			}
		}
	}
	if replies := string(fields["replies"]); replies != "" {
		for _, other := range offByOne(replies) {
			with("replies", other)
		}
		with("replies", strings.Replace(replies, "shift", "over", 1))
		with("replies", strings.Replace(replies, `],[`, `],[0,0,"L","leave",0],[`, 1))
		with("replies", strings.Replace(replies, `"L":[[`, `"L":[[0,0,"","over",0],[`, 1))
	}
	return slices.DeleteFunc(lines, func(bad string) bool { return bad == marshalled(t, fields) })
}

func marshalled(t *testing.T, fields map[string]json.RawMessage) string {
	line, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return string(line)
}

// FuzzReader gives the checker certificates that somebody has tampered with, and holds what it
// accepts of small boards to brute force.
func FuzzReader(f *testing.F) {
	for _, v := range certified() {
		for _, position := range []string{"1", "2 2", "3 1 2", "2 1 2 1"} {
			f.Add(of(f, v, position))
		}
	}
	j := newJudge()
	f.Fuzz(func(t *testing.T, line string) {
		if certcheck.Check([]byte(line)) != nil {
			return
		}
		var fields struct{ Variant, Position string }
		if err := json.Unmarshal([]byte(line), &fields); err != nil {
			t.Fatalf("%q is accepted, and is not JSON: %v", line, err)
		}
		counters := uint64(0)
		for _, n := range boardPiles(strings.ReplaceAll(fields.Position, ",", " ")) {
			counters += min(n, 100)
		}
		if _, known := gamestest.Lookup(fields.Variant); !known || counters > 9 {
			return
		}
		var compact bytes.Buffer
		if err := json.Compact(&compact, []byte(line)); err != nil || !j.holds(t, compact.String()) {
			t.Errorf("%q is accepted and does not hold", line)
		}
	})
}

func BenchmarkCertificate(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, v := range certified()[:14] {
		for _, piles := range []int{10, 1000} {
			for _, claim := range []string{"N", "P"} {
				row := largePiles(r, v, games.MaxPiles)[:piles]
				if claim == "P" {
					if v.Family.ID != "end-nim" {
						continue
					}
					row = lostRow(b, v, row)
				}
				p, err := v.Parse(string(games.AppendPiles(nil, row, -1)), games.Left)
				if err != nil {
					b.Fatal(err)
				}
				line, err := explain.AppendCertificate(b.Context(), nil, new(solver.Solver), v, p)
				if err != nil {
					b.Fatal(err)
				}
				name := fmt.Sprintf("%s/%d/%s", v.ID, piles, claim)
				b.Run("prove/"+name, func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						line, _ = explain.AppendCertificate(b.Context(), line[:0], new(solver.Solver), v, p)
					}
				})
				b.Run("check/"+name, func(b *testing.B) {
					for b.Loop() {
						if err := certcheck.Check(line); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}
