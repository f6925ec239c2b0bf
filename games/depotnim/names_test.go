package depotnim_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/internal/must"
)

// trees are the variants whose boards are trees.
var trees = []*games.Variant{depotnim.Tree, depotnim.TreeMisere}

// names returns the counters on a board by name.
func names(p games.Position) map[string]uint64 {
	stacks := map[string]uint64{}
	for _, v := range p.Shape().(games.Graph).Vertices {
		stacks[v.Name] = v.Counters
	}
	return stacks
}

// TestNamesStay plays a tree in which the move e-1 could be made twice in a row on two different
// stacks.
func TestNamesStay(t *testing.T) {
	m := must.Get(games.NewMatch(depotnim.Tree, "3(2 5(1 1 4))", games.Left))(t)
	play := func(text string) error {
		move, err := m.Position().Read(text)
		if err == nil {
			m, err = m.Play(m.Position().Turn().Actor, move)
		}
		return err
	}
	for _, step := range []struct{ move, after string }{
		{"e-1", "a=3(b=2 c=5(d=1 f=4))"},
		{"b-2", "a=3(c=5(d=1 f=4))"},
		{"a-3", "c=5(d=1 f=4)"},
		{"f-3", "c=5(d=1 f=1)"},
		{"d-1", "c=5(f=1)"},
		{"c-5", "f=1"},
	} {
		if err := play(step.move); err != nil || m.Position().String() != step.after {
			t.Fatalf("%s leads to %s, %v; want %s", step.move, m.Position(), err, step.after)
		}
		if err := play("e-1"); err == nil || !strings.Contains(err.Error(), "stack `e` is gone") {
			t.Fatalf("e is gone, and e-1 in %s gives %v", step.after, err)
		}
	}
	if err := play("f all"); err != nil || m.Position().String() != "0" {
		t.Fatalf("it ends with %s, %v", m.Position(), err)
	}
}

// TestNamedTreesReadBack plays trees to the end. Each stack keeps its name, and every position can
// be read back.
func TestNamedTreesReadBack(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 3))
		v := trees[seed%2]
		p := games.Position(parse(t, v, v.Generate(r, games.Medium), games.Left))
		for !games.Over(p) {
			before, options := names(p), slices.Collect(p.Options())
			step := options[r.IntN(len(options))]
			before[step.Move.Where] -= step.Move.Count
			if before[step.Move.Where] == 0 {
				delete(before, step.Move.Where)
			}
			after := names(step.Position)
			if len(after) != len(before) {
				t.Fatalf("%s in %s leaves %v, want %v", step.Move, p, after, before)
			}
			for name, n := range before {
				if after[name] != n {
					t.Fatalf("%s in %s leaves %v, want %v", step.Move, p, after, before)
				}
			}
			p = step.Position
			again := parse(t, v, p.String(), p.Turn().Owner)
			if again.String() != p.String() || !equalShapes(again.Shape(), p.Shape()) || !slices.Equal(moves(again), moves(p)) {
				t.Fatalf("%s reads back as %s", p, again)
			}
		}
	}
}
