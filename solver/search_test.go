package solver

import (
	"context"
	"errors"
	"slices"
	"testing"

	"nimatron/games"
	"nimatron/games/nim"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/solver/search"
	"nimatron/solver/theory"
)

// unknown returns v without its theorem.
func unknown(v *games.Variant) *games.Variant {
	w := *v
	w.Family = &games.Family{ID: "nobody's", Name: "Nobody's"}
	return &w
}

func TestSearchBudget(t *testing.T) {
	v := unknown(nim.Normal)
	ctx := context.Background()
	for _, position := range testlong.Sample(t, []string{"99 99 99", "1000000000000000000", "1000000000000000000 3"}, 1) {
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

// A proved move stays proved if the budget ends before the list is complete.
func TestSearchKeepsWhatIsProved(t *testing.T) {
	v := unknown(nim.Misere)
	const position = "1 3 3"
	const enough = 1000 // positions
	all, complete, err := search.New(v, enough).Winning(context.Background(), v, parse(t, v, position), 100)
	if err != nil || !complete {
		t.Fatal(all, complete, err)
	}
	partial := false
	for nodes := 1; nodes < enough; nodes++ {
		a := must.Get((&Solver{Nodes: nodes}).Analyze(context.Background(), v, parse(t, v, position)))(t)
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
