package splits

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nimatron/games"
	"nimatron/games/nim"
	"nimatron/solver/theory"
)

// TestSplitReasonsHold checks reasons on all small positions, many of which only a split wins, and
// on random ones.
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

// checkReason checks that a reason's move wins, and that it is a split exactly if no removal wins.
// It reports whether it is.
func checkReason(t failer, q int64, piles []uint64) (onlySplits bool) {
	t.Helper()
	v, p := splitBoard(t, q, piles)
	reason := SplitNim{}.Reason(v, p, games.Move{})
	moves, complete := SplitNim{}.Winning(v, p, theory.MaxWinning)
	if won := reason.Claim == theory.CanWin; won != (len(moves) > 0) {
		t.Fatalf("q = %d, %s: %d moves win, but %+v", q, p, len(moves), reason)
	}
	if reason.Claim != theory.CanWin {
		return false
	}
	next, err := p.Play(reason.Move)
	if err != nil || WorthOf(q).nimSum(next.(*nim.Board).Piles()) != 0 {
		t.Fatalf("q = %d, %s: %s does not win, %v", q, p, reason.Move, err)
	}
	onlySplits = !slices.ContainsFunc(moves, func(m games.Move) bool { return m.Kind == games.Take })
	if complete && reason.Justification.(*Justification).Splits() != onlySplits {
		t.Fatalf("q = %d, %s: %s; the winning moves are %.200s", q, p, reason.Move, fmt.Sprint(moves))
	}
	return onlySplits
}
