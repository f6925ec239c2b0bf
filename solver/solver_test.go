package solver

import (
	"context"
	"math/rand/v2"
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

// compare holds a theorem against the search: outcome and all winning moves.
func compare(t testing.TB, theorem prover, rules *search.Search, p games.Position) {
	t.Helper()
	ctx := context.Background()
	const all = 1 << 20
	wantWon, err := rules.Wins(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	won, moves, err := theorem.verdict(ctx, p, all)
	if err != nil || won != wantWon || !moves.Complete {
		t.Fatalf("%s %s: wins %v, complete %v, %v; the search says %v", theorem.variant.ID, p, won, moves.Complete, err, wantWon)
	}
	want, _, err := rules.Winning(ctx, p, all)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := slices.Sorted(slices.Values(gamestest.Texts(moves.List))), slices.Sorted(slices.Values(gamestest.Texts(want))); !slices.Equal(got, want) {
		t.Fatalf("%s %s: winning %v, the search says %v", theorem.variant.ID, p, moves.List, want)
	}
}

// eachRow yields all rows of at most maxPiles piles of at most maxPile, the empty
// one included.
func eachRow(maxPiles int, maxPile uint64, yield func(string)) {
	var extend func(row []uint64)
	extend = func(row []uint64) {
		yield(string(games.AppendPiles(nil, row, -1)))
		if len(row) == maxPiles {
			return
		}
		for n := uint64(1); n <= maxPile; n++ {
			extend(append(row, n))
		}
	}
	extend(nil)
}

// onPiles are the variants whose positions are piles and nothing else.
var onPiles = []*games.Variant{nim.Normal, nim.Misere, endnim.Normal, endnim.Misere, endnim.Loop}

func TestTheoremsAgreeWithSearch(t *testing.T) {
	for _, v := range onPiles {
		t.Run(v.ID, func(t *testing.T) {
			theorem, rules := new(Solver).prover(v), search.New(v, 1<<40)
			check := func(position string) {
				if p, err := v.Parse(position, games.Left); err == nil {
					compare(t, theorem, rules, p)
				}
			}
			eachRow(4, 5, check)
			r := rand.New(rand.NewPCG(1, 2))
			for range 300 {
				check(gamestest.RandomRow(r, 6, 4))
				check(gamestest.RandomRow(r, 3, 12))
			}
		})
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
			piles, height = 3, 5 // splits make many more positions
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

func TestWinningStopsAtLimit(t *testing.T) {
	ones := strings.Repeat("1 ", 6) // misère Nim: each of the six wins
	row := "2 2 2"                  // End-Nim: both ends win
	for limit := range 9 {
		moves, complete, _ := new(Solver).Winning(context.Background(), nim.Misere, parse(t, nim.Misere, ones), limit)
		if len(moves) != min(limit, 6) || complete != (limit >= 6) {
			t.Errorf("limit %d: %v, complete %v", limit, moves, complete)
		}
		moves, complete, _ = new(Solver).Winning(context.Background(), endnim.Normal, parse(t, endnim.Normal, row), limit)
		if len(moves) != min(limit, 2) || complete != (limit >= 2) {
			t.Errorf("limit %d: %v, complete %v", limit, moves, complete)
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
		a, err := new(Solver).Analyze(context.Background(), c.v, parse(t, c.v, c.position))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if a.GrundyKnown {
			got = strconv.FormatUint(a.Grundy, 10)
		}
		if got != c.want {
			t.Errorf("%s %s: grundy %q, want %q", c.v.ID, c.position, got, c.want)
		}
	}
}
