package depots

import (
	"slices"

	"nimatron/games"
	"nimatron/games/depotnim"
)

// Guess returns a move for a position that is neither over nor proved. It plays Nim on the open
// stacks, in which a stack that would open another counts one less, as it does on high boards. If
// the nim-sum is already 0 it takes 1 from the largest stack, which opens nothing if that has 2 or
// more.
func Guess(p *depotnim.Position) games.Move {
	open, counters := p.Open(p.Turn().Owner), p.Counters()
	kept := make([]uint64, len(open))
	sum := uint64(0)
	largest := slices.Index(open, true)
	for v, isOpen := range open {
		if isOpen {
			if opens(p, v) {
				kept[v] = 1
			}
			sum ^= counters[v] - kept[v]
			if counters[v] > counters[largest] {
				largest = v
			}
		}
	}
	for v, isOpen := range open {
		if left := (counters[v] - kept[v]) ^ sum + kept[v]; isOpen && left < counters[v] {
			return p.Take(v, counters[v]-left)
		}
	}
	return p.Take(largest, 1)
}

func opens(p *depotnim.Position, v int) bool {
	next, err := p.Play(p.Take(v, p.Counters()[v]))
	if err != nil {
		return false
	}
	before := p.Open(p.Turn().Owner)
	for u, isOpen := range next.(*depotnim.Position).Open(p.Turn().Owner) {
		if isOpen && !before[u] {
			return true
		}
	}
	return false
}
