package splitnim

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"nimatron/games"
)

// generate returns two to three piles of 1 to 5, two to four of 1 to 9, or four to five of 1 to 9.
// If none can be split, two times in three one is raised until it can, within MaxPile. A single
// high pile must always be taken from, so in the third case the second player wins.
func generate(r *rand.Rand, size games.Size, q int64) string {
	piles := games.RandomPiles(r, size.Of(2, 2, 4), size.Of(3, 4, 5), size.Of(5, 9, 9))
	if least := uint64(max(q, -q)) + 2; slices.Max(piles) < least && least <= games.MaxPile && r.IntN(3) > 0 {
		piles[r.IntN(len(piles))] = min(least+r.Uint64N(4), games.MaxPile)
	}
	return string(games.AppendPiles(nil, piles, -1))
}

// longest bounds the length of play. A pile that can't be split is taken counter by counter. With q
// < 0 a split removes counters. With q ≥ 0 both parts are at least q + 1, and their excess over
// that is together one less than the pile's. So each counter above q + 1 allows one split, which
// adds q + 1 counters.
func longest(piles []uint64, q int64) uint64 {
	var total uint64
	for _, pile := range piles {
		decisions := pile
		if q >= 0 && pile > uint64(q)+1 {
			base := uint64(q) + 1
			high, low := bits.Mul64(pile-base, base+1)
			sum, carry := bits.Add64(low, base, 0)
			if high+carry > 0 {
				return math.MaxUint64
			}
			decisions = sum
		}
		if total += decisions; total < decisions {
			return math.MaxUint64
		}
	}
	return total
}
