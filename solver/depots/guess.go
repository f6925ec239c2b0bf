package depots

import (
	"slices"

	"nimatron/games"
	"nimatron/games/depotnim"
)

// Guess returns the move to make in p, which is not over, when nothing is proved.
// It plays Nim with the stacks that are open, as if no others would ever open: it
// makes their nim-sum 0, and where it is 0 already takes 1 from the largest, which
// opens nothing as long as that has two.
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
