package splits

import (
	"testing"

	"nimatron/games"
	"nimatron/games/gamestest"
	"nimatron/games/splitnim"
	"nimatron/solver/theory"
)

// tenPiles has a winning removal on nine of its piles, in all forms of the theorem.
const tenPiles = "999999999999999999 999999999999999877 999999999999999123 987654321987654321 912345678912345678 " +
	"900000000000000007 899999999999999989 888888888888888888 876543210987654321 123456789012345678"

// splitBenchmarks are the forms of the theorem.
var splitBenchmarks = []struct {
	name string
	q    int64
}{{"plain", 1}, {"lasker", 0}, {"two", 2}, {"even", 4}, {"even large", 1 << 40}}

func BenchmarkSplitWins(b *testing.B) {
	for _, c := range splitBenchmarks {
		v := splitnim.Of(c.q)
		p := gamestest.Parse(b, v, tenPiles, games.Left)
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if !(SplitNim{}).Wins(v, p) {
					b.Fatal("lost")
				}
			}
		})
	}
}

func BenchmarkSplitGrundy(b *testing.B) {
	for _, c := range splitBenchmarks {
		v := splitnim.Of(c.q)
		p := gamestest.Parse(b, v, tenPiles, games.Left)
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			ctx := b.Context()
			for b.Loop() {
				if value, ok := (SplitNim{}).Grundy(ctx, v, p, 0); value == 0 || !ok {
					b.Fatal("lost")
				}
			}
		})
	}
}

func benchmarkSplitWinning(b *testing.B, position func(q int64) string) {
	for _, c := range splitBenchmarks {
		v := splitnim.Of(c.q)
		p := gamestest.Parse(b, v, position(c.q), games.Left)
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			found := 0
			for b.Loop() {
				moves, _ := SplitNim{}.Winning(v, p, theory.MaxWinning)
				found = len(moves)
			}
			b.ReportMetric(float64(found), "moves")
		})
	}
}

// BenchmarkSplitRemovals finds the winning removals of a position in which no split wins.
func BenchmarkSplitRemovals(b *testing.B) {
	benchmarkSplitWinning(b, func(int64) string { return tenPiles })
}

// BenchmarkSplitSplits has a pile whose parts must have the nim-sum 2^59 - 1 and the same sum. Any
// distribution of the 59 digits works.
func BenchmarkSplitSplits(b *testing.B) {
	benchmarkSplitWinning(b, func(q int64) string {
		const all = 1<<59 - 1
		n := uint64(all - q)
		rest := grundy(q, all)
		pairs := []uint64{games.MaxPile, games.MaxPile, 1 << 58, 1 << 58, 12345, 12345, 7, 7}
		return string(games.AppendPiles(nil, append([]uint64{n, rest}, pairs...), -1))
	})
}
