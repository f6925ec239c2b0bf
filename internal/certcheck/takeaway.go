package certcheck

import (
	"fmt"
	"slices"

	"nimatron/internal/pattern"
)

func (c *check) counted(piles []uint64) []uint64 {
	if c.most == 0 {
		return piles
	}
	piles = slices.Clone(piles)
	for i, n := range piles {
		piles[i] = n % (c.most + 1)
	}
	return piles
}

// fibonacci reports whether the player to move wins a pile of Fibonacci Nim, by the move if so.
func (c *check) fibonacci() bool {
	pile, most := readDoubling(c.match("position", doublingForm))
	if lostDoubling(pile, most) {
		return false
	}
	m := c.match("move", moveForm)
	count := number(m[2])
	must(m[1] == "1" && 1 <= count && count <= most && lostDoubling(pile-count, 2*count), "%.60s does not win", m[0])
	return true
}

var doublingForm = pattern.New(`^"(0|[1-9]\d*)(?: \| ([1-9]\d*))?"$`)

func readDoubling(m []string) (pile, most uint64) {
	pile, most = number(m[1]), number(m[2])
	if m[2] == "" {
		most = max(pile, 1) - 1
	}
	must(pile <= maxPile && most <= maxPile, "%.60s is no pile here", m[0])
	return pile, min(most, pile)
}

// lostDoubling reports whether the smallest part of Zeckendorf's sum may not be taken.
func lostDoubling(pile, most uint64) bool {
	for pile > 0 {
		a, b := uint64(1), uint64(2)
		for b <= pile {
			a, b = b, a+b
		}
		if pile -= a; pile == 0 {
			return a > most
		}
	}
	return true
}

func stepsDoubling(pile, most uint64, step func(name string, places []uint64)) {
	for count := uint64(1); count <= most; count++ {
		step(fmt.Sprintf("1-%d", count), []uint64{pile - count, min(2*count, pile-count)})
	}
}

func (p *part) pileWorth(piles []uint64) (w [2]uint64) {
	piles = p.counted(piles)
	for _, n := range piles {
		w[0] ^= p.value(n)
	}
	w[1] = w[0]
	if above(piles, 1) == 0 {
		w[1] ^= 1
	}
	return w
}
