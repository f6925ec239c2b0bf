package rows_test

import (
	"math/big"
	"testing"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/games/gamestest"
	"nimatron/internal/must"
	"nimatron/solver/rows"
)

// TestCountLost checks CountLost against counts from the rules alone, for up to 5 piles of at most 4
// and 3 piles of at most 7.
func TestCountLost(t *testing.T) {
	for _, v := range []*games.Variant{endnim.Normal, endnim.Misere, endnim.Loop} {
		model, _ := gamestest.Lookup(v.ID)
		oracle := gamestest.NewOracle(model)
		for _, most := range []struct{ piles, n int }{{5, 4}, {3, 7}} {
			lost := map[[2]int]int64{} // by the number of piles and the bound on them
			for _, start := range model.Starts(most.piles, most.n) {
				piles, _, err := games.ParsePiles(start)
				must.OK(t, err)
				if oracle.Outcome(start) != "P" {
					continue
				}
				for n := 1; n <= most.n; n++ {
					if fits(piles, uint64(n)) {
						lost[[2]int{len(piles), n}]++
					}
				}
			}
			for k := 1; k <= most.piles; k++ {
				for n := 1; n <= most.n; n++ {
					if got := rows.CountLost(v, k, big.NewInt(int64(n))); got.Int64() != lost[[2]int{k, n}] {
						t.Errorf("%s: %d piles of 1 to %d: %d rows are lost, by the rules %d", v.ID, k, n, got, lost[[2]int{k, n}])
					}
				}
			}
		}
	}
}

// fits reports whether every pile is at most n.
func fits(piles []uint64, n uint64) bool {
	for _, pile := range piles {
		if pile > n {
			return false
		}
	}
	return true
}

// TestCountLostAddsUp checks that the lost rows of k and of k+1 piles together are as many as all
// rows of k piles, in every game, as the proof of Corollary 11b shows. The numbers have hundreds of
// digits.
func TestCountLostAddsUp(t *testing.T) {
	n, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	for _, v := range []*games.Variant{endnim.Normal, endnim.Misere, endnim.Loop} {
		for k := 1; k < 30; k++ {
			sum := new(big.Int).Add(rows.CountLost(v, k, n), rows.CountLost(v, k+1, n))
			if all := new(big.Int).Exp(n, big.NewInt(int64(k)), nil); sum.Cmp(all) != 0 {
				t.Fatalf("%s: of %d and %d piles %d rows are lost, not %d", v.ID, k, k+1, sum, all)
			}
		}
	}
}
