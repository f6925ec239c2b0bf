package solver_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/games/gamestest/walk"
	"nimatron/games/nim"
	"nimatron/internal/must"
	"nimatron/solver"
)

// Watch is called for each question, and for each search that exceeds its budget.
func TestWatch(t *testing.T) {
	t.Parallel()
	var seen []string
	s := &solver.Solver{Nodes: 2, Watch: func(q solver.Question, took time.Duration, spent bool) {
		if took < 0 {
			t.Errorf("%s took %v", q, took)
		}
		seen = append(seen, fmt.Sprint(q, " ", spent))
	}}
	ask := func(v *games.Variant, position string) {
		t.Helper()
		p := must.Get(v.Parse(position, games.Left))(t)
		_, _ = s.Wins(t.Context(), v, p) // with and without enough budget
		_, _, _ = s.Winning(t.Context(), v, p, 1)
		_, _ = s.Choose(t.Context(), v, p, 0, rand.New(rand.NewPCG(1, 1)))
		_, _ = s.Analyze(t.Context(), v, p)
		_, _ = s.Explain(t.Context(), v, p)
	}
	ask(nim.Normal, "3 4")
	if want := []string{"wins false", "winning false", "choose false", "analyze false", "explain false"}; !slices.Equal(seen, want) {
		t.Errorf("seen %q", seen)
	}
	seen = nil
	ask(walk.Variant, "a")
	if want := []string{"wins true", "winning true", "choose true", "analyze true", "explain true"}; !slices.Equal(seen, want) {
		t.Errorf("seen %q", seen)
	}
}
