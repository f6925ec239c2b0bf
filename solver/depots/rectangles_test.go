package depots_test

import (
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/depotnim/bruteforce"
	"nimatron/games/gamestest"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/solver/depots"
)

// TestSmallRectangles pins the first entries of the tables, which brute force confirmed.
func TestSmallRectangles(t *testing.T) {
	for _, test := range []struct {
		variant              *games.Variant
		rows, columns, label int
	}{
		{depotnim.Forklift, 3, 3, 1}, {depotnim.Forklift, 3, 3, 2},
		{depotnim.ForkliftMisere, 2, 2, 2}, {depotnim.ForkliftMisere, 3, 3, 1}, {depotnim.ForkliftMisere, 3, 4, 1},
		{depotnim.Forklift, 3, 5, 1}, {depotnim.Forklift, 3, 3, 3},
	}[:testlong.Times(5, 5, 7)] {
		if !compare(t, newSolver(), test.variant, grid(test.rows, test.columns, func() int { return test.label }), 1_000_000) {
			t.Errorf("%+v is too large for the brute force", test)
		}
	}
}

// TestThreeRows clears the second stack of a rectangle with three rows, an odd number of columns
// and equal labels. The result is lost, by a symmetry for any size and by brute force for small
// ones.
func TestThreeRows(t *testing.T) {
	for columns := 3; columns <= 15; columns += 2 {
		for _, label := range []int{1, 2, 3, 1_000_000_000_000_000_000} {
			p := gamestest.Parse(t, depotnim.Forklift, grid(3, columns, func() int { return label }), games.Left).(*depotnim.Position)
			left := must.Get(p.Play(p.Take(1, uint64(label))))(t)
			if pairs := depots.Pairs(depotnim.Forklift, left); 2*len(pairs) != 3*columns-1 {
				t.Errorf("3×%d, labels %d: the pairs are %v", columns, label, pairs)
			}
		}
	}
	boards := []string{"2 . 2 / 2 2 2 / 2 2 2", "1 . 1 1 1 / 1 1 1 1 1 / 1 1 1 1 1", "4 . 4 / 4 4 4 / 4 4 4", "2 . 2 2 2 / 2 2 2 2 2 / 2 2 2 2 2"}
	for _, board := range boards[:testlong.Times(1, 2, 4)] {
		game := bruteforce.Read(depotnim.Forklift.ID, board)
		game.Limit = 5_000_000
		if won, err := game.Wins(bruteforce.Left); err != nil || won {
			t.Errorf("%s: %v, %v", board, won, err)
		}
	}
}
