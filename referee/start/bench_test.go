package start_test

import (
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/referee/start"
)

// BenchmarkToWin draws starts of every size from every game of the catalog.
func BenchmarkToWin(b *testing.B) {
	for _, v := range catalog.Standard.All() {
		for _, size := range games.Sizes {
			b.Run(v.ID+"/"+size.String(), func(b *testing.B) {
				for seed := uint64(0); b.Loop(); seed++ {
					if _, _, err := start.ToWin(b.Context(), random(seed), v, size, games.Left, games.Left, games.Right); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
