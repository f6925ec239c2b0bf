package certcheck

import "math/big"

// lostWays follows the theorem on common ways: green roads lead to each stack that both players can ever reach. Then
// the player loses who has fewer counters that the other can never take, and to move also the one with as many if no
// stack is shared.
func (b *board) lostWays(full []int, side string) bool {
	all := func(int) bool { return true }
	mine, theirs := b.drive(side, all), b.drive(other(side), all)
	green := b.drive("", all)
	ahead, shared := new(big.Int), false
	for _, v := range full {
		switch n := new(big.Int).SetUint64(b.counters[v]); {
		case !theirs[v]:
			ahead.Add(ahead, n)
		case !mine[v]:
			ahead.Sub(ahead, n)
		default:
			must(green[v], "no green road leads to a stack that both can reach")
			shared = true
		}
	}
	return ahead.Sign() < 0 || ahead.Sign() == 0 && !shared
}
