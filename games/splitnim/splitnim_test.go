package splitnim_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nimatron/games"
	"nimatron/games/gamestest"
	"nimatron/games/nim"
	"nimatron/games/splitnim"
)

func board(t gamestest.TB, q int64, position string) *nim.Board {
	t.Helper()
	return gamestest.Parse(t, splitnim.Of(q), position, games.Left).(*nim.Board)
}

// TestMovesByDefinition plays every take and every split with numbers beyond the pile, and compares
// with the rules: at least one counter is taken, or q are added and both parts are at most n-1.
// Options yields the same moves, each once.
func TestMovesByDefinition(t *testing.T) {
	const largest, beyond = 18, 32
	for q := -6; q <= 12; q++ {
		for n := 1; n <= largest; n++ {
			b := board(t, int64(q), fmt.Sprintf("1 %d", n))
			legal := map[string]string{} // by spelling: the canonical move, then the position after it
			play := func(text, canonical, after string, ok bool) {
				step, err := gamestest.Play(b, text)
				switch {
				case ok && (err != nil || step.Move.String() != canonical || step.Position.String() != after):
					t.Errorf("q = %d, %s: %s is played as %s to %v, %v; want %s to %s", q, b, text, step.Move, step.Position, err, canonical, after)
				case !ok && err == nil:
					t.Errorf("q = %d, %s: %s is played as %s to %s", q, b, text, step.Move, step.Position)
				case ok:
					legal[canonical] = after
				}
			}
			for count := range beyond {
				after := fmt.Sprintf("1 %d", n-count)
				take := fmt.Sprintf("2-%d", count)
				play(take, take, after, 1 <= count && count <= n)
			}
			for one := range beyond {
				for other := range beyond {
					small, large := min(one, other), max(one, other)
					split := fmt.Sprintf("2=%d+%d", small, large)
					after := fmt.Sprintf("1 %d %d", small, large)
					if small == 0 { // an empty part is a removal under another name
						split = fmt.Sprintf("2-%d", n-large)
						after = fmt.Sprintf("1 %d", large)
					}
					play(fmt.Sprintf("2=%d+%d", one, other), split, after, one+other == n+q && large <= n-1)
				}
			}
			legal["1-1"] = fmt.Sprintf("0 %d", n)
			checkOptions(t, b, legal)
		}
	}
}

// checkOptions compares Options with legal, which has no split of the first pile.
func checkOptions(t *testing.T, b *nim.Board, legal map[string]string) {
	t.Helper()
	seen := map[string]bool{}
	for step := range b.Options() {
		move := step.Move.String()
		after, ok := legal[move]
		if !ok || seen[move] || step.Position.String() != after || step.Position.Turn().Owner != games.Right {
			t.Errorf("q = %d, %s: Options yields %s to %s, want it once, to %q", b.Q(), b, step.Move, step.Position, after)
		}
		seen[move] = true
	}
	if len(seen) != len(legal) {
		t.Errorf("q = %d, %s: Options yields %d moves of %d", b.Q(), b, len(seen), len(legal))
	}
}

// TestPartsBounds checks that exactly the sizes that Parts allows are legal.
func TestPartsBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := rapid.OneOf(rapid.Int64Range(-9, 9), rapid.Int64Range(-splitnim.MaxQ, splitnim.MaxQ)).Draw(t, "q")
		n := rapid.Uint64Range(1, games.MaxPile).Draw(t, "n")
		sum, least, ok := nim.Parts(n, q)
		if wantOK := int64(n) >= max(q, -q)+2; ok != wantOK {
			t.Fatalf("a pile of %d can be split: %v, want %v", n, ok, wantOK)
		}
		if !ok {
			return
		}
		if int64(sum) != int64(n)+q || least < 1 || sum-least > n-1 || least > 1 && sum-(least-1) <= n-1 {
			t.Fatalf("the parts of %d make %d, the smaller from %d", n, sum, least)
		}
		small := rapid.Uint64Range(0, sum).Draw(t, "small")
		_, err := gamestest.Play(board(t, q, fmt.Sprint(n)), fmt.Sprintf("1=%d+%d", small, sum-small))
		allowed := least <= min(small, sum-small) || q < 0 && min(small, sum-small) == 0
		if (err == nil) != allowed {
			t.Fatalf("the split of %d into %d and %d: %v", n, small, sum-small, err)
		}
	})
}

// TestHugePartsNeverWrap draws parts near the bounds of uint64.
func TestHugePartsNeverWrap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := rapid.SampledFrom([]int64{-splitnim.MaxQ, -7, -1, 0, 1, 6, splitnim.MaxQ}).Draw(t, "q")
		n := rapid.Uint64Range(1, games.MaxPile).Draw(t, "n")
		one := rapid.Uint64Range(games.MaxPile, math.MaxUint64).Draw(t, "one")
		other := n + uint64(q) - one // correct modulo 2^64
		if step, err := gamestest.Play(board(t, q, fmt.Sprint(n)), fmt.Sprintf("1=%d+%d", one, other)); err == nil {
			t.Fatalf("a pile of %d is split by %s", n, step.Move)
		}
	})
}

func TestOptionsAreLazy(t *testing.T) {
	for _, c := range []struct {
		q    int64
		want []string
	}{
		{0, []string{"1-1", "2-1", "1=1+999999999999999999", "2=1+1", "1-2", "2-2", "1=2+999999999999999998", "1-3"}},
		{7, []string{"1-1", "2-1", "1=8+999999999999999999", "1-2", "2-2", "1=9+999999999999999998"}},
		{-7, []string{"1-1", "2-1", "1=1+999999999999999992", "1-2", "2-2", "1=2+999999999999999991"}},
		{splitnim.MaxQ, []string{"1-1", "2-1", "1-2", "2-2", "1-3", "1-4"}},
	} {
		var got []string
		for step := range board(t, c.q, "1000000000000000000 2").Options() {
			if got = append(got, step.Move.String()); len(got) == len(c.want) {
				break
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("q = %d: Options begins with %v, want %v", c.q, got, c.want)
		}
	}
}

// TestFullBoardStillSplits checks that only the parser bounds the number of piles. The theorem has
// no such bound, so a board that only a split wins must stay won.
func TestFullBoardStillSplits(t *testing.T) {
	b := board(t, 0, "3 2 1"+strings.Repeat(" 1", games.MaxPiles-4)+" 1")
	step, err := gamestest.Play(b, "1=1+2")
	if err != nil || len(step.Position.(*nim.Board).Piles()) != games.MaxPiles+1 {
		t.Fatalf("the split of a full board: %v", err)
	}
	split := false
	for step := range b.Options() {
		split = split || step.Move.String() == "1=1+2"
	}
	if !split {
		t.Error("Options has no split of a full board")
	}
}
