package depotnim

import (
	"math/rand/v2"
	"testing"

	"nimatron/games"
)

// TestGeneratedSizes checks that every size gives starts that can be played, and
// that larger ones have more stacks.
func TestGeneratedSizes(t *testing.T) {
	for _, test := range []struct {
		variant *games.Variant
	}{{Tree}, {Depot}, {Forklift}, {Coloured}} {
		stacks := map[games.Size]int{}
		spiders := 0
		for seed := range uint64(300) {
			for _, s := range games.Sizes {
				text := test.variant.Generate(rand.New(rand.NewPCG(seed, 1)), s)
				p, err := test.variant.Parse(text, games.Left)
				if err != nil || p.String() != text || games.Over(p) || games.Over(p.WithTurn(games.Right)) {
					t.Fatalf("%s: start %q: %v, %v", test.variant.ID, text, p, err)
				}
				if test.variant != Coloured && !p.(*Position).isNew() {
					t.Errorf("%s: start %q is a row, or Nim", test.variant.ID, text)
				}
				stacks[s] += len(p.(*Position).Counters())
				if test.variant == Tree && isSpider(p.(*Position)) {
					spiders++
				}
			}
		}
		if stacks[games.Small] >= stacks[games.Medium] || stacks[games.Medium] >= stacks[games.Large] {
			t.Errorf("%s: the sizes have %v stacks", test.variant.ID, stacks)
		}
		if test.variant == Tree && spiders < 200 {
			t.Errorf("%d spiders in 900 trees", spiders)
		}
	}
}

// isSpider reports whether three legs or more meet in the first vertex.
func isSpider(p *Position) bool {
	for v := 1; v < p.board.Home(); v++ {
		if len(p.board.near[v]) > 2 {
			return false
		}
	}
	return len(p.board.near[0]) >= 3
}
