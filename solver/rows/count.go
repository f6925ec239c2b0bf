package rows

import (
	"math/big"

	"nimatron/games"
)

// CountLost counts the rows of v, a variant of End-Nim, with this many piles, at least one, of 1 to
// n counters that the next player loses: Corollary 11b of docs/theory/theory.md.
func CountLost(v *games.Variant, piles int, n *big.Int) *big.Int {
	one := big.NewInt(1)
	sign := func(x *big.Int) *big.Int {
		if piles%2 == 0 {
			return new(big.Int).Set(x)
		}
		return new(big.Int).Neg(x)
	}
	count := new(big.Int).Exp(n, big.NewInt(int64(piles)), nil)
	count.Add(count, sign(n)).Quo(count, new(big.Int).Add(n, one))
	switch gameOf(v) {
	case misere:
		count.Sub(count, sign(one))
	case loop:
		count.Sub(count, sign(n))
	}
	return count
}
