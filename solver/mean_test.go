package solver

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/sum"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/solver/sums"
	"nimatron/solver/theory"
	"nimatron/solver/values"
)

// TestMeans compares the pairs of random coloured boards with their canonical forms.
func TestMeans(t *testing.T) {
	compared, numbers := 0, map[string]int{}
	for seed := range uint64(testlong.Times(100, 150, 5000)) {
		r := rand.New(rand.NewPCG(seed, 7))
		var stacks, roads []string
		for i := range 1 + r.IntN(5) {
			stacks = append(stacks, fmt.Sprintf("%c=%d", 'a'+i, 1+r.IntN(3)))
			for j := range i + 1 {
				if from := "*abcde"[j]; r.IntN(2) == 0 {
					roads = append(roads, fmt.Sprintf("%c%c%c", from, "-<>"[r.IntN(3)], 'a'+i))
				}
			}
		}
		v := depotnim.Coloured
		p, err := v.Parse(strings.Join(stacks, " ")+"; "+strings.Join(roads, " "), games.Left)
		if err != nil {
			continue // a stack that nobody reaches
		}
		w := new(Solver).NewValuer(ValueBytes)
		exact := must.Get(w.Value(t.Context(), v, p))(t)
		if !exact.Exact {
			continue
		}
		compared++
		mean, beside, err := sums.Mean(t.Context(), FamilyOf, []sum.Part{{Variant: v, Position: p}})
		must.OK(t, err)
		end := w.begin(t.Context())
		w.variant, w.known = v, map[string]values.Game{}
		want := theory.Outcome(w.store.Outcome(w.store.Difference(w.follow(p), w.store.Number(exact.Mean))))
		end()
		if mean.Cmp(exact.Mean) != 0 || sums.Outcome(mean, beside) != exact.Outcome || beside != want || exact.LeftStop.Cmp(exact.RightStop) != 0 {
			t.Errorf("%s: mean %v, %s; want %v, %s, which %s wins", p, mean, beside, exact.Mean, want, exact.Outcome)
		}
		numbers[exact.Mean.String()]++
	}
	t.Logf("%d compared: %v", compared, numbers)
	if compared < 40 {
		t.Errorf("only %d were compared", compared)
	}
}

// A move on a coloured board gains less than any number, but not always at most ↑*, as on rows. The
// board is a smallest one.
func TestMoveGainsMoreThanUpStar(t *testing.T) {
	v := depotnim.Coloured
	p := must.Get(v.Parse("a=2 b=2; *<a *-b a-b", games.Left))(t)
	after := must.Get(p.Play(must.Get(p.Read("b-1"))(t)))(t)
	w := new(Solver).NewValuer(ValueBytes)
	defer w.begin(t.Context())()
	w.variant, w.known = v, map[string]values.Game{}
	s, before, left := w.store, w.follow(p), w.follow(after)
	if s.LessOrEqual(left, s.Sum(before, s.Ups(1, 1))) || !s.LessOrEqual(left, s.Sum(before, s.Number(big.NewRat(1, 1<<10)))) {
		name, _ := s.Name(left)
		t.Errorf("%s leaves %s", p, name)
	}
}
