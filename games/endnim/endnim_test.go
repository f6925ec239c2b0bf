package endnim_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/games/gamestest"
)

// parse parses a valid position.
func parse(t gamestest.TB, v *games.Variant, text string, first games.Side) *endnim.Row {
	t.Helper()
	return gamestest.Parse(t, v, text, first).(*endnim.Row)
}

// TestTakingIsSubtraction takes any number from either end of any row, and compares with a row
// computed independently.
func TestTakingIsSubtraction(t *testing.T) {
	pile := rapid.OneOf(rapid.Uint64Range(1, 9), rapid.Uint64Range(1, games.MaxPile), rapid.Just(uint64(games.MaxPile)))
	rapid.Check(t, func(t *rapid.T) {
		row := rapid.SliceOfN(pile, 2, 8).Draw(t, "row")
		end, i := "L", 0
		if rapid.Bool().Draw(t, "right") {
			end, i = "R", len(row)-1
		}
		count := rapid.OneOf(rapid.Uint64Range(0, 10), rapid.Uint64(), rapid.Just(row[i]), rapid.Just(row[i]+1)).Draw(t, "count")

		p := parse(t, endnim.Normal, string(games.AppendPiles(nil, row, -1)), games.Left)
		step, err := gamestest.Play(p, fmt.Sprintf("%s-%d", end, count))
		if legal := count >= 1 && count <= row[i]; legal != (err == nil) {
			t.Fatalf("taking %d from %d: %v", count, row[i], err)
		}
		if !slices.Equal(p.Piles(), row) {
			t.Fatalf("the row %v became %v", row, p.Piles())
		}
		if err != nil {
			return
		}
		want := slices.Clone(row)
		if want[i] -= count; want[i] == 0 {
			want = slices.Delete(want, i, i+1)
		}
		if got := step.Position.(*endnim.Row).Piles(); !slices.Equal(got, want) {
			t.Fatalf("%s-%d on %v leaves %v, want %v", end, count, row, got, want)
		}
	})
}

// TestRowsThatShareTheirPiles follows one line of play and branches at every position. A row after
// a deletion shares piles with the previous row, so no row may change a shared pile.
func TestRowsThatShareTheirPiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		row := rapid.SliceOfN(rapid.Uint64Range(2, 9), 2, 10).Draw(t, "row")
		var p games.Position = parse(t, endnim.Normal, string(games.AppendPiles(nil, row, -1)), games.Left)
		line, printed := []games.Position{p}, []string{p.String()}
		for !games.Over(p) {
			deletion := rapid.SampledFrom([]string{"L all", "R all"}).Draw(t, "deletion")
			for _, move := range []string{deletion, "L-1", "R-1"} {
				step, err := gamestest.Play(p, move)
				if err != nil {
					t.Fatalf("%s: %v", p, err)
				}
				line, printed = append(line, step.Position), append(printed, step.Position.String())
			}
			p = line[len(line)-3]
		}
		for i, p := range line {
			if p.String() != printed[i] {
				t.Fatalf("%s became %s", printed[i], p)
			}
		}
	})
}
