package lesson

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"nimatron/games"
)

// between draws a number from least to most.
func between(r *rand.Rand, least, most int) uint64 { return uint64(least + r.IntN(most-least+1)) }

// row writes piles as they are read, leaving out those of 0.
func row(piles ...uint64) string {
	piles = slices.DeleteFunc(piles, func(n uint64) bool { return n == 0 })
	return string(games.AppendPiles(nil, piles, -1))
}

// some draws a board of so many piles, each of at most high.
func some(least, most, high int) func(*rand.Rand) string {
	return func(r *rand.Rand) string { return row(games.RandomPiles(r, least, most, high)...) }
}

// two draws two piles of least to most.
func two(least, most int) func(*rand.Rand) string {
	return func(r *rand.Rand) string { return row(between(r, least, most), between(r, least, most)) }
}

// oneAndOnes draws some piles of 1 and a larger one or two.
func oneAndOnes(r *rand.Rand) string {
	piles := []uint64{between(r, 2, 6)}
	if r.IntN(3) == 0 {
		piles = append(piles, between(r, 2, 5))
	}
	for range between(r, 1, 4) {
		piles = append(piles, 1)
	}
	return row(piles...)
}

// named draws a board on which a pile has to be named, or one on which a pile was named and
// the number of other piles of 1 is even.
func named(r *rand.Rand) string {
	ones := between(r, 1, 4)
	piles := slices.Repeat([]uint64{1}, int(ones))
	large := games.RandomPiles(r, 1, 2, 5)
	for i := range large {
		large[i]++
	}
	piles = append(piles, large...)
	text := row(piles...)
	if ones%2 == 1 {
		return text
	}
	return fmt.Sprintf("%s [%d]", text, between(r, 2, 6))
}

// onesAndLarger draws a board with an odd number of piles of 1 and larger ones.
func onesAndLarger(r *rand.Rand) string {
	piles := slices.Repeat([]uint64{1}, int(2*between(r, 0, 1)+1))
	for range between(r, 3, 4) {
		piles = append(piles, between(r, 2, 6))
	}
	return row(piles...)
}

// nearMirror draws a row that reads the same from both ends but for one end pile.
func nearMirror(most int) func(*rand.Rand) string {
	return func(r *rand.Rand) string {
		half := games.RandomPiles(r, 1, most, 6)
		piles := slices.Clone(half)
		slices.Reverse(half)
		piles = append(piles, half...)
		if r.IntN(2) == 0 {
			piles[0] += between(r, 1, 4)
		} else {
			piles = append([]uint64{between(r, 1, 6)}, piles...)
		}
		if r.IntN(2) == 0 {
			slices.Reverse(piles)
		}
		return row(piles...)
	}
}

// nearConstant draws a row of equal piles of least to most counters, with a larger one at
// an end.
func nearConstant(least, most int) func(*rand.Rand) string {
	return func(r *rand.Rand) string {
		height := between(r, least, most)
		piles := slices.Repeat([]uint64{height}, int(between(r, 2, 5)))
		piles = append(piles, height+between(r, 1, 4))
		if r.IntN(2) == 0 {
			slices.Reverse(piles)
		}
		return row(piles...)
	}
}

// fourPiles draws a row of four piles, the inner ones far lower or far higher than the ends.
func fourPiles(r *rand.Rand) string {
	inner := func() uint64 {
		if r.IntN(2) == 0 {
			return between(r, 1, 2)
		}
		return between(r, 8, 9)
	}
	return row(between(r, 4, 6), inner(), inner(), between(r, 4, 6))
}

// threesAndFours draws two or three piles, one of them of 3 or 4.
func threesAndFours(r *rand.Rand) string {
	piles := append(games.RandomPiles(r, 1, 2, 6), between(r, 3, 4))
	r.Shuffle(len(piles), func(i, j int) { piles[i], piles[j] = piles[j], piles[i] })
	return row(piles...)
}

// either draws by one of two ways.
func either(one, other func(*rand.Rand) string) func(*rand.Rand) string {
	return func(r *rand.Rand) string {
		if r.IntN(2) == 0 {
			return one(r)
		}
		return other(r)
	}
}

// waiting draws two piles, the left one a little higher.
func waiting(least, most int) func(*rand.Rand) string {
	return func(r *rand.Rand) string {
		right := between(r, least, most)
		return row(right+between(r, 1, 2), right)
	}
}

// needs draws a row with one pile or two between the ends, which are about as high as
// these need.
func needs(r *rand.Rand) string {
	one, other := between(r, 1, 4), uint64(0)
	if r.IntN(2) == 0 {
		other = between(r, 1, 4)
	}
	return row(between(r, 1, 7), one, other, between(r, 1, 6))
}
