package referee

import (
	"math/rand/v2"

	"nimatron/games"
)

// A daily is a game that daily puzzles are from and how its boards are drawn.
type daily struct {
	variant string
	least   int // piles
	more    int // at most so many piles more
	high    int // the highest pile
	ones    int // so many piles in three are 1 whatever is drawn
}

// dailies are the games that daily puzzles are from. The puzzle of a day follows from
// the list, from its length and from every number in it, so it only ever grows by whole
// new lists with a first day: neither a game that is added to the catalog nor a better
// Generate must change the puzzle that some have solved already.
var dailies = [...]daily{
	{variant: "nim", least: 3, more: 2, high: 9},
	{variant: "nim/misere", least: 3, more: 2, high: 9},
	{variant: "move-reverse-nim", least: 3, more: 3, high: 6, ones: 1},
	{variant: "move-reverse-nim/misere", least: 3, more: 3, high: 6, ones: 1},
	{variant: "pile-reverse-nim", least: 3, more: 3, high: 6, ones: 1},
	{variant: "pile-reverse-nim/misere", least: 3, more: 3, high: 6, ones: 1},
	{variant: "total-reverse-nim", least: 3, more: 3, high: 6, ones: 1},
	{variant: "total-reverse-nim/misere", least: 3, more: 3, high: 6, ones: 1},
	{variant: "end-nim", least: 4, more: 2, high: 7},
	{variant: "end-nim/misere", least: 4, more: 2, high: 7},
	{variant: "end-nim/loop", least: 4, more: 2, high: 7},
	{variant: "partizan-end-nim", least: 4, more: 2, high: 7},
	{variant: "split-nim/0", least: 2, more: 2, high: 9},
	{variant: "split-nim/2", least: 2, more: 2, high: 9},
}

// draw returns the notation of a board.
func (d daily) draw(r *rand.Rand) string {
	piles := make([]uint64, d.least+r.IntN(d.more+1))
	for i := range piles {
		switch {
		case d.ones == 0:
			piles[i] = 1 + r.Uint64N(uint64(d.high))
		case r.IntN(3) < d.ones:
			piles[i] = 1
		default:
			piles[i] = 2 + r.Uint64N(uint64(d.high-1))
		}
	}
	return string(games.AppendPiles(nil, piles, -1))
}
