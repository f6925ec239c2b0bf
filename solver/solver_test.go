package solver

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/endnim"
	"nimatron/games/gamestest"
	"nimatron/games/nim"
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

// joined returns moves in canonical form with spaces between them.
func joined(moves []games.Move) string { return strings.Join(gamestest.Texts(moves), " ") }

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
	if err != nil {
		t.Fatal(err)
	}
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

func TestWinningGoldens(t *testing.T) {
	const million = "1000000000000000000"
	for _, c := range []struct {
		v        *games.Variant
		position string
		want     string
	}{
		{nim.Normal, "0", ""},
		{nim.Normal, "3 5 7", "1-1 2-1 3-1"},
		{nim.Normal, "3 5 6", ""},
		{nim.Normal, "4 4 4", "1-4 2-4 3-4"},
		{nim.Normal, million, "1-" + million},
		{nim.Misere, "0", ""},
		{nim.Misere, "1", ""},
		{nim.Misere, "1 1", "1-1 2-1"},
		{nim.Misere, "1 1 5", "3-4"},
		{nim.Misere, "1 5", "2-5"},
		{nim.Misere, "3 5 7", "1-1 2-1 3-1"},
		{endnim.Normal, "3 3 3 2 3 4 3 3", ""}, // Albert and Nowakowski's example
		{endnim.Normal, "3 5 2", "L-1"},
		{endnim.Normal, "5", "L-5"},
		{endnim.Normal, "5 5", ""},
		{endnim.Normal, "0", ""},
		{endnim.Normal, million + " 1 " + million, ""},
		{endnim.Normal, million + " 5", "L-999999999999999995"},
		{endnim.Misere, "0", ""},
		{endnim.Misere, "1", ""},
		{endnim.Misere, "5", "L-4"},
		{endnim.Misere, "1 1", "L-1 R-1"},
		{endnim.Loop, "5", ""},
		{endnim.Loop, "2 2", "L-2 R-2"},
		{endnim.Loop, "2 2 2", ""},
	} {
		moves, complete, err := new(Solver).Winning(context.Background(), c.v, parse(t, c.v, c.position), 100)
		if got := joined(moves); got != c.want || !complete || err != nil {
			t.Errorf("%s %s: winning %q, complete %v, %v; want %q", c.v.ID, c.position, got, complete, err, c.want)
		}
	}
}

func TestGrundy(t *testing.T) {
	for _, c := range []struct {
		v        *games.Variant
		position string
		want     string
	}{
		{nim.Normal, "3 5 7", "1"},
		{nim.Normal, "0", "0"},
		{nim.Misere, "3 5 7", ""},
		{endnim.Normal, "0", "0"},
		{endnim.Normal, "7", "7"},
		{endnim.Normal, "3 5", "6"},
		{endnim.Normal, "3 3 3 2 3 4 3 3", "0"},
		{endnim.Loop, "9", "0"},
		{endnim.Loop, "3 5", "7"},
		{endnim.Misere, "0", ""},
		{endnim.Misere, "1", "0"},
		{endnim.Misere, "4", "3"},
		{endnim.Misere, "4 4", "0"},
	} {
		a := must.Get(new(Solver).Analyze(context.Background(), c.v, parse(t, c.v, c.position)))(t)
		got := ""
		if a.GrundyKnown {
			got = strconv.FormatUint(a.Grundy, 10)
		}
		if got != c.want {
			t.Errorf("%s %s: grundy %q, want %q", c.v.ID, c.position, got, c.want)
		}
	}
}
