package solver

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/games/nim"
	"nimatron/internal/must"
	"nimatron/solver/theory"
)

// benchRows are rows near 10^18 that the theorem can't decide early: the ends are equal or one
// apart.
var benchRows = map[string]string{
	"10 piles": "1000000000000000000 999999999999999999 999999999999999991 3 1000000000000000000 " +
		"7 999999999999999999 5 1000000000000000000 999999999999999999",
	"10 equal but one": strings.Repeat("1000000000000000000 ", 9) + "999999999999999999",
	"1000 piles":       strings.Repeat("1000000000000000000 ", 999) + "999999999999999999",
}

// benchGames are the games on piles without separate benchmarks.
var benchGames = []*games.Variant{endnim.Normal, nim.Normal, nim.MoveReverse, nim.PileReverseMisere, nim.TotalReverse}

func BenchmarkWins(b *testing.B) {
	for _, v := range benchGames {
		for name, text := range benchRows {
			b.Run(v.ID+" "+name, func(b *testing.B) {
				p, s, ctx := parse(b, v, text), new(Solver), context.Background()
				b.ReportAllocs()
				for b.Loop() {
					must.Get(s.Wins(ctx, v, p))(b)
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
					if _, _, err := s.Winning(ctx, v, p, theory.MaxWinning); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkChoose(b *testing.B) {
	for name, text := range map[string]string{
		"won":              benchRows["10 piles"],
		"lost":             "7 9 14",
		"lost, 1000 piles": strings.Repeat("1 ", 1000),
	} {
		b.Run(name, func(b *testing.B) {
			p, s, ctx := parse(b, nim.Normal, text), new(Solver), context.Background()
			r := rand.New(rand.NewPCG(1, 2))
			for b.Loop() {
				must.Get(s.Choose(ctx, nim.Normal, p, 0, r))(b)
			}
		})
	}
}
