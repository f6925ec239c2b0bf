package solver

import (
	"context"
	"slices"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest"
	"nimatron/games/splitnim"
	"nimatron/internal/must"
	"nimatron/solver/search"
)

func parse(t testing.TB, v *games.Variant, position string) games.Position {
	t.Helper()
	p, err := v.Parse(position, games.Left)
	if err != nil {
		t.Fatalf("%s %s: %v", v.ID, position, err)
	}
	return p
}

// compare compares a theorem with the search: the outcome and all winning moves.
func compare(t testing.TB, theorem prover, rules *search.Search, p games.Position) {
	t.Helper()
	ctx := context.Background()
	const all = 1 << 20
	wantWon := must.Get(rules.Wins(ctx, theorem.variant, p))(t)
	won, moves, err := theorem.verdict(ctx, p, all)
	if err != nil || won != wantWon || !moves.Complete {
		t.Fatalf("%s %s: wins %v, complete %v, %v; the search says %v", theorem.variant.ID, p, won, moves.Complete, err, wantWon)
	}
	want, _, err := rules.Winning(ctx, theorem.variant, p, all)
	must.OK(t, err)
	if got, want := slices.Sorted(slices.Values(gamestest.Texts(moves.List))), slices.Sorted(slices.Values(gamestest.Texts(want))); !slices.Equal(got, want) {
		t.Fatalf("%s %s: winning %v, the search says %v", theorem.variant.ID, p, moves.List, want)
	}
}

func FuzzTheoremsAgreeWithSearch(f *testing.F) {
	f.Add(uint8(2), []byte{3, 3, 3, 2, 3, 4, 3, 3})
	f.Add(uint8(1), []byte{1, 1, 1})
	f.Fuzz(func(t *testing.T, which uint8, heights []byte) {
		all := catalog.Standard.All()
		v := all[int(which)%len(all)]
		first := games.Side(which / 128)
		var row []uint64
		piles, height := 5, byte(6)
		if v.Family == splitnim.Family {
			piles, height = 3, 5 // splits lead to many more positions
		}
		for _, h := range heights[:min(piles, len(heights))] {
			row = append(row, uint64(h%height)+1)
		}
		p, err := v.Parse(string(games.AppendPiles(nil, row, -1)), first)
		if err != nil {
			t.Skip()
		}
		compare(t, new(Solver).prover(v), search.New(v, 1<<40), p)
	})
}
