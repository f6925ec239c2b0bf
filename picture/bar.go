package picture

import (
	"math"

	"nimatron/games"
)

// exact is the height up to which each counter is a block of its own.
const exact = 10

// eighths are the blocks that are filled to 0/8, 1/8 … 8/8 from below, and
// eighthsAcross those filled from the left.
var (
	eighths       = []rune(" ▁▂▃▄▅▆▇█")
	eighthsAcross = []rune(" ▏▎▍▌▋▊▉█")
)

// highest returns the height of the highest pile that is shown.
func highest(row games.Row, shown []int) uint64 {
	var top uint64
	for _, i := range shown {
		top = max(top, row.Piles[i])
	}
	return top
}

// scale returns the length of a pile of n in eighths of a block when a pile of
// top is blocks long. It is linear, so that twice the counters are twice the
// length, but never so short that a pile can't be seen.
func scale(n, top uint64, blocks int) int {
	full := float64(8 * blocks)
	return max(1, int(math.Round(float64(n)/float64(top)*full)))
}

// block returns the block at place k, from 0, of a bar of length eighths.
func block(blocks []rune, length, k int) rune {
	return blocks[min(max(length-8*k, 0), 8)]
}
