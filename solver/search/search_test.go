package search

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest"
	"nimatron/games/nim"
	"nimatron/internal/must"
	"nimatron/solver/theory"
)

// One search handles all positions of a game. Its memory must distinguish the turns.
func TestSearchRemembersTurnsApart(t *testing.T) {
	for _, v := range catalog.Standard.All() {
		model, ok := gamestest.Lookup(v.ID)
		if !ok {
			continue
		}
		s, oracle := New(v, 1<<30), gamestest.NewOracle(model)
		states := oracle.Reachable(oracle.SmallStarts(v, 3, 4))
		rand.New(rand.NewPCG(1, 2)).Shuffle(len(states), func(i, j int) { states[i], states[j] = states[j], states[i] })
		for _, state := range states {
			won, err := s.Wins(t.Context(), v, gamestest.Parse(t, v, state.Position, state.Owner))
			if err != nil || won != oracle.Wins(state) {
				t.Fatalf("%s %v: won %v, %v; the oracle says %v", v.ID, state, won, err, oracle.Wins(state))
			}
		}
	}
}

func TestBudgetCountsVisits(t *testing.T) {
	p := gamestest.Parse(t, nim.Normal, "2 2", games.Left)
	whole := New(nim.Normal, 1000)
	must.Get(whole.Wins(t.Context(), nim.Normal, p))(t)
	if _, err := New(nim.Normal, whole.Visited).Wins(t.Context(), nim.Normal, p); err != nil {
		t.Errorf("%d visits are not enough: %v", whole.Visited, err)
	}
	if _, err := New(nim.Normal, whole.Visited-1).Wins(t.Context(), nim.Normal, p); !errors.Is(err, theory.ErrBudget) {
		t.Errorf("%d visits are enough: %v", whole.Visited-1, err)
	}
}

func ExampleSearch_Winning() {
	p, err := nim.MoveReverse.Parse("1 [3]", games.Left)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := New(nim.MoveReverse, DefaultNodes)
	moves, complete, err := s.Winning(context.Background(), nim.MoveReverse, p, 10)
	fmt.Println(moves, complete, err)
	// Output: [-1 -3] true <nil>
}
