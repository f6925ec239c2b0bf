package rows

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/games/gamestest"
	"nimatron/solver/search"
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

// TestEndNimAgreesWithSearch compares verdicts and winning moves with the rules.
func TestEndNimAgreesWithSearch(t *testing.T) {
	for _, v := range rowVariants {
		rules := search.New(v, 1<<40)
		check := func(position string) {
			p := parse(t, v, position)
			want, _, err := rules.Winning(t.Context(), p, 1000)
			if err != nil {
				t.Fatal(err)
			}
			got, complete := EndNim{}.Winning(v, p, 1000)
			if !complete || !slices.Equal(sorted(got), sorted(want)) {
				t.Fatalf("%s %s: winning %v, complete %v; the search says %v", v.ID, p, got, complete, want)
			}
			won, err := rules.Wins(t.Context(), p)
			if err != nil || (EndNim{}).Wins(v, p) != won {
				t.Fatalf("%s %s: the search says that it is won: %v, %v", v.ID, p, won, err)
			}
		}
		eachRow(4, 4, check)
		r := rand.New(rand.NewPCG(1, 2))
		for range 100 {
			check(gamestest.RandomRow(r, 6, 4))
			check(gamestest.RandomRow(r, 3, 12))
		}
	}
}

// sorted returns the texts of moves in alphabetical order.
func sorted(moves []games.Move) []string {
	var list []string
	for _, m := range moves {
		list = append(list, m.String())
	}
	slices.Sort(list)
	return list
}
