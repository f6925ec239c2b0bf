package solver_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/solver"
)

// BenchmarkResist is how long the bot chooses in lost positions, as they come up in matches
// against somebody who makes no mistakes. The aim is 0.3 ms at the median of each game.
func BenchmarkResist(b *testing.B) {
	for _, v := range catalog.Standard.All() {
		if !onPiles(b, v) {
			continue
		}
		b.Run(v.ID, func(b *testing.B) {
			s, r := new(solver.Solver), rand.New(rand.NewPCG(9, 9))
			var lost []games.Position
			for i := range 60 {
				p, err := v.Parse(v.Generate(r, games.Small+games.Size(i%3)), games.Left)
				if err != nil {
					b.Fatal(err)
				}
				for !games.Over(p) {
					moves, _, err := s.Winning(b.Context(), v, p, 64)
					if err != nil {
						b.Fatal(err)
					}
					if len(moves) == 0 {
						lost = append(lost, p)
						step, err := s.Choose(b.Context(), v, p, 0, r)
						if err != nil {
							b.Fatal(err)
						}
						p = step.Position
					} else if p, err = p.Play(moves[r.IntN(len(moves))]); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportAllocs()
			b.ResetTimer()
			took := make([]time.Duration, b.N)
			for i := range took {
				begun := time.Now()
				if _, err := s.Choose(b.Context(), v, lost[i%len(lost)], 0, r); err != nil {
					b.Fatal(err)
				}
				took[i] = time.Since(begun)
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds()), "µs-median")
		})
	}
}
