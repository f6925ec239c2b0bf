package splits

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nimatron/games"
	"nimatron/games/splitnim"
	"nimatron/internal/golden"
	"nimatron/solver/theory"
)

// TestSplitReasons compares the reasons of positions of all forms with a file.
func TestSplitReasons(t *testing.T) {
	var got strings.Builder
	for _, c := range []struct {
		q        int64
		position string
	}{
		{0, "0"},
		{0, "5 7"},
		{0, "3 2 1"},
		{0, "3 3"},
		{-3, "3 4 1"},
		{2, "1 6"},
		{4, "12 8 6"},
		{6, "12 8 4"},
	} {
		v := splitnim.Of(c.q)
		p := parse(t, v, c.position)
		fmt.Fprintf(&got, "%s: %s\n%s\n", v.ID, p, SplitNim{}.AppendWhy(nil, v, p))
		for _, step := range (SplitNim{}).Steps(v, p) {
			fmt.Fprintf(&got, "    %s\n", step)
		}
		got.WriteByte('\n')
	}
	golden.Equal(t, "reasons.txt", got.String())
}

// TestSplitReasonsHold checks reasons on all small positions, where they are won
// by a split alone often enough, and on drawn ones.
func TestSplitReasonsHold(t *testing.T) {
	onlySplits := 0
	for _, q := range []int64{-2, 0, 1, 2, 4, 6, 8} {
		for n := uint64(1); n <= 20; n++ {
			for m := uint64(1); m <= n; m++ {
				for k := uint64(1); k <= m; k++ {
					if checkReason(t, q, []uint64{n, m, k}) {
						onlySplits++
					}
				}
			}
		}
	}
	if onlySplits < 30 {
		t.Errorf("only %d positions were won by splits alone", onlySplits)
	}
	rapid.Check(t, func(t *rapid.T) {
		piles := rapid.SliceOfN(rapid.Uint64Range(1, games.MaxPile), 1, 5).Draw(t, "piles")
		checkReason(t, drawQ(t), piles)
	})
}

// checkReason checks the length of a reason, that the move it tells of wins, and
// that it says "only a split" just where that is true, which it reports.
func checkReason(t failer, q int64, piles []uint64) (onlySplits bool) {
	t.Helper()
	v, p := splitBoard(t, q, piles)
	why := string(SplitNim{}.AppendWhy(nil, v, p))
	if len(why) > maxWhy || len(SplitNim{}.Steps(v, p)) == 0 {
		t.Fatalf("q = %d, %s: %d bytes, %s", q, p, len(why), why)
	}
	moves, complete := SplitNim{}.Winning(v, p, theory.MaxWinning)
	text, _, _ := strings.Cut(why, " ")
	move, err := p.Read(text)
	if won := err == nil; won != (len(moves) > 0) {
		t.Fatalf("q = %d, %s: %d moves win, but %s", q, p, len(moves), why)
	}
	if err != nil {
		return false
	}
	next, err := p.Play(move)
	if err != nil || ruleOf(q).nimSum(next.(*splitnim.Board).Piles()) != 0 {
		t.Fatalf("q = %d, %s: %s does not win, %v", q, p, move, err)
	}
	onlySplits = !slices.ContainsFunc(moves, func(m games.Move) bool { return m.Kind == games.Take })
	if complete && strings.Contains(why, "only a split") != onlySplits {
		t.Fatalf("q = %d, %s: %s; the winning moves are %.200s", q, p, why, fmt.Sprint(moves))
	}
	return onlySplits
}

// TestSplitLongestReasons has numbers of as many digits as there can be.
func TestSplitLongestReasons(t *testing.T) {
	const pairs = games.MaxPiles - 4
	for _, q := range []int64{-splitnim.MaxQ, 0, 1, 2, 4, 1<<59 - 2, splitnim.MaxQ} {
		for low := range uint64(8) {
			for high := range uint64(8) {
				piles := slices.Repeat([]uint64{1}, pairs)
				checkReason(t, q, append(piles, games.MaxPile-low, games.MaxPile-high))
				checkReason(t, q, append(piles, games.MaxPile-low, games.MaxPile-high, 1<<59+1, 1<<59+2))
				checkReason(t, q, []uint64{games.MaxPile - low, games.MaxPile - high, games.MaxPile - high, games.MaxPile - low})
			}
		}
	}
}
