package splits

import (
	"math/rand/v2"
	"testing"

	"nimatron/games"
)

// parse reads a position.
func parse(t testing.TB, v *games.Variant, position string) games.Position {
	t.Helper()
	p, err := v.Parse(position, games.Left)
	if err != nil {
		t.Fatalf("%s %s: %v", v.ID, position, err)
	}
	return p
}

func randomRow(r *rand.Rand, maxPiles int, maxPile uint64) string {
	row := make([]uint64, 1+r.IntN(maxPiles))
	for i := range row {
		row[i] = 1 + r.Uint64N(maxPile)
	}
	return string(games.AppendPiles(nil, row, -1))
}

// texts returns moves in canonical form.
func texts(moves []games.Move) []string {
	list := make([]string, len(moves))
	for i, m := range moves {
		list[i] = m.String()
	}
	return list
}

// grundy returns the Grundy value of a single pile by the theorem.
func grundy(q int64, n uint64) uint64 { return ruleOf(q).value(n) }
