package solver

import (
	"context"
	"errors"
	"slices"
	"testing"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/games/nim"
	"nimatron/solver/search"
	"nimatron/solver/theory"
)

// unknown returns v as if nobody had written a theorem for it.
func unknown(v *games.Variant) *games.Variant {
	w := *v
	w.Family = &games.Family{ID: "nobody's", Name: "Nobody's"}
	return &w
}

func TestSearchOfHalfMoves(t *testing.T) {
	// Move-Reverse Nim is lost for the owner of the turn exactly when the number
	// of ones is even (Holshouser and Reiter, Theorem 6 of docs/theory.md).
	v := unknown(nim.MoveReverse)
	for _, c := range []struct{ position, outcome, decides, winning string }{
		{"0", "P", "owner", ""},
		{"1", "N", "owner", "1"},
		{"3 1", "N", "owner", "2"},
		{"3 5", "P", "owner", ""},
		{"[3] 5", "N", "opponent", "-2"},
		{"3 [1]", "P", "opponent", ""},
	} {
		a, err := new(Solver).Analyze(context.Background(), v, parse(t, v, c.position))
		if err != nil {
			t.Fatal(err)
		}
		got := joined(a.Winning.List)
		if string(a.Outcome) != c.outcome || string(a.Decides) != c.decides || got != c.winning || a.Method != MethodSearch || !a.Exact {
			t.Errorf("%s: %+v", c.position, a)
		}
	}
}

func TestSearchOfPartizanGames(t *testing.T) {
	// The thresholds of 2 4 1 are L = 6 and R = 7 (Albert and Nowakowski 2001).
	v := unknown(endnim.Partizan)
	for _, c := range []struct{ position, outcome, left, right string }{
		{"0", "P", "", ""},
		{"2", "N", "L-2", "R-2"},
		{"5 2 4 1", "P", "", ""},
		{"6 2 4 1", "L", "L-1", ""},
		{"2 4 1 7", "R", "", "R-1"},
	} {
		a, err := new(Solver).Analyze(context.Background(), v, parse(t, v, c.position))
		if err != nil {
			t.Fatal(err)
		}
		left, right := joined(a.Left.List), joined(a.Right.List)
		if string(a.Outcome) != c.outcome || left != c.left || right != c.right || !a.Left.Complete || !a.Right.Complete {
			t.Errorf("%s: %+v", c.position, a)
		}
	}
}

func TestSearchBudget(t *testing.T) {
	v := unknown(nim.Normal)
	ctx := context.Background()
	for _, position := range []string{"99 99 99", "1000000000000000000", "1000000000000000000 3"} {
		s := &Solver{Nodes: 100_000}
		p := parse(t, v, position)
		if _, err := s.Wins(ctx, v, p); !errors.Is(err, ErrBudget) {
			t.Errorf("%s: Wins gives %v, want ErrBudget", position, err)
		}
		if moves, complete, err := s.Winning(ctx, v, p, 1); !errors.Is(err, ErrBudget) || complete || moves != nil {
			t.Errorf("%s: Winning gives %v %v %v, want ErrBudget", position, moves, complete, err)
		}
		if _, err := s.Explain(ctx, v, p); !errors.Is(err, ErrBudget) {
			t.Errorf("%s: Explain gives %v, want ErrBudget", position, err)
		}
		a, err := s.Analyze(ctx, v, p)
		if err != nil || a.Exact || a.Outcome != "" || a.Winning.Complete || a.Winning.List != nil {
			t.Errorf("%s: Analyze gives %+v, %v", position, a, err)
		}
	}
}

// A proved move stays proved when the budget ends before the list is complete.
func TestSearchKeepsWhatIsProved(t *testing.T) {
	v := unknown(nim.Misere)
	const position = "1 3 3"
	const enough = 1000 // nodes
	all, complete, err := search.New(v, enough).Winning(context.Background(), parse(t, v, position), 100)
	if err != nil || !complete {
		t.Fatal(all, complete, err)
	}
	partial := false
	for nodes := 1; nodes < enough; nodes++ {
		a, err := (&Solver{Nodes: nodes}).Analyze(context.Background(), v, parse(t, v, position))
		if err != nil {
			t.Fatal(err)
		}
		if a.Exact {
			partial = partial || !a.Winning.Complete
			if a.Outcome != theory.NextWins || !slices.Equal(a.Winning.List, all[:len(a.Winning.List)]) {
				t.Errorf("%d nodes: %+v, want some of %v", nodes, a, all)
			}
		}
	}
	if !partial {
		t.Error("no budget gave a verdict with an incomplete list")
	}
}

func TestSearchHonoursContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	v := unknown(nim.Normal)
	if _, err := new(Solver).Wins(ctx, v, parse(t, v, "3 5 7")); !errors.Is(err, context.Canceled) {
		t.Errorf("Wins gives %v, want context.Canceled", err)
	}
	if _, err := new(Solver).Analyze(ctx, v, parse(t, v, "3 5 7")); !errors.Is(err, context.Canceled) {
		t.Errorf("Analyze gives %v, want context.Canceled", err)
	}
}
