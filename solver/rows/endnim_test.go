package rows

import (
	"testing"

	"nimatron/games"
	"nimatron/games/endnim"
)

func parse(t testing.TB, v *games.Variant, position string) *endnim.Row {
	t.Helper()
	p, err := v.Parse(position, games.Left)
	if err != nil {
		t.Fatalf("%s %s: %v", v.ID, position, err)
	}
	return p.(*endnim.Row)
}

// eachRow yields all rows of 1 to maxPiles piles of at most maxPile.
func eachRow(maxPiles int, maxPile uint64, yield func(string)) {
	var extend func(row []uint64)
	extend = func(row []uint64) {
		if len(row) > 0 {
			yield(string(games.AppendPiles(nil, row, -1)))
		}
		if len(row) == maxPiles {
			return
		}
		for n := uint64(1); n <= maxPile; n++ {
			extend(append(row, n))
		}
	}
	extend(nil)
}
