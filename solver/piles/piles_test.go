package piles_test

import (
	"fmt"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/gamestest"
	"nimatron/games/nim"
	"nimatron/solver/piles"
	"nimatron/solver/theory"
)

// theories has the variants of this package with their theories.
var theories = map[*games.Variant]theory.Theorem{
	nim.Normal:             piles.Nim{},
	nim.Misere:             piles.Nim{},
	nim.MoveReverse:        piles.ReverseNim{},
	nim.MoveReverseMisere:  piles.ReverseNim{},
	nim.PileReverse:        piles.ReverseNim{},
	nim.PileReverseMisere:  piles.ReverseNim{},
	nim.TotalReverse:       piles.ReverseNim{},
	nim.TotalReverseMisere: piles.ReverseNim{},
}

// TestTheoriesAgreeWithOracle compares verdicts and winning moves, in order, with
// naive models of the games on everything that play reaches from small boards.
func TestTheoriesAgreeWithOracle(t *testing.T) {
	for v, known := range theories {
		model, ok := gamestest.Lookup(v.ID)
		if !ok {
			t.Fatalf("%s has no model", v.ID)
		}
		oracle := gamestest.NewOracle(model)
		for _, state := range oracle.Reachable(model.Starts(4, 5)) {
			p, err := v.Parse(state.Position, state.Owner)
			if err != nil {
				t.Fatal(err)
			}
			if got := known.Wins(v, p); got != oracle.Wins(state) {
				t.Fatalf("%s %v: won %v; the oracle says %v", v.ID, state, got, !got)
			}
			won := map[string]bool{}
			for _, move := range oracle.Winning(state) {
				won[move] = true
			}
			moves, complete := known.Winning(v, p, 100)
			if !complete || len(moves) != len(won) {
				t.Fatalf("%s %v: winning %v, complete %v; the oracle says %v", v.ID, state, moves, complete, won)
			}
			for _, move := range moves {
				if !won[move.String()] {
					t.Fatalf("%s %v: %s does not win; the oracle says %v", v.ID, state, move, won)
				}
			}
		}
	}
}

// A huge pile has 10^18 winning numbers or very few, and both come at once.
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
		p, err := c.v.Parse(c.position, games.Left)
		if err != nil {
			t.Fatal(err)
		}
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
	fmt.Println(moves, reason.Claim, reason.Move, reason.Ground.Rule())
	// Output: [2] win 2 count the ones
}
