package picture

import (
	"math"

	"nimatron/games"
)

// exact is the largest pile drawn with one block per counter.
const exact = 10

// eighths are blocks filled to 0/8, 1/8 … 8/8 from below, and eighthsAcross from the left.
var (
	eighths       = []rune(" ▁▂▃▄▅▆▇█")
	eighthsAcross = []rune(" ▏▎▍▌▋▊▉█")
)

func highest(row games.Row, shown []int) uint64 {
	var top uint64
	for _, i := range shown {
		top = max(top, row.Piles[i])
	}
	return top
}

// scale returns the length of a pile of n, in eighths of a block, if a pile of top is blocks long. It is
// linear, but at least 1, so that every pile is visible.
func scale(n, top uint64, blocks int) int {
	if n == 0 {
		return 0
	}
	full := float64(8 * blocks)
	return max(1, int(math.Round(float64(n)/float64(top)*full)))
}

func block(blocks []rune, length, k int) rune {
	return blocks[min(max(length-8*k, 0), 8)]
}
