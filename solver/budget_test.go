package solver_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/solver"
	"nimatron/solver/depots"
	"nimatron/solver/theory"
)

// looking is a context that counts how often a search checks it.
type looking struct {
	context.Context
	looks atomic.Int64 // atomic, because several cores search
}

func (c *looking) Err() error {
	c.looks.Add(1)
	return nil
}

// TestValueEnds checks a star. A theorem decides it, but the search for its value has so many
// options that a bound on positions is not enough. The verdict must come anyway.
func TestValueEnds(t *testing.T) {
	v := find(t, "tree-nim")
	ctx := &looking{Context: t.Context()}
	s := &solver.Solver{BoardNodes: 1 << 10, Bare: true}
	a, err := s.Analyze(ctx, v, gamestest.Parse(t, v, "65535(100000 70000)", games.Left))
	if err != nil || a.Outcome != "N" || a.GrundyKnown {
		t.Errorf("%+v, %v", a, err)
	}
	if ctx.looks.Load() > 1000 { // 256 options each
		t.Errorf("the search looked at the context %d times", ctx.looks.Load())
	}
}

// TestMirrorFirst checks that a board with three rows of equal stacks gets the theorem's reason,
// although a search would also find the sum of its parts.
func TestMirrorFirst(t *testing.T) {
	v := find(t, "forklift-nim")
	for _, position := range []string{"2 2 2 / 2 2 2 / 2 2 2", "3 3 3 3 3 / 3 3 3 3 3 / 3 3 3 3 3"} {
		a, err := new(solver.Solver).Analyze(t.Context(), v, gamestest.Parse(t, v, position, games.Left))
		if err != nil || a.Method != theory.ByTheorem || a.Reason.Justification.Rule() != depots.Mirror || a.Reason.Move.Where != "B1" {
			t.Errorf("%s: %+v, %v", position, a, err)
		}
	}
}

// TestDeepYard lowers stacks one by one. The search must end before it overflows the call stack,
// which would end the process.
func TestDeepYard(t *testing.T) {
	v := find(t, "coloured-depot-nim")
	a, err := new(solver.Solver).Analyze(t.Context(), v, gamestest.Parse(t, v, "a=1000000000 b=500000000; *<a a-b *>b", games.Left))
	if err != nil || a.Exact {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestMemory asks for sums whose parts have many options with long names, nearly as long as a
// message may be. It measures the memory of all answers together.
func TestMemory(t *testing.T) {
	row := func(n, pile int) string { return strings.TrimSpace(strings.Repeat(fmt.Sprint(pile, " "), n)) }
	for _, test := range testlong.Sample(t, []struct{ id, position string }{
		{"sum", "end-nim " + row(300, 700_000_000_000_000_000) + " 1 + nim 3"},
		{"sum", "end-nim " + row(30, 7_000_000) + " 1 + nim 3"},
		{"sum/misere", "end-nim/misere " + row(300, 700_000_000_000_000_000) + " 1 + nim/misere 3"},
	}, 1) {
		v := find(t, test.id)
		p := gamestest.Parse(t, v, test.position, games.Left)
		took := allocated(func() {
			must.Get(new(solver.Solver).Analyze(t.Context(), v, p))(t)
		}) >> 20
		if took > 512 {
			t.Errorf("%s %.60s… took %d MiB", test.id, test.position, took)
		} else {
			t.Logf("%s %.60s…: %d MiB", test.id, test.position, took)
		}
	}
}

// TestEveryQuestion checks that every question stops at its memory limit. The limit on positions
// alone would allow six times as much.
func TestEveryQuestion(t *testing.T) {
	v := find(t, "sum")
	p := gamestest.Parse(t, v, "end-nim "+strings.Repeat("7000000 ", 30)+"1 + nim 3", games.Left)
	s := new(solver.Solver)
	asks := map[string]func(ctx context.Context) error{
		"wins":    func(ctx context.Context) error { _, err := s.Wins(ctx, v, p); return err },
		"winning": func(ctx context.Context) error { _, _, err := s.Winning(ctx, v, p, 1); return err },
		"outcome": func(ctx context.Context) error { _, err := s.Outcome(ctx, v, p); return err },
		"explain": func(ctx context.Context) error { _, err := s.Explain(ctx, v, p); return err },
		"prove":   func(ctx context.Context) error { _, err := s.Certificate(ctx, v, p); return err },
		"analyze": func(ctx context.Context) error {
			if a, err := s.Analyze(ctx, v, p); err != nil || a.Exact {
				return fmt.Errorf("%+v, %v", a, err)
			}
			return solver.ErrBudget
		},
		"choose": func(ctx context.Context) error {
			if c, err := s.Choose(ctx, v, p, 0, rand.New(rand.NewPCG(1, 2))); err != nil || !c.Guessed {
				return fmt.Errorf("%+v, %v", c, err)
			}
			return solver.ErrBudget
		},
	}
	for name, ask := range testlong.Few(t, asks, 3) {
		took := allocated(func() {
			if err := ask(t.Context()); !errors.Is(err, solver.ErrBudget) {
				t.Errorf("%s: %v", name, err)
			}
		})
		if took > 200<<20 {
			t.Errorf("%s took %d MiB", name, took>>20)
		}
	}
}

// TestWorst asks the worst known questions that fit in a message, from testdata/worst.txt, with too
// few positions to answer them. It counts all their time and memory.
func TestWorst(t *testing.T) {
	const nodes = 1 << 12
	lines := strings.Split(strings.TrimSpace(string(must.Get(os.ReadFile("testdata/worst.txt"))(t))), "\n")
	for _, line := range testlong.Sample(t, lines, 3) {
		id, position, _ := strings.Cut(line, "\t")
		v := find(t, id)
		p := gamestest.Parse(t, v, position, games.Left)
		s := &solver.Solver{Nodes: nodes, BoardNodes: nodes, Bare: true}
		for name, ask := range map[string]func(ctx context.Context) error{
			"analyze": func(ctx context.Context) error { _, err := s.Analyze(ctx, v, p); return err },
			"value":   func(ctx context.Context) error { _, err := s.NewValuer(solver.ValueBytes).Value(ctx, v, p); return err },
		} {
			looking := &looking{Context: t.Context()}
			ctx, done := theory.Ask(looking, 4*nodes)
			took := allocated(func() {
				if err := ask(ctx); err != nil {
					t.Errorf("%s %s %s: %v", name, id, position, err)
				}
			})
			bytes, positions := theory.Used(ctx)
			done()
			t.Logf("%s %s %.40s: %d positions, %d looks, %d KiB counted, %d KiB allocated", name, id, position, positions, looking.looks.Load(), bytes>>10, took>>10)
			if positions > 6*nodes || looking.looks.Load() > 4*nodes || bytes > theory.QuestionBytes || took > 512<<20 {
				t.Errorf("%s %s %s takes too much", name, id, position)
			}
		}
	}
}

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func find(t *testing.T, id string) *games.Variant {
	t.Helper()
	return must.Get(catalog.Standard.Find(id))(t)
}
