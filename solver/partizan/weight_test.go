package partizan_test

import (
	"slices"
	"testing"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/internal/testlong"
	"nimatron/solver/partizan"
	"nimatron/values"
)

// rowsOf are the values of rows by the definition of the game, in canonical form.
type rowsOf struct {
	*values.Store
	known map[string]values.Game
}

func newRows() rowsOf {
	return rowsOf{values.New(values.Limits{Bytes: 1 << 30}), map[string]values.Game{}}
}

// row returns the value of a row.
func (r rowsOf) row(piles ...byte) values.Game {
	if g, ok := r.known[string(piles)]; ok || len(piles) == 0 {
		return g
	}
	var options [2][]values.Game
	for side, end := range []int{0, len(piles) - 1} {
		rest := slices.Clone(piles)
		for rest[end]--; rest[end] > 0; rest[end]-- {
			options[side] = append(options[side], r.row(rest...))
		}
		options[side] = append(options[side], r.row(slices.Delete(rest, end, end+1)...))
	}
	g := r.Game(options[0], options[1])
	r.known[string(piles)] = g
	return g
}

// rowsOfCounters yields all rows of n counters.
func rowsOfCounters(n int, yield func(piles []byte)) {
	for gaps := range 1 << (n - 1) {
		piles := []byte{1}
		for i := range n - 1 {
			if gaps>>i&1 == 1 {
				piles = append(piles, 1)
			} else {
				piles[len(piles)-1]++
			}
		}
		yield(piles)
	}
}

func position(t *testing.T, piles []byte) games.Position {
	t.Helper()
	var text []uint64
	for _, p := range piles {
		text = append(text, uint64(p))
	}
	p, err := endnim.Partizan.Parse(string(games.AppendPiles(nil, text, -1)), games.Left)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestTheorem21bWeights holds the weights by theorem to the calculus of atomic weights, on the
// canonical forms of all rows of a few counters.
func TestTheorem21bWeights(t *testing.T) {
	r := newRows()
	for n := 1; n <= testlong.Times(11, 15, 18); n++ {
		rowsOfCounters(n, func(piles []byte) {
			g := r.row(piles...)
			w, _ := r.AtomicWeight(g)
			weight, whole := r.IntegerOf(w)
			got := partizan.Family.Worth(position(t, piles))
			if !whole || int(weight) != got.Weight {
				t.Fatalf("%v has the weight %d, got %+v", piles, weight, got)
			}
			_, ups, nim, plain := r.Plain(g)
			if nimber := plain && ups == 0; nimber != got.Exact || nimber && nim != int(got.Nimber) {
				name, _ := r.Name(g)
				t.Fatalf("%v is %s, got %+v", piles, name, got)
			}
		})
	}
	if r.Err() != nil {
		t.Fatal(r.Err())
	}
}
