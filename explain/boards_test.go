package explain_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/solver"
	"nimatron/solver/depots"
	"nimatron/solver/theory"
)

// TestBoards has the words for trees, graphs and grids.
func TestBoards(t *testing.T) {
	v := depotnim.Depot
	p := read(t, v, "a=3 b=2 c=4; *-a a-b b-c", games.Left)
	move := games.Move{Kind: games.Take, Where: "a", Count: 2}
	for _, c := range []struct {
		r    solver.Reason
		want string
	}{
		{solver.Reason{Claim: theory.CanWin, Move: move, Ground: &depots.Ground{Kind: depots.OneByOne, Stacks: 3}},
			"You can win: each move empties one stack, and an odd number is left (3): you take them in turn, and you take the last one."},
		{solver.Reason{Claim: theory.AllLose, Ground: &depots.Ground{Kind: depots.OpenStacks, Stacks: 3}},
			"Every move loses: every stack can be reached, so this is Nim, and the counts of 1s, 2s, 4s, 8s and so on in the stacks are all even."},
		{solver.Reason{Claim: theory.CanWin, Move: move, Ground: &depots.Ground{Kind: depots.OpenStacks, Misere: true, Stacks: 3}},
			"You can win: every stack can be reached, so this is misère Nim, with the stacks for piles: play `a-2`."},
		{solver.Reason{Claim: theory.CanWin, Move: move, Ground: &depots.Ground{Kind: depots.Sum, NimSum: 6, Components: []theory.Component{{Places: []string{"a"}, Grundy: 5}, {Places: []string{"c"}, Grundy: 3}}}},
			"You can win: the board falls into 2 parts that do not affect each other. Each counts as a pile of Nim, and `a-2` leaves an even number of 1s in each binary column of these."},
		{solver.Reason{Claim: theory.CanWin, Move: move, Ground: &depots.Ground{Kind: depots.Searched}},
			"You can win: `a-2` wins against every reply: every line of play that matters was tried."},
		{solver.Reason{Claim: theory.AllLose, Ground: &depots.Ground{Kind: depots.Searched}},
			"Every move loses: every line of play that matters was tried, and whatever you do has an answer that wins."},
	} {
		if got := explain.Short(v, p, c.r); got != c.want || len(got) > explain.MaxShort {
			t.Errorf("got %s", got)
		}
		full := strings.Join(explain.Full(v, p, c.r), "\n")
		if parts := strings.Contains(full, "  a: 5\n  c: 3\n"); parts != (c.r.Ground.Rule() == depots.Sum) {
			t.Errorf("the whole reason: %s", full)
		}
	}
}

// Of a coloured board that was searched there is no more to say than the short form does.
func TestWholeReasonWithoutWorking(t *testing.T) {
	v := depotnim.Coloured
	a, err := new(solver.Solver).Analyze(t.Context(), v, read(t, v, "a=2 b=1; *<a a-b *>b", games.Left))
	if err != nil {
		t.Fatal(err)
	}
	if whole := explain.FullAnalysis(a); len(whole) != 1 {
		t.Errorf("%q", whole)
	}
}

// A board that is a row of End-Nim has the reason of that row, in the names of its stacks.
func TestBoardThatIsARow(t *testing.T) {
	for position, want := range map[string]string{
		"3(2(5))":   "You can win: the stacks from a to c are a row of End-Nim. `c-2` leaves 3 at both ends. You can answer every reply by leaving such a row again: the whole reason lists how.",
		"2(3(3) 2)": "Every move loses: the stacks from c to d are a row of End-Nim. The ends are 3 and 2. Your opponent can answer every move by leaving such a row again: the whole reason lists how.",
		"1000000000000000000(7(999999999999999998 7))":                                                  "",
		"999999999999999999(1000000000000000000(1000000000000000000(999999999999999999)))":              "",
		"999999999999999998(1000000000000000000(1000000000000000000(999999999999999998(7)) 8))":         "",
		"1000000000000000000(999999999999999999(1000000000000000000(4(999999999999999999(4(2 1))))))":   "",
		"1000000000000000000(999999999999999998(1000000000000000000(999999999999999999)))":              "",
		"5(1000000000000000000(999999999999999998) 1000000000000000000(999999999999999997(999999999)))": "",
	} {
		p := read(t, depotnim.Tree, position, games.Left)
		a, err := (&solver.Solver{BoardNodes: 10_000}).Analyze(t.Context(), depotnim.Tree, p)
		if err != nil {
			t.Fatal(err)
		}
		short := explain.Analysis(a)
		if want != "" && short != want || utf8.RuneCountInString(short) > explain.MaxShort {
			t.Errorf("%s: %s", position, short)
		}
		if whole := strings.Join(explain.FullAnalysis(a), "\n"); want != "" && !strings.Contains(whole, "from its left end to its right: ") {
			t.Errorf("%s: %s", position, whole)
		}
	}
}
