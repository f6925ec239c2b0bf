package splits

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nimatron/games"
	"nimatron/games/gamestest"
	"nimatron/games/nim"
	"nimatron/games/splitnim"
	"nimatron/internal/must"
	"nimatron/solver/theory"
)

// TestMisereSplitWinningMovesMid tries all moves of piles of hundreds, judged by Theorem 26a with
// mex values. Positions have a single pile above 1 as often as several.
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
			var xor, highest uint64
			for _, n := range p.(*nim.Board).Piles() {
				xor ^= tables[q][n]
				highest = max(highest, n)
			}
			return (xor == 0) == (highest > 1)
		}
		v := splitnim.Misere(int64(q))
		p := must.Get(v.Parse(string(games.AppendPiles(nil, piles, -1)), games.Left))(t)
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
