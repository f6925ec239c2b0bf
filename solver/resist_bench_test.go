package solver_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest"
	"nimatron/internal/must"
	"nimatron/solver"
	"nimatron/solver/solvertest"
)

// BenchmarkResist measures the bot's choice in lost positions, from matches against a perfect
// opponent. The target is 0.1 ms at the median of each game and 2 ms at most. On boards the table
// already has the proof that they are lost.
func BenchmarkResist(b *testing.B) {
	for _, v := range catalog.Standard.All() {
		b.Run(v.ID, func(b *testing.B) {
			resist(b, v, solvertest.LostPositions(b, v, rand.New(rand.NewPCG(9, 9)), 200, 3))
		})
	}
	for name, pile := range map[string]string{"1000 piles": "60 ", "1000 huge piles": "1000000000000000000 "} {
		v := must.Get(catalog.Standard.Find("nim"))(b)
		b.Run(name, func(b *testing.B) {
			resist(b, v, []games.Position{gamestest.Parse(b, v, strings.Repeat(pile, 1000), games.Left)})
		})
	}
}

// resist lets the bot choose in lost positions.
func resist(b *testing.B, v *games.Variant, lost []games.Position) {
	s, r := new(solver.Solver), rand.New(rand.NewPCG(9, 9))
	for _, p := range lost {
		must.Get(s.Choose(b.Context(), v, p, 0, r))(b)
	}
	b.ReportAllocs()
	b.ResetTimer()
	took := make([]time.Duration, min(len(lost), b.N)) // the best time of each position
	for i := range b.N {
		at := i % len(lost)
		begun := time.Now()
		must.Get(s.Choose(b.Context(), v, lost[at], 0, r))(b)
		if d := time.Since(begun); took[at] == 0 || d < took[at] {
			took[at] = d
		}
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1000, "µs-median")
	b.ReportMetric(float64(took[len(took)-1].Nanoseconds())/1000, "µs-most")
}
