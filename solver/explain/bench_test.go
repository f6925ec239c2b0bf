package explain_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/internal/certcheck"
	"nimatron/internal/must"
	"nimatron/solver"
	"nimatron/solver/explain"
)

// BenchmarkAnalyze measures from the text of a row to the line of JSON.
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
				p := must.Get(endnim.Normal.Parse(rows[i%len(rows)], games.Left))(b)
				a := must.Get(s.Analyze(ctx, endnim.Normal, p))(b)
				line = explain.AppendJSON(line[:0], a)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "lines/s")
		})
	}
}

func BenchmarkCertificate(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, v := range certified()[:14] {
		for _, piles := range []int{10, 1000} {
			for _, claim := range []string{"N", "P"} {
				row := largePiles(r, v, games.MaxPiles)[:piles]
				if claim == "P" {
					if v.Family.ID != "end-nim" {
						continue
					}
					row = lostRow(b, v, row)
				}
				p := must.Get(v.Parse(string(games.AppendPiles(nil, row, -1)), games.Left))(b)
				line := must.Get(explain.AppendCertificate(b.Context(), nil, new(solver.Solver), v, p))(b)
				name := fmt.Sprintf("%s/%d/%s", v.ID, piles, claim)
				b.Run("prove/"+name, func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						line, _ = explain.AppendCertificate(b.Context(), line[:0], new(solver.Solver), v, p)
					}
				})
				b.Run("check/"+name, func(b *testing.B) {
					for b.Loop() {
						must.OK(b, certcheck.Check(line))
					}
				})
			}
		}
	}
}
