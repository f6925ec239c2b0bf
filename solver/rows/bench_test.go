package rows

import (
	"strings"
	"testing"

	"nimatron/games/endnim"
)

// benchRows are rows near 10^18 that the theorem can't decide early: the ends are equal or one
// apart.
var benchRows = map[string]string{
	"10 piles": "1000000000000000000 999999999999999999 999999999999999991 3 1000000000000000000 " +
		"7 999999999999999999 5 1000000000000000000 999999999999999999",
	"10 equal but one": strings.Repeat("1000000000000000000 ", 9) + "999999999999999999",
	"1000 piles":       strings.Repeat("1000000000000000000 ", 999) + "999999999999999999",
}

func BenchmarkEndNimLost(b *testing.B) {
	for name, text := range benchRows {
		b.Run(name, func(b *testing.B) {
			r := rowOf(parse(b, endnim.Normal, text).Piles())
			b.ReportAllocs()
			for b.Loop() {
				normal.lost(r)
			}
		})
	}
}

func BenchmarkEndNimWinningEnds(b *testing.B) {
	for name, text := range benchRows {
		b.Run(name, func(b *testing.B) {
			piles := parse(b, endnim.Normal, text).Piles()
			b.ReportAllocs()
			for b.Loop() {
				var buf [maxEndMoves]endMove
				normal.winningEnds(buf[:0], piles)
			}
		})
	}
}
