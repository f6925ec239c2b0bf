package certcheck

import (
	"fmt"
	"slices"
)

// lostHigh reports whether the board is high and lost. No move opens two stacks, and a stack that a
// move opens is higher, by 2 or more, than all other open stacks together. So a player who opens a
// stack loses, and the open stacks are piles of Nim of which some have to stay.
func (b *board) lostHigh() bool {
	open, total, sum := b.opened("L"), uint64(0), uint64(0)
	const many = 1 << 62
	for v := range open {
		if open[v] {
			total = min(total+b.counters[v], many)
		}
	}
	free := slices.Clone(open)
	for _, u := range b.full() {
		if open[u] {
			continue
		}
		var beside []uint64
		full := 0
		for _, r := range b.roads[u] {
			if b.counters[r.to] > 0 {
				full++
			}
			if open[r.to] {
				beside = append(beside, b.counters[r.to])
			}
		}
		need := 1
		if b.game == "tree-nim" {
			need = full - 1
		}
		if len(beside) < need {
			continue
		}
		for _, r := range b.roads[u] {
			if open[r.to] && (!free[r.to] || b.counters[u] < total-b.counters[r.to]+2) {
				return false
			}
			free[r.to] = false
		}
		sum ^= b.keeping(beside, len(beside)-need+1, map[string]uint64{})
	}
	for v := range free {
		if free[v] {
			sum ^= b.counters[v]
		}
	}
	return sum == 0
}

func (b *board) keeping(piles []uint64, stay int, known map[string]uint64) (value uint64) {
	piles = slices.DeleteFunc(slices.Clone(piles), func(n uint64) bool { return n == 0 })
	if len(piles) == stay {
		for _, n := range piles {
			value ^= n - 1
		}
		return value
	}
	slices.Sort(piles)
	text := fmt.Sprint(piles)
	if value, ok := known[text]; ok {
		return value
	}
	left := map[uint64]bool{}
	for i, n := range piles {
		for piles[i] = range n {
			b.spend(perStep*len(piles), moveBytes)
			left[b.keeping(piles, stay, known)] = true
		}
		piles[i] = n
	}
	for left[value] {
		value++
	}
	known[text] = value
	return value
}
