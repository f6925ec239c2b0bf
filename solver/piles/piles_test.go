package piles_test

import (
	"fmt"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/nim"
	"nimatron/internal/must"
	"nimatron/solver/piles"
)

// A huge pile has 10^18 winning numbers or very few. Both lists are returned at once.
func TestWinningNumbersOfHugePiles(t *testing.T) {
	const huge = "1000000000000000000"
	for _, c := range []struct {
		v        *games.Variant
		position string
		want     string
		complete bool
	}{
		{nim.MoveReverse, "1 [" + huge + "]", "-1 -2 -3", false},
		{nim.MoveReverse, "[" + huge + "]", "-999999999999999999", true},
		{nim.PileReverse, "[" + huge + "]", "-1000000000000000000", true},
		{nim.PileReverse, "1 2 [" + huge + "]", "-1 -2 -3", false},
	} {
		p := must.Get(c.v.Parse(c.position, games.Left))(t)
		moves, complete := piles.ReverseNim{}.Winning(c.v, p, 3)
		if got := strings.Trim(fmt.Sprint(moves), "[]"); got != c.want || complete != c.complete {
			t.Errorf("%s %s: winning %s, complete %v; want %s, %v", c.v.ID, c.position, got, complete, c.want, c.complete)
		}
	}
}

func ExampleReverseNim() {
	p, err := nim.MoveReverse.Parse("3 1", games.Left)
	if err != nil {
		fmt.Println(err)
		return
	}
	moves, _ := piles.ReverseNim{}.Winning(nim.MoveReverse, p, 10)
	reason := piles.ReverseNim{}.Reason(nim.MoveReverse, p, games.Move{})
	fmt.Println(moves, reason.Claim, reason.Move, reason.Justification.Rule())
	// Output: [2] win 2 count the ones
}
