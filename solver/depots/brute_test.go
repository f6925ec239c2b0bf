package depots_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/depotnim/bruteforce"
	"nimatron/internal/testlong"
	"nimatron/solver/depots"
)

// all are the variants that the solver knows.
var all = []*games.Variant{
	depotnim.Tree, depotnim.TreeMisere, depotnim.Depot, depotnim.DepotMisere,
	depotnim.Forklift, depotnim.ForkliftMisere, depotnim.Coloured,
}

// sides translates sides to the brute force's.
var sides = map[games.Side]bruteforce.Side{games.Left: bruteforce.Left, games.Right: bruteforce.Right}

// newSolver returns a solver with a small table, so that entries are replaced.
func newSolver() *depots.Solver { return &depots.Solver{Table: depots.NewTable(1 << 14)} }

// randomBoard writes a random small board of a variant, which may be finished.
func randomBoard(v *games.Variant, r *rand.Rand) string {
	most := 1 + r.IntN(3)
	label := func() int { return 1 + r.IntN(most) }
	switch v.Family {
	case depotnim.TreeFamily:
		return randomTree(r, 1+r.IntN(9), most)
	case depotnim.ForkliftFamily:
		rows, columns := 1+r.IntN(3), 1+r.IntN(4)
		if rows == 3 && columns == 4 {
			most = 1
		}
		var lines []string
		for range rows {
			var cells []string
			for range columns {
				cell := "."
				if r.IntN(7) > 0 {
					cell = fmt.Sprint(label())
				}
				cells = append(cells, cell)
			}
			lines = append(lines, strings.Join(cells, " "))
		}
		return strings.Join(lines, " / ")
	}
	// The graph's lower-numbered places are on the way to the depot.
	n := 1 + r.IntN(6)
	name := func(i int) string {
		if i == 0 {
			return "*"
		}
		return string(rune('a' + i - 1))
	}
	sign := func() string {
		if v.Partizan {
			return string("--<>"[r.IntN(4)])
		}
		return "-"
	}
	var stacks, edges []string
	for i := 1; i <= n; i++ {
		n := label()
		if r.IntN(8) == 0 {
			n = 0
		}
		stacks = append(stacks, fmt.Sprintf("%s=%d", name(i), n))
		parent := r.IntN(i)
		for j := range i {
			if j == parent || r.IntN(4) == 0 {
				edges = append(edges, name(j)+sign()+name(i))
			}
		}
	}
	return strings.Join(stacks, " ") + "; " + strings.Join(edges, " ")
}

// compare compares the solver with the brute force on one board.
func compare(t *testing.T, s *depots.Solver, v *games.Variant, text string, limit int) (ok bool) {
	t.Helper()
	ctx := context.Background()
	var game *bruteforce.Game // one for both sides
	for side, brute := range sides {
		parsed, err := v.Parse(text, side)
		if err != nil {
			return false // a coloured stack that neither side reaches
		}
		text = parsed.String()
		if game == nil {
			game = bruteforce.Read(v.ID, text)
			game.Limit = limit
		}
		want, err := game.Wins(brute)
		if err != nil {
			return false
		}
		if got, err := s.Wins(ctx, v, parsed); err != nil || got != want {
			t.Fatalf("%s %s, %s to move: wins %v, %v; want %v", v.ID, text, side, got, err, want)
		}
		wantMoves, err := game.Winning(brute)
		if err != nil {
			return false
		}
		moves, complete, err := s.Winning(ctx, v, parsed, 1000)
		var gotMoves []string
		for _, m := range moves {
			gotMoves = append(gotMoves, m.String())
		}
		slices.Sort(gotMoves)
		if err != nil || !complete || !slices.Equal(gotMoves, wantMoves) {
			t.Fatalf("%s %s, %s to move: winning %q, %v; want %q", v.ID, text, side, gotMoves, err, wantMoves)
		}
		if v.Ending == games.Normal && !v.Partizan {
			wantValue, err := game.Value()
			if err != nil {
				return false
			}
			if got, err := s.Grundy(ctx, v, parsed); err != nil || got != uint64(wantValue) {
				t.Fatalf("%s %s: value %d, %v; want %d", v.ID, text, got, err, wantValue)
			}
		}
	}
	return true
}

// TestAgainstBruteForce compares outcomes, winning moves and values on thousands of random boards.
// They share a small table, so that one board meets entries of others.
func TestAgainstBruteForce(t *testing.T) {
	boards := testlong.Times(80, 120, 1500)
	s := newSolver()
	for _, v := range all {
		t.Run(v.ID, func(t *testing.T) {
			compared := 0
			for seed := range uint64(boards) {
				r := rand.New(rand.NewPCG(seed, 3))
				if compare(t, s, v, randomBoard(v, r), 60_000) {
					compared++
				}
			}
			if compared < boards*2/3 {
				t.Errorf("only %d of %d boards were compared", compared, boards)
			}
		})
	}
}
