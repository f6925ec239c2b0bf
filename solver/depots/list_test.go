package depots_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/gamestest"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/solver/depots"
)

// TestWinningOfLargerBoards compares the winning moves of boards that need a search with the moves
// after which the opponent loses. A search for a single winning move finds one of them.
func TestWinningOfLargerBoards(t *testing.T) {
	for _, c := range []struct {
		variant *games.Variant
		board   func(r *rand.Rand) string
	}{
		{depotnim.Forklift, func(r *rand.Rand) string { return grid(3, 3, func() int { return 9 + r.IntN(12) }) }},
		{depotnim.ForkliftMisere, func(r *rand.Rand) string { return grid(3, 3, func() int { return 9 + r.IntN(12) }) }},
		{depotnim.Tree, func(r *rand.Rand) string { return randomTree(r, 15, 3) }},
		{depotnim.Coloured, func(r *rand.Rand) string { return colouredGrid(r, 3, 4, 3) }},
	} {
		t.Run(c.variant.ID, func(t *testing.T) {
			most := uint64(0)
			for seed := range uint64(testlong.Times(2, 2, 4)) {
				p := gamestest.Parse(t, c.variant, c.board(rand.New(rand.NewPCG(seed, 8))), games.Left)
				s := &depots.Solver{Table: depots.NewTable(1 << 16)}
				moves, complete, err := s.Winning(t.Context(), c.variant, p, 1000)
				if err != nil || !complete {
					t.Fatalf("%s: complete %v, %v", p, complete, err)
				}
				most = max(most, s.Visited())
				var got, want []string
				for _, m := range moves {
					got = append(got, m.String())
				}
				for step := range p.Options() {
					won := must.Get(s.Wins(t.Context(), c.variant, step.Position))(t)
					if !won {
						want = append(want, step.Move.String())
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s: %q win, want %q", p, got, want)
				}
				one, _, err := (&depots.Solver{Table: depots.NewTable(1 << 16)}).Some(t.Context(), c.variant, p, 1)
				if err != nil || len(one) != min(len(want), 1) || len(one) > 0 && !slices.Contains(want, one[0].String()) {
					t.Errorf("%s: one of them is %v, %v", p, one, err)
				}
			}
			if most < 2000 {
				t.Errorf("no board takes more than %d positions, so that no move had to wait", most)
			}
		})
	}
}
