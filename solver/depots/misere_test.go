package depots_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/depotnim/bruteforce"
	"nimatron/games/gamestest"
	"nimatron/internal/testlong"
	"nimatron/solver/depots"
)

// TestTheorem38MisereBoards plays boards in both endings by the rules alone. While a stack of 2 or
// more remains, the same boards are lost. Winning moves leave such a board, or an odd number of 1s.
func TestTheorem38MisereBoards(t *testing.T) {
	boards := testlong.Times(100, 200, 3000)
	for _, v := range []*games.Variant{depotnim.TreeMisere, depotnim.DepotMisere, depotnim.ForkliftMisere} {
		larger, lost, toOnes := 0, 0, 0
		for seed := range uint64(boards) {
			p := gamestest.Parse(t, v, randomBoard(v, rand.New(rand.NewPCG(seed, 38))), games.Left)
			misere, normal := bruteforce.Read(v.ID, p.String()), bruteforce.Read(v.Normal.ID, p.String())
			misere.Limit, normal.Limit = 30_000, 30_000
			won, err1 := misere.Wins(bruteforce.Left)
			want, err2 := normal.Wins(bruteforce.Left)
			moves, err3 := misere.Winning(bruteforce.Left)
			before, err4 := normal.Winning(bruteforce.Left)
			if err1 != nil || err2 != nil || err3 != nil || err4 != nil {
				continue
			}
			ones, most := onesOf(p)
			if most > 1 {
				larger++
			} else {
				want = ones%2 == 0
			}
			if won != want {
				t.Errorf("%s %s: won %v, not %v", v.ID, p, won, want)
			}
			if !won {
				lost++
			}
			for step := range p.Options() {
				wins := slices.Contains(before, step.Move.String())
				if left, most := onesOf(step.Position); most < 2 {
					wins = left%2 == 1
					toOnes++
				}
				if wins != slices.Contains(moves, step.Move.String()) {
					t.Errorf("%s %s: %s wins %v", v.ID, p, step.Move, !wins)
				}
			}
		}
		if larger < boards/4 || lost < boards/20 || toOnes < boards/10 {
			t.Errorf("%s: of %d boards %d have a larger stack, %d are lost, %d moves leave 1s alone", v.ID, boards, larger, lost, toOnes)
		}
	}
}

// onesOf returns the number of stacks of 1 and the size of the largest stack.
func onesOf(p games.Position) (ones int, most uint64) {
	for _, n := range p.(*depotnim.Position).Counters() {
		if most = max(most, n); n == 1 {
			ones++
		}
	}
	return ones, most
}

// TestMisereSeen checks boards with searching disabled. A single stack above 1 that can be lowered
// wins, and so does a move to a mirror image.
func TestMisereSeen(t *testing.T) {
	for _, c := range []struct {
		variant         *games.Variant
		position, moves string
	}{
		{depotnim.ForkliftMisere, "1 1 1000000000000000000 / 1 1 1 / 1 1 1", "C1-999999999999999999"},
		{depotnim.ForkliftMisere, "1 1000000000000000000 1 / 1 1 1", "B1-1000000000000000000"},
		{depotnim.ForkliftMisere, grid(8, 9, func() int { return 2 }), ""},
		{depotnim.ForkliftMisere, "3" + grid(8, 9, func() int { return 2 })[1:], "A1-1"},
	} {
		p := gamestest.Parse(t, c.variant, c.position, games.Left)
		s := &depots.Solver{Table: depots.NewTable(1 << 4), Nodes: 1}
		moves, _, err := s.Some(t.Context(), c.variant, p, 1)
		if err != nil || len(moves) > 1 || strings.Trim(fmt.Sprint(moves), "[]") != c.moves {
			t.Errorf("%.40s: %v, %v, not %s", c.position, moves, err, c.moves)
		}
	}
}
