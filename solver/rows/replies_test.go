package rows

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/endnim"
)

func BenchmarkReplies(b *testing.B) {
	for name, piles := range map[string][]uint64{
		"10 piles":         {games.MaxPile, 3, 7, games.MaxPile, 2, games.MaxPile, 5, 1, 3, games.MaxPile},
		"1000 equal piles": slices.Repeat([]uint64{games.MaxPile}, 1000),
	} {
		b.Run(name, func(b *testing.B) {
			if !normal.lost(rowOf(piles)) {
				b.Fatal("the row is not lost")
			}
			b.ReportAllocs()
			for b.Loop() {
				normal.replies(piles)
			}
		})
	}
}

func ExampleJustification_Replies() {
	p, err := endnim.Normal.Parse("3 5 3", games.Left)
	if err != nil {
		fmt.Println(err)
		return
	}
	reason := EndNim{}.Reason(endnim.Normal, p, games.Move{})
	left, _ := reason.Justification.(*Justification).Replies()
	for _, r := range left {
		fmt.Println(strings.TrimSpace(fmt.Sprint(r.Low, " to ", r.High, ": ", r.Kind, " ", r.K, " right ", r.Side == games.Right)))
	}
	// Output:
	// 0 to 0: leave 3 right false
	// 1 to 2: shift 0 right true
}
