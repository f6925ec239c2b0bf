package solver_test

import (
	"math/big"
	"slices"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest"
	"nimatron/internal/must"
	"nimatron/solver"
	"nimatron/solver/rows"
)

// TestCountLost compares with the rules, row by row, in every game with a theorem, and with the
// formula if there is one.
func TestCountLost(t *testing.T) {
	const piles, largest = 3, 3
	for _, v := range catalog.Standard.All() {
		if solver.FamilyOf(v).Theorem == nil {
			continue
		}
		model, _ := gamestest.Lookup(v.ID)
		if model.Piles == 1 {
			if _, err := new(solver.Solver).CountLost(t.Context(), v, piles, largest, nil); err == nil {
				t.Errorf("%s: rows of more piles than it has are counted", v.ID)
			}
			continue
		}
		ordered := *model
		ordered.Ordered = true // so that Starts includes every row
		want := make([]uint64, largest)
		oracle := gamestest.NewOracle(model)
		for _, start := range ordered.Starts(piles, largest) {
			row, _, err := games.ParsePiles(start)
			must.OK(t, err)
			for n := slices.Max(row); len(row) == piles && n <= largest && oracle.Outcome(start) == "P"; n++ {
				want[n-1]++
			}
		}
		got, err := new(solver.Solver).CountLost(t.Context(), v, piles, largest, nil)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v; want %v", v.ID, got, err, want)
		}
		if v.Family.ID == "end-nim" && rows.CountLost(v, piles, big.NewInt(largest)).Uint64() != want[largest-1] {
			t.Errorf("%s: the formula does not give %d", v.ID, want[largest-1])
		}
	}
	for _, c := range []struct{ piles, largest int }{{2, 3000}, {1 << 30, 1}, {23, 2}, {1 << 40, 1 << 40}} {
		if _, err := new(solver.Solver).CountLost(t.Context(), catalog.Standard.All()[0], c.piles, c.largest, nil); err == nil {
			t.Errorf("%d piles of 1 to %d are counted", c.piles, c.largest)
		}
	}
}
