package depots_test

import (
	"math/rand/v2"
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/depotnim/bruteforce"
	"nimatron/games/gamestest"
	"nimatron/games/sum"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/solver"
	"nimatron/solver/depots"
	"nimatron/solver/sums"
)

// TestCommonWays compares boards whose mean is counted with brute force: the player ahead wins, no matter who starts.
func TestCommonWays(t *testing.T) {
	counted, ahead := 0, 0
	for seed := range uint64(testlong.Times(150, 300, 20_000)) {
		r := rand.New(rand.NewPCG(seed, 8))
		text := randomBoard(depotnim.Coloured, r)
		p, err := depotnim.Coloured.Parse(text, games.Left)
		if err != nil {
			continue // a stack that nobody reaches
		}
		mean := depots.CommonMean(p.(*depotnim.Position))
		game := bruteforce.Read(depotnim.Coloured.ID, text)
		game.Limit = 60_000
		left, err := game.Wins(bruteforce.Left)
		if mean == nil || err != nil {
			continue
		}
		right := must.Get(game.Wins(bruteforce.Right))(t)
		counted++
		searched, _, err := sums.Mean(t.Context(), solver.FamilyOf, []sum.Part{{Variant: depotnim.Coloured, Position: p}})
		if err != nil || searched.Cmp(mean) != 0 {
			t.Errorf("%s: the mean is counted as %s, and %v by its options; %v", text, mean, searched, err)
		}
		if mean.Sign() != 0 {
			ahead++
			if won := mean.Sign() > 0; left != won || right == won {
				t.Errorf("%s: Left is %s ahead; moving first Left wins: %v, Right: %v", text, mean, left, right)
			}
		}
	}
	if counted < 60 || ahead < 30 {
		t.Errorf("only %d are counted, %d of them with a lead", counted, ahead)
	}
}

// TestSharedWithoutGreen has a board whose shared stack is on roads of one colour: its mean is not counted.
func TestSharedWithoutGreen(t *testing.T) {
	p := gamestest.Parse(t, depotnim.Coloured, "a=2 b=1 c=1; *<a a<b b>c *>c", games.Left).(*depotnim.Position)
	if mean := depots.CommonMean(p); mean != nil {
		t.Errorf("the mean is counted as %s", mean)
	}
}
