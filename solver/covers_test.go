package solver

import (
	"fmt"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/sum"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/solver/sums"
)

// boardOfCovers returns the board of docs/theory/hardness.md for sets of elements, as bits.
func boardOfCovers(sets []uint, elements, counters int) string {
	var stacks, roads []string
	for i := range sets {
		stacks, roads = append(stacks, fmt.Sprintf("s%d=1", i+1)), append(roads, fmt.Sprintf("*>s%d", i+1))
	}
	for u := range elements {
		stacks, roads = append(stacks, fmt.Sprintf("u%d=%d", u+1, counters)), append(roads, fmt.Sprintf("*<u%d", u+1))
		for i, set := range sets {
			if set>>u&1 != 0 {
				roads = append(roads, fmt.Sprintf("s%d>u%d", i+1, u+1))
			}
		}
	}
	return strings.Join(stacks, " ") + "; " + strings.Join(roads, " ")
}

func leastCover(sets []uint, elements int) int {
	least := len(sets)
	for choice := range uint(1) << len(sets) {
		covered := uint(0)
		for i, set := range sets {
			if choice>>i&1 != 0 {
				covered |= set
			}
		}
		if covered == 1<<elements-1 {
			least = min(least, bits.OnesCount(choice))
		}
	}
	return least
}

// TestCovers compares the means of boards of covers with least covers: within the bounds of the lemma, and as the
// conjecture says for elements of 2 counters or more. With 1 the conjecture is refuted.
func TestCovers(t *testing.T) {
	meanOf := func(text string) *big.Rat {
		p := must.Get(depotnim.Coloured.Parse(text, games.Left))(t)
		mean, _, err := sums.Mean(t.Context(), FamilyOf, []sum.Part{{Variant: depotnim.Coloured, Position: p}})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return mean
	}
	if mean := meanOf(boardOfCovers([]uint{0b011, 0b110, 0b101}, 3, 1)); mean.RatString() != "-2" {
		t.Errorf("with elements of one counter the mean is %s, not -2", mean)
	}
	for seed := range uint64(testlong.Times(10, 20, 500)) {
		r := rand.New(rand.NewPCG(seed, 10))
		m, elements, counters := 1+r.IntN(3), 1+r.IntN(3), 2+r.IntN(2)
		if m == 1 {
			counters = 2*m + r.IntN(3)
		}
		sets := make([]uint, m)
		for u := range elements { // each element is in a set
			sets[r.IntN(m)] |= 1 << u
		}
		for i := range sets {
			sets[i] |= uint(r.IntN(1 << elements))
		}
		text, want := boardOfCovers(sets, elements, counters), int64(leastCover(sets, elements)-m)
		if mean := meanOf(text); mean.Cmp(new(big.Rat).SetInt64(want)) != 0 {
			t.Errorf("%s: the mean is %s, and κ − m is %d", text, mean, want)
		}
	}
}
