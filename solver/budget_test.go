package solver_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest"
	"nimatron/solver"
	"nimatron/solver/depots"
)

// looking is a context that counts how often a search looks at it.
type looking struct {
	context.Context
	looks int
}

func (c *looking) Err() error {
	c.looks++
	return nil
}

// TestValueEnds: the value of a star that a theorem decides is looked for among so many options that
// the positions alone bound nothing. The verdict is there all the same.
func TestValueEnds(t *testing.T) {
	v := find(t, "tree-nim")
	ctx := &looking{Context: t.Context()}
	s := &solver.Solver{BoardNodes: 1 << 10, Bare: true}
	a, err := s.Analyze(ctx, v, gamestest.Parse(t, v, "134217727(100000 70000)", games.Left))
	if err != nil || a.Outcome != "N" || a.GrundyKnown {
		t.Errorf("%+v, %v", a, err)
	}
	if ctx.looks > 1000 { // 256 options each
		t.Errorf("the search looked at the context %d times", ctx.looks)
	}
}

// TestMirrorFirst: of a board with three rows of equal stacks a theorem's reason is given, though the
// sum of its parts can be found by search.
func TestMirrorFirst(t *testing.T) {
	v := find(t, "forklift-nim")
	for _, position := range []string{"2 2 2 / 2 2 2 / 2 2 2", "3 3 3 3 3 / 3 3 3 3 3 / 3 3 3 3 3"} {
		a, err := new(solver.Solver).Analyze(t.Context(), v, gamestest.Parse(t, v, position, games.Left))
		if err != nil || a.Method != solver.MethodTheorem || a.Reason.Ground.Rule() != depots.Mirror || a.Reason.Move.Where != "B1" {
			t.Errorf("%s: %+v, %v", position, a, err)
		}
	}
}

// TestMemory asks for sums of which the parts have many options with long names, about as long as a
// message may be, and sees how much memory the answers took, all of it together.
func TestMemory(t *testing.T) {
	row := func(n, pile int) string { return strings.TrimSpace(strings.Repeat(fmt.Sprint(pile, " "), n)) }
	for _, test := range []struct{ id, position string }{
		{"sum", "end-nim " + row(300, 700_000_000_000_000_000) + " 1 + nim 3"},
		{"sum", "end-nim " + row(30, 7_000_000) + " 1 + nim 3"},
		{"sum/misere", "end-nim/misere " + row(300, 700_000_000_000_000_000) + " 1 + nim/misere 3"},
	} {
		v := find(t, test.id)
		p := gamestest.Parse(t, v, test.position, games.Left)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := new(solver.Solver).Analyze(t.Context(), v, p); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 512 {
			t.Errorf("%s %.60s… took %d MiB", test.id, test.position, took)
		} else {
			t.Logf("%s %.60s…: %d MiB", test.id, test.position, took)
		}
	}
}

func find(t *testing.T, id string) *games.Variant {
	t.Helper()
	v, err := catalog.Standard.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
