package depots

import (
	"slices"

	"nimatron/games"
	"nimatron/games/depotnim"
)

// Guess returns a move for a position that is neither over nor proved. It plays Nim on the open
// stacks as if no others would open. If the nim-sum is already 0 it takes 1 from the largest stack,
// which opens nothing if that has 2 or more.
func Guess(p *depotnim.Position) games.Move {
	open, counters := p.Open(p.Turn().Owner), p.Counters()
	sum := uint64(0)
	largest := slices.Index(open, true)
	for v, isOpen := range open {
		if isOpen {
			sum ^= counters[v]
			if counters[v] > counters[largest] {
				largest = v
			}
		}
	}
	for v, isOpen := range open {
		if left := counters[v] ^ sum; isOpen && left < counters[v] {
			return p.Take(v, counters[v]-left)
		}
	}
	return p.Take(largest, 1)
}
