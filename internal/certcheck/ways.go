package certcheck

import "math/big"

// lostWays follows the theorems on common ways and rings: green roads lead to each stack that both players can ever
// reach, or it lies on a ring. Then the player loses who is behind by the counters that the other can never take and by
// what the rings are worth, and to move also the one who is level if nothing but numbers, and rings that the other one
// wins, are there.
func (b *board) lostWays(full []int, side string) bool {
	all := func(int) bool { return true }
	left, right, green := b.drive("L", all), b.drive("R", all), b.drive("", all)
	ahead, helps, onRing := new(big.Rat), false, map[int]bool{} // Left's lead, and whether something may help side
	for _, v := range full {
		if left[v] && right[v] && !green[v] {
			a, c := b.ring(v)
			must(a >= 0 && c >= 0, "no green road leads to a stack that both can reach")
			mean, wins := ringOf(b.counters[a], b.counters[v], b.counters[c])
			onRing[a], onRing[v], onRing[c] = true, true, true
			ahead.Add(ahead, mean)
			helps = helps || wins == "N" || wins == side
		}
	}
	for _, v := range full {
		n := new(big.Rat).SetInt(new(big.Int).SetUint64(b.counters[v]))
		switch {
		case onRing[v]:
		case !right[v]:
			ahead.Add(ahead, n)
		case !left[v]:
			ahead.Sub(ahead, n)
		default:
			helps = true
		}
	}
	if side == "R" {
		ahead.Neg(ahead)
	}
	return ahead.Sign() < 0 || ahead.Sign() == 0 && !helps
}

// ring returns the other two places of the ring through v, -1 where the roads make none: from home over a place that
// only Left reaches, v, and one that only Right reaches, back home.
func (b *board) ring(v int) (a, c int) {
	ends := map[byte]int{'<': -1, '>': -1}
	home := len(b.start) - 1
	for _, r := range b.roads[v] {
		roads := b.roads[r.to]
		if r.sign == '-' || len(b.roads[v]) != 2 || len(roads) != 2 || roads[0].sign != r.sign || roads[1].sign != r.sign {
			return -1, -1
		}
		if to := roads[0].to + roads[1].to; to == home+v && (roads[0].to == home || roads[1].to == home) {
			ends[r.sign] = r.to
		}
	}
	return ends['<'], ends['>']
}

// ringOf returns what a ring of x, k and y counters is worth, and who wins it beside that number: "" if nobody moving
// first, as it is the number.
func ringOf(x, k, y uint64) (mean *big.Rat, wins string) {
	number := func(n, less uint64, sign int64) *big.Rat {
		of := new(big.Int).Sub(new(big.Int).SetUint64(n), new(big.Int).SetUint64(less))
		return new(big.Rat).SetInt(of.Mul(of, big.NewInt(sign)))
	}
	sign, more, fewer := int64(1), x, y
	if y > x {
		sign, more, fewer = -1, y, x
	}
	switch d := more - fewer; {
	case fewer == 0 && more >= k:
		return number(more, k, sign), ""
	case fewer == 0 && more == 0, fewer > 0 && more <= k:
		return new(big.Rat), "N"
	case fewer == 0: // the shared stack is higher than the other's: that player has the last word
		return new(big.Rat), map[int64]string{1: "R", -1: "L"}[sign]
	case d > k:
		return number(d, k, sign), ""
	case d == 0:
		return new(big.Rat), ""
	default:
		must(k-d < 64, "a ring is worth too small a fraction")
		whole := new(big.Int).Lsh(big.NewInt(1), uint(k+1-d))
		return new(big.Rat).SetFrac(big.NewInt(sign), whole), ""
	}
}
