package solver

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/games/nim"
)

// benchRows are rows near 10^18 that do not let the theorem off early: the ends
// are equal or one apart.
var benchRows = map[string]string{
	"10 piles": "1000000000000000000 999999999999999999 999999999999999991 3 1000000000000000000 " +
		"7 999999999999999999 5 1000000000000000000 999999999999999999",
	"10 equal but one": strings.Repeat("1000000000000000000 ", 9) + "999999999999999999",
	"1000 piles":       strings.Repeat("1000000000000000000 ", 999) + "999999999999999999",
}

func BenchmarkEndNimLost(b *testing.B) {
	for name, text := range benchRows {
		b.Run(name, func(b *testing.B) {
			r := rowOf(parse(b, endnim.Normal, text).(*endnim.Row).Piles())
			b.ReportAllocs()
			for b.Loop() {
				normalRow.lost(r)
			}
		})
	}
}

func BenchmarkEndNimWinningEnds(b *testing.B) {
	for name, text := range benchRows {
		b.Run(name, func(b *testing.B) {
			piles := parse(b, endnim.Normal, text).(*endnim.Row).Piles()
			b.ReportAllocs()
			for b.Loop() {
				var buf [maxEndMoves]endMove
				normalRow.winningEnds(buf[:0], piles)
			}
		})
	}
}

// benchGames are the games on piles that have no benchmarks of their own.
var benchGames = []*games.Variant{endnim.Normal, nim.Normal, nim.MoveReverse, nim.PileReverseMisere, nim.TotalReverse}

func BenchmarkWins(b *testing.B) {
	for _, v := range benchGames {
		for name, text := range benchRows {
			b.Run(v.ID+" "+name, func(b *testing.B) {
				p, s, ctx := parse(b, v, text), new(Solver), context.Background()
				b.ReportAllocs()
				for b.Loop() {
					if _, err := s.Wins(ctx, v, p); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkWinning(b *testing.B) {
	for _, v := range benchGames {
		for name, text := range benchRows {
			b.Run(v.ID+" "+name, func(b *testing.B) {
				p, s, ctx := parse(b, v, text), new(Solver), context.Background()
				b.ReportAllocs()
				for b.Loop() {
					if _, _, err := s.Winning(ctx, v, p, MaxWinning); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

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
			s, ctx := new(Solver), context.Background()
			var line []byte
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				a, err := s.Analyze(ctx, endnim.Normal, rows[i%len(rows)])
				if err != nil {
					b.Fatal(err)
				}
				line = a.AppendJSON(line[:0])
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "lines/s")
		})
	}
}

func BenchmarkChoose(b *testing.B) {
	for name, text := range map[string]string{
		"won":              benchRows["10 piles"],
		"lost":             "1000000000000000000 1 1000000000000000000",
		"lost, 1000 piles": strings.Repeat("1 ", 1000),
	} {
		b.Run(name, func(b *testing.B) {
			p, s, ctx := parse(b, nim.Normal, text), new(Solver), context.Background()
			r := rand.New(rand.NewPCG(1, 2))
			for b.Loop() {
				if _, err := s.Choose(ctx, nim.Normal, p, 0, r); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkSearch(b *testing.B) {
	p := parse(b, endnim.Normal, "4 5 6 5 6")
	visited := 0
	for b.Loop() {
		s := newSearch(endnim.Normal, 1<<40)
		if _, err := s.wins(context.Background(), p); err != nil {
			b.Fatal(err)
		}
		visited += s.visited
	}
	b.ReportMetric(float64(visited)/b.Elapsed().Seconds(), "positions/s")
}
