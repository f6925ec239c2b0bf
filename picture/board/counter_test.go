package board_test

import (
	"testing"

	"nimatron/games"
	"nimatron/picture"
	"nimatron/picture/board"
	"nimatron/picture/drawing"
)

// TestSmallPilesAreWhole: among 30 piles, one of which is high, a pile of 4 shows its counters.
func TestSmallPilesAreWhole(t *testing.T) {
	piles := make([]uint64, 30)
	for i := range piles {
		piles[i] = uint64(1 + i%6)
	}
	piles[17] = 60
	d := draw(t, board.Board{Shape: games.Row{Piles: piles, Nominated: -1}}, picture.Style{})
	tears, counters := 0, map[string]bool{}
	for _, s := range d.Shapes {
		if l, ok := s.(drawing.Line); ok && len(l.Points) == 7 {
			tears++
		}
	}
	for _, thing := range d.Things {
		counters[thing.Name] = true
	}
	if tears != 2 || !counters["3/3"] || !counters["5/5"] {
		t.Errorf("%d lines of tears; counters: %v", tears, counters)
	}
}
