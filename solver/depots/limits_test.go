package depots_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/gamestest"
	"nimatron/internal/testlong"
	"nimatron/solver/depots"
	"nimatron/solver/theory"
)

// hard are boards that are too large for every search in the package.
var hard = []struct {
	variant *games.Variant
	text    string
}{
	{depotnim.Forklift, "9 8 7 6 5 4 / 9 8 7 6 5 4 / 9 8 7 6 9 4 / 9 8 7 6 5 4 / 9 8 7 1 5 4 / 9 8 7 6 5 4"},
	{depotnim.ForkliftMisere, "9 8 7 6 5 4 / 9 8 7 6 5 4 / 9 8 7 6 9 4 / 9 8 7 6 5 4 / 9 8 7 1 5 4 / 9 8 7 6 5 4"},
	{depotnim.Tree, "5(1000000000000000000 999999999999999999 7(1000000000000000000 999999999999999998 3))"},
	{depotnim.TreeMisere, "5(1000000000000000000 999999999999999999 7(1000000000000000000 999999999999999998 3))"},
	{depotnim.Depot, "a=1000000000000000000 b=999999999999999999 c=5 d=7 e=999999999999999997; *-a *-b *-e a-c b-c c-d d-e"},
	{depotnim.DepotMisere, "a=1000000000000000000 b=999999999999999999 c=5 d=7 e=999999999999999997; *-a *-b *-e a-c b-c c-d d-e"},
	{depotnim.Coloured, "a=100000000000000000 b=200000000000000000 c=100000000000000001 d=5; *<a a-b b-c *>c a-d c-d"},
	{depotnim.Forklift, "3" + grid(20, 19, func() int { return 2 })[1:]},
}

// TestLimits asks questions that can't be answered within the work. The memory stays bounded.
func TestLimits(t *testing.T) {
	s := &depots.Solver{Table: depots.NewTable(1 << 17), Nodes: uint64(testlong.Times(1<<12, 1<<13, 1<<16))}
	for _, h := range hard {
		p := gamestest.Parse(t, h.variant, h.text, games.Left)
		for name, ask := range map[string]func(context.Context) error{
			"Wins":    func(ctx context.Context) error { _, err := s.Wins(ctx, h.variant, p); return err },
			"Winning": func(ctx context.Context) error { _, _, err := s.Winning(ctx, h.variant, p, 1000); return err },
		} {
			if err := ask(t.Context()); !errors.Is(err, theory.ErrBudget) {
				t.Errorf("%s %.40s: %s says %v", h.variant.ID, h.text, name, err)
			}
		}
	}
	var memory runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&memory)
	if memory.HeapAlloc > 64<<20 {
		t.Errorf("%d MiB are held", memory.HeapAlloc>>20)
	}
}

// TestNodes bounds a search by its number of positions instead of time.
func TestNodes(t *testing.T) {
	for _, h := range hard[:2] {
		s := &depots.Solver{Table: depots.NewTable(1 << 14), Nodes: 1000}
		if _, err := s.Wins(context.Background(), h.variant, gamestest.Parse(t, h.variant, h.text, games.Left)); err != theory.ErrBudget {
			t.Errorf("%s: %v", h.variant.ID, err)
		}
		if s.Visited() > 3000 {
			t.Errorf("%s: %d positions were visited", h.variant.ID, s.Visited())
		}
	}
}

// TestStacksAreCharged checks that a position of many stacks takes more of a budget than one.
func TestStacksAreCharged(t *testing.T) {
	const nodes, text = 1 << 14, "1 1 2 1 2 2 / 2 2 1 1 2 1 / 2 2 1 2 2 1 / 1 2 1 1 1 1 / 2 1 2 1 1 2 / 2 1 2 1 1 2"
	s := &depots.Solver{Nodes: nodes}
	_, err := s.Wins(t.Context(), depotnim.Forklift, gamestest.Parse(t, depotnim.Forklift, text, games.Left))
	if !errors.Is(err, theory.ErrBudget) || s.Visited() > nodes*15/16 {
		t.Errorf("%d positions were visited, %v", s.Visited(), err)
	}
}

// TestNoValues checks that misère and coloured boards have no Grundy values.
func TestNoValues(t *testing.T) {
	for _, v := range []*games.Variant{depotnim.TreeMisere, depotnim.Coloured} {
		if _, err := newSolver().Grundy(context.Background(), v, gamestest.Parse(t, v, v.Rules.Example, games.Left)); err == nil {
			t.Errorf("%s has a value", v.ID)
		}
	}
}

// TestGuess checks that a guess is legal, and correct if the board is Nim.
func TestGuess(t *testing.T) {
	for _, v := range all {
		for seed := range uint64(50) {
			p := gamestest.Parse(t, v, v.Generate(rand.New(rand.NewPCG(seed, 1)), games.Medium), games.Left)
			if _, err := p.Play(depots.Guess(p.(*depotnim.Position))); err != nil {
				t.Errorf("%s %s: %v", v.ID, p, err)
			}
		}
	}
	for text, want := range map[string]string{"3 5 2": "B1-4", "1 4 5": "C1-1", ". 2 2": "B1-1", "1 . 3 3 1": "C1-1"} {
		if got := depots.Guess(gamestest.Parse(t, depotnim.Forklift, text, games.Left).(*depotnim.Position)); got.String() != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestLargeGroups checks that two groups too large for keys don't cancel.
func TestLargeGroups(t *testing.T) {
	stacks, roads := "", ""
	for i := range 65 {
		stacks += fmt.Sprintf("a%d=%d b%d=%d ", i, 2+i%3, i, 2+i%4)
		if i > 0 {
			roads += fmt.Sprintf(" a%d-a%d b%d-b%d", i-1, i, i-1, i)
		}
	}
	p := gamestest.Parse(t, depotnim.Depot, stacks+"; *-a0 *-a64 *-b0 *-b64"+roads, games.Left)
	if won, err := newSolver().Wins(t.Context(), depotnim.Depot, p); !errors.Is(err, theory.ErrBudget) {
		t.Errorf("won %v, %v", won, err)
	}
}

// TestManyCounters asks for the value of a board with more than 2^64 counters.
func TestManyCounters(t *testing.T) {
	const most = "1000000000000000000"
	stacks, roads := "z="+most+" a0="+most, "*-z *-a0"
	for i := range 18 {
		stacks += fmt.Sprintf(" a%d=%s", i+1, most)
		roads += fmt.Sprintf(" a%d-a%d", i, i+1)
	}
	p := gamestest.Parse(t, depotnim.Depot, stacks+"; "+roads, games.Left)
	if won, err := newSolver().Wins(t.Context(), depotnim.Depot, p); won || err != nil {
		t.Errorf("won %v, %v", won, err)
	}
}
