package solver_test

import (
	"sync/atomic"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest/walk"
	"nimatron/internal/must"
	"nimatron/solver"
	"nimatron/solver/theory"
)

// Searches of all kinds report how many positions they have visited.
func TestVisits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ variant, position string }{
		{"forklift-nim", "3 4 5 6 7 / 8 9 8 7 6 / 5 4 3 4 5 / 6 7 8 9 8 / 7 6 5 4 3"},
		{"tree-nim/misere", "3(4(5 6) 7(8 9(3 4)) 5(6(7 8) 9) 4(3 2(5 6)))"},
		{"coloured-depot-nim", "a=5 b=6 c=7 d=5 e=6; *<a a-b *>c c-d b<e d>e"},
		{"sum/misere", "split-nim/0/misere 9 8 7 + tree-nim/misere 3(4(5 6) 7(8 9))"},
		{walk.Variant.ID, "a"},
	} {
		v := walk.Variant
		if c.variant != v.ID {
			var err error
			if v, err = catalog.Standard.Find(c.variant); err != nil {
				t.Fatal(err)
			}
		}
		p := must.Get(v.Parse(c.position, games.Left))(t)
		const most = 20_000
		s := &solver.Solver{Nodes: most, BoardNodes: most}
		var visited atomic.Uint64
		_, _ = s.Wins(theory.WithVisits(t.Context(), func(more uint64) { visited.Add(more) }), v, p) // both with and without a proof
		if n := visited.Load(); n == 0 || n > 2*most {
			t.Errorf("%s: %d positions were visited", c.variant, n)
		}
	}
}
