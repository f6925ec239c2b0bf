package splits

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nimatron/games"
	"nimatron/games/gamestest"
	"nimatron/games/splitnim"
	"nimatron/solver/theory"
)

// TestMisereSplitAgreesWithOracle uses the oracle that knows the rules only: who wins, all
// moves that do, and that the reason of each names it. No position has a Grundy value.
func TestMisereSplitAgreesWithOracle(t *testing.T) {
	for _, q := range []int64{-3, -2, -1, 0, 1, 2, 3, 4, 6} {
		v := splitnim.Misere(q)
		model, ok := gamestest.Lookup(v.ID)
		if !ok {
			t.Fatalf("%s has no model", v.ID)
		}
		oracle := gamestest.NewOracle(model)
		starts := append(model.Starts(4, 3), model.Starts(3, 5)...)
		for n := 6; n <= 10; n++ { // what can be split with a larger q
			starts = append(starts, fmt.Sprint(n), fmt.Sprint(n, " 1"), fmt.Sprint(n, " 1 1"), fmt.Sprint(n, " 2"))
		}
		for _, start := range append(starts, "0") {
			state := gamestest.State{Position: start, Owner: games.Left}
			p := gamestest.Parse(t, v, start, games.Left)
			if won := (SplitNim{}).Wins(v, p); won != oracle.Wins(state) {
				t.Fatalf("%s %s: wins %v", v.ID, start, won)
			}
			want := oracle.Winning(state)
			got, complete := SplitNim{}.Winning(v, p, theory.MaxWinning)
			slices.Sort(want)
			if !complete || !slices.Equal(slices.Sorted(slices.Values(gamestest.Texts(got))), want) {
				t.Fatalf("%s %s: winning %v, complete %v; want %v", v.ID, start, got, complete, want)
			}
			if _, known := (SplitNim{}).Grundy(t.Context(), v, p, 0); known {
				t.Fatalf("%s %s has a Grundy value", v.ID, start)
			}
			for i, m := range append(got, games.Move{}) {
				r := SplitNim{}.Reason(v, p, m)
				if (r.Claim == theory.CanWin) != (len(got) > 0) || i < len(got) && r.Move != m || len(got) > 0 && !slices.Contains(got, r.Move) {
					t.Fatalf("%s %s, %s: the reason is %+v; the winning moves are %v", v.ID, start, m, r, got)
				}
			}
		}
	}
}

// TestMisereSplitWinningMovesMid tries all moves of piles of hundreds, judged by Theorem 26a
// with values by mex: just one pile above 1 as often as several.
func TestMisereSplitWinningMovesMid(t *testing.T) {
	const largest = 400
	tables := map[int][]uint64{}
	rapid.Check(t, func(t *rapid.T) {
		q := rapid.OneOf(rapid.IntRange(-6, 12), rapid.SampledFrom([]int{-150, 126, 128})).Draw(t, "q")
		if tables[q] == nil {
			tables[q] = valuesByRules(int64(q), 2*largest)
		}
		high := rapid.SliceOfN(rapid.Uint64Range(1, largest), 1, 3).Draw(t, "piles")
		piles := append(slices.Repeat([]uint64{1}, rapid.IntRange(0, 3).Draw(t, "ones")), high...)
		lost := func(p games.Position) bool {
			var xor uint64
			ones, board := 0, p.(*splitnim.Board).Piles()
			for _, n := range board {
				xor ^= tables[q][n]
				if n == 1 {
					ones++
				}
			}
			if ones == len(board) {
				return ones%2 == 1
			}
			return xor == 0
		}
		v := splitnim.Misere(int64(q))
		p, err := v.Parse(string(games.AppendPiles(nil, piles, -1)), games.Left)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for step := range p.Options() {
			if lost(step.Position) {
				want = append(want, step.Move.String())
			}
		}
		got, complete := SplitNim{}.Winning(v, p, theory.MaxWinning)
		slices.Sort(want)
		if !complete || !slices.Equal(slices.Sorted(slices.Values(gamestest.Texts(got))), want) || (len(want) == 0) != lost(p) || (SplitNim{}).Wins(v, p) == lost(p) {
			t.Fatalf("%s %s: winning %v, complete %v; want %v", v.ID, p, got, complete, want)
		}
		few, complete := SplitNim{}.Winning(v, p, 1)
		if complete != (len(got) <= 1) || !slices.Equal(few, got[:min(1, len(got))]) {
			t.Fatalf("%s %s: the first is %v of %v, complete %v", v.ID, p, few, got, complete)
		}
	})
}
