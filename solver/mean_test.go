package solver

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/solver/theory"
	"nimatron/solver/values"
)

// TestMeans compares the pairs of random coloured boards with their canonical forms.
func TestMeans(t *testing.T) {
	compared, numbers := 0, map[string]int{}
	for seed := range uint64(testlong.Times(100, 300, 5000)) {
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
		value := &Value{Variant: v, Position: p}
		must.OK(t, w.byMeans(t.Context(), value))
		end := w.begin(t.Context())
		beside := w.pairOf(p, map[string]pair{})
		w.variant, w.known = v, map[string]values.Game{}
		want := theory.Outcome(w.store.Outcome(w.store.Difference(w.follow(p), w.store.Number(exact.Mean))))
		end()
		if value.Mean.Cmp(exact.Mean) != 0 || value.Outcome != exact.Outcome || beside.outcome != want || exact.LeftStop.Cmp(exact.RightStop) != 0 {
			t.Errorf("%s: mean %v, %s, %s; want %v, %s, %s", p, value.Mean, value.Outcome, beside.outcome, exact.Mean, exact.Outcome, want)
		}
		numbers[exact.Mean.String()]++
	}
	t.Logf("%d compared: %v", compared, numbers)
	if compared < 40 {
		t.Errorf("only %d were compared", compared)
	}
}
