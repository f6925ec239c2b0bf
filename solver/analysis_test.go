package solver

import (
	"context"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/nim"
	"nimatron/solver/theory"
)

func TestAnalyzeListsAtMostMaxWinning(t *testing.T) {
	// Misère Nim on 1,000 ones has 1,000 winning moves, the most that a multiset can.
	a, err := new(Solver).Analyze(context.Background(), nim.Misere, parse(t, nim.Misere, strings.Repeat("1 ", games.MaxPiles)))
	if err != nil || len(a.Winning.List) != theory.MaxWinning || !a.Winning.Complete {
		t.Errorf("%d winning moves, complete %v, %v", len(a.Winning.List), a.Winning.Complete, err)
	}
}
