package depots_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/gamestest"
	"nimatron/solver/depots"
)

// TestCores measures what a second core brings, for docs/benchmarks.md:
// NIMATRON_REACH=1 go test -v -run Cores ./solver/depots
func TestCores(t *testing.T) {
	if os.Getenv("NIMATRON_REACH") == "" {
		t.Skip("a measurement, which takes minutes: set NIMATRON_REACH=1")
	}
	for _, c := range []reach{
		{"tree of 24, labels to 3", depotnim.Tree, 8, func(r *rand.Rand) string { return randomTree(r, 24, 3) }},
		{"fork-lift 4×4, labels to 7", depotnim.Forklift, 8, func(r *rand.Rand) string { return grid(4, 4, func() int { return 1 + r.IntN(7) }) }},
		{"misère fork-lift 5×5, labels to 2", depotnim.ForkliftMisere, 8, func(r *rand.Rand) string { return grid(5, 5, func() int { return 1 + r.IntN(2) }) }},
		{"coloured grid 4×4, labels to 3", depotnim.Coloured, 8, func(r *rand.Rand) string { return colouredGrid(r, 4, 4, 3) }},
	} {
		var took [2]time.Duration
		var visited [2]uint64
		compared := 0
		for seed := range uint64(c.boards) {
			p := gamestest.Parse(t, c.variant, c.board(rand.New(rand.NewPCG(seed, 21))), games.Left)
			var one [2]time.Duration
			var nodes [2]uint64
			var won [2]bool
			ok := true
			for i := range one {
				ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
				s := &depots.Solver{Table: depots.NewTable(depots.DefaultTableBytes), Cores: i + 1}
				begin := time.Now()
				var err error
				won[i], err = s.Wins(ctx, c.variant, p)
				one[i], nodes[i] = time.Since(begin), s.Visited()
				ok = ok && err == nil
				cancel()
			}
			if !ok {
				continue
			}
			if won[0] != won[1] {
				t.Errorf("%s: one core says %v, two say %v", p, won[0], won[1])
			}
			compared++
			for i := range one {
				took[i] += one[i]
				visited[i] += nodes[i]
			}
		}
		fmt.Printf("| %s | %d | %v, %d | %v, %d | %.2f |\n", c.name, compared, took[0].Round(time.Millisecond), visited[0],
			took[1].Round(time.Millisecond), visited[1], float64(took[0])/float64(took[1]))
	}
}
