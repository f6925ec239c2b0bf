package explain_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/solver"
)

// BenchmarkAnalyze goes from the text of a row to the line of JSON.
func BenchmarkAnalyze(b *testing.B) {
	for _, c := range []struct {
		name    string
		maxPile uint64
	}{{"small", 9}, {"huge", games.MaxPile}} {
		b.Run(c.name, func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 2))
			rows := make([]string, 1000)
			for i := range rows {
				piles := make([]uint64, 10)
				for j := range piles {
					piles[j] = 1 + r.Uint64N(c.maxPile)
				}
				rows[i] = string(games.AppendPiles(nil, piles, -1))
			}
			s, ctx := new(solver.Solver), context.Background()
			var line []byte
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				p, err := endnim.Normal.Parse(rows[i%len(rows)], games.Left)
				if err != nil {
					b.Fatal(err)
				}
				a, err := s.Analyze(ctx, endnim.Normal, p)
				if err != nil {
					b.Fatal(err)
				}
				line = explain.AppendJSON(line[:0], a)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "lines/s")
		})
	}
}
