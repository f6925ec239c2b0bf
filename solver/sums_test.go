package solver_test

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest"
	"nimatron/internal/golden"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/solver"
)

// analyzed returns the analysis of a position with Left to move.
func analyzed(t *testing.T, s *solver.Solver, id, position string) *solver.Analysis {
	t.Helper()
	v := must.Get(catalog.Standard.Find(id))(t)
	a, err := s.Analyze(t.Context(), v, gamestest.Parse(t, v, position, games.Left))
	if err != nil {
		t.Fatalf("%s %s: %v", id, position, err)
	}
	return a
}

// TestSums analyzes the sums of sums.txt.
func TestSums(t *testing.T) {
	yard := "forklift-nim " + strings.Repeat("9 9 9 9 9 9 9 / ", 6) + "9 9 9 9 9 9 9"
	few := &solver.Solver{Nodes: 1 << 10, BoardNodes: 1 << 10}
	golden.Lines(t, "sums.txt", func(line string) string {
		id, position, _ := strings.Cut(line, " ")
		a := analyzed(t, few, id, position)
		list := func(m solver.Moves) string {
			text := strings.Join(gamestest.Texts(m.List), " ")
			if !m.Complete && text != "" {
				text, _, _ = strings.Cut(text, " ")
				text += "…"
			}
			return cmp.Or(text, "none")
		}
		said := fmt.Sprintf("by %s", a.Method)
		if a.GrundyKnown {
			said += fmt.Sprintf(", value %d", a.Grundy)
		}
		if !a.Exact {
			return said + ", not proved"
		}
		if a.Variant.Partizan {
			return fmt.Sprintf("%s, %s: for Left %s, for Right %s", said, a.Outcome, list(a.Left), list(a.Right))
		}
		return fmt.Sprintf("%s, %s: %s", said, a.Outcome, list(a.Winning))
	})
	// The text names the part with the unknown value.
	a := analyzed(t, few, "sum", yard+" + nim 3")
	if len(a.Components) != 2 || a.Components[0].Known || !a.Components[1].Known || a.Components[1].Grundy != 3 {
		t.Errorf("the worths of the parts are %+v", a.Components)
	}
}

// drawnSum draws a small sum of boards of related games after some random moves.
func drawnSum(t *testing.T, r *rand.Rand, ids []string) string {
	var parts []string
	for range 2 + r.IntN(2) {
		v := must.Get(catalog.Standard.Find(ids[r.IntN(len(ids))]))(t)
		p := gamestest.Parse(t, v, v.Generate(r, games.Small), games.Side(r.IntN(2)))
		for most := uint64(1 + r.IntN(6)); v.LongestPlay(p) > most && !games.Over(p); {
			options := slices.Collect(p.Options())
			p = options[r.IntN(len(options))].Position
		}
		parts = append(parts, v.ID+" "+p.String())
	}
	return strings.Join(parts, " + ")
}

// TestSumsAgreeWithOracle compares the verdicts, winning moves and values of sums with brute force
// over the whole sum, which knows nothing of parts.
func TestSumsAgreeWithOracle(t *testing.T) {
	for id, ids := range map[string][]string{
		"sum":          {"nim", "end-nim", "end-nim/loop", "split-nim/0", "split-nim/2", "split-nim/4", "split-nim/-1", "tree-nim", "depot-nim", "forklift-nim"},
		"sum/misere":   {"nim/misere", "end-nim/misere", "tree-nim/misere", "depot-nim/misere", "forklift-nim/misere", "split-nim/0/misere", "split-nim/2/misere", "split-nim/4/misere", "split-nim/-1/misere"},
		"partizan-sum": {"partizan-end-nim", "partizan-end-nim", "coloured-depot-nim"},
	} {
		v := must.Get(catalog.Standard.Find(id))(t)
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			s := &subject{name: id, variant: v, oracle: gamestest.NewOracle(gamestest.FromOptions(v))}
			s.model = s.oracle.Model()
			r := rand.New(rand.NewPCG(22, 1))
			for range testlong.Times(5, 20, 2000) {
				board := drawnSum(t, r, ids)
				for _, owner := range []games.Side{games.Left, games.Right} {
					s.compare(t, gamestest.State{Position: board, Owner: owner})
				}
				if s.compareAnalysis(t, board); t.Failed() {
					t.Fatal(board)
				}
			}
		})
	}
}

// TestSumsBySearch checks sums of partizan rows that cancel, and one that a search gives up on.
func TestSumsBySearch(t *testing.T) {
	s := &solver.Solver{Nodes: 1 << 16}
	for _, test := range []struct{ position, outcome string }{
		{"partizan-end-nim 2 1 + partizan-end-nim 3 5", "N"},
		{"partizan-end-nim 1 1 2 + partizan-end-nim 2 1 1", "P"}, // one is the other's mirror image
		{"partizan-end-nim 2 1 3 + partizan-end-nim 3 1 2", "P"},
		{"partizan-end-nim 2 4 1 + partizan-end-nim 1 4 2 + partizan-end-nim 4 4", "P"},
	} {
		if a := analyzed(t, s, "partizan-sum", test.position); string(a.Outcome) != test.outcome {
			t.Errorf("%s: %s", test.position, a.Outcome)
		}
	}
	v, _ := catalog.Standard.Find("partizan-sum")
	p := gamestest.Parse(t, v, "partizan-end-nim 2 4 1 + partizan-end-nim 1 4 3", games.Left)
	if _, err := (&solver.Solver{Nodes: 5}).Wins(t.Context(), v, p); !errors.Is(err, solver.ErrBudget) {
		t.Errorf("five positions suffice: %v", err)
	}
}

// A board that is proved lost counts 0 in a sum, also where the values of its options are out of reach: a move on the other parts
// wins.
func TestLostBoardCountsNothing(t *testing.T) {
	const star = "tree-nim 1023(600 500 124 976)"
	wins := map[string]string{
		star + " + nim 5": "2:1-5", "nim 5 + " + star: "1:1-5", star + " + nim 3 5": "2:2-2", star + " + end-nim 5 3": "2:L-2",
		star + " + " + star: "", star + " + nim 6 + nim 6": "",
	}
	for position, want := range testlong.Few(t, wins, 1) {
		a := analyzed(t, &solver.Solver{}, "sum", position)
		var moves []string
		for _, m := range a.Winning.List {
			moves = append(moves, m.String())
		}
		if won := a.Outcome != "P"; !a.Exact || won != (want != "") || won && !slices.Contains(moves, want) {
			t.Errorf("%s: %v by %v with %q", position, a.Outcome, a.Method, moves)
		}
	}
}
