package explain_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/internal/testlong"
	"nimatron/solver"
)

// TestBoards has the words for trees, graphs and grids.
func TestBoards(t *testing.T) {
	for _, c := range []struct {
		v              *games.Variant
		position, want string
		full           string
	}{
		{depotnim.Forklift, "1 1 1 / 1 1 1 / 1 1 1",
			"You can win: each move empties one stack, and an odd number is left (9): you take them in turn, and you take the last one.", ""},
		{depotnim.Forklift, "3 5 6",
			"Every move loses: every stack can be reached, so this is Nim, and the counts of 1s, 2s, 4s, 8s and so on in the stacks are all even.", ""},
		{depotnim.ForkliftMisere, "3 5 2",
			"You can win: every stack can be reached, so this is misère Nim, with the stacks for piles: play `B1-4`.", ""},
		{depotnim.ForkliftMisere, "1 1 3 / 1 1 1 / 1 1 1",
			"You can win: `C1-2` leaves nothing but 1s, an odd number (9): you take them in turn, and your opponent takes the last one, which loses.", ""},
		{depotnim.ForkliftMisere, "2 2 2 / 2 2 2 / 2 2 2 / 2 2 2",
			"Every move loses: the stacks mirror each other in pairs, such as A1 with C1. Your opponent copies each move on the partner; once they can leave nothing but 1s, they leave an odd number.",
			"The end: as the last counter is not to be taken, your opponent leaves the rule when just one stack is above 1 and can be reached: take all of that stack or all but 1,"},
		{depotnim.ForkliftMisere, "2 1 2 / 2 1 2 / 2 1 2",
			"You can win: `B1-1` leaves stacks that mirror each other in pairs, such as A1 with C1. Copy each move on the partner; once you can leave nothing but 1s, leave an odd number.",
			"The end: as the last counter is not to be taken, you leave the rule when"},
		{depotnim.ForkliftMisere, "3 2 3 / 5 2 4 / 1 1 3",
			"You can win: the board falls into 5 parts, and each counts as a pile of Nim. `A1-2` makes the counts of 1s, 2s, 4s, 8s and so on all even. Once you can leave nothing but 1s, leave an odd number.",
			"whoever leaves 0 wins."},
		{depotnim.TreeMisere, "9(2 4 5)",
			"You can win: `b-1` makes the counts of 1s, 2s, 4s, 8s and so on in the spokes all even. Spokes lower than the hub a are played as Nim. Once you can leave nothing but 1s, leave an odd number.",
			"The end: as the last counter is not to be taken, you leave the rule when"},
		{depotnim.DepotMisere, "a=1 b=3 c=1 d=1; *-a a-b b-c b-d",
			"Every move loses: take all of a, and your opponent takes 2 from b.", ""},
		{depotnim.Depot, "a=2 b=1 c=4 d=4 e=3 f=3 g=3; *-a a-b b-c c-d c-e b-f a-g *-g b-g f-g",
			"Every move loses: take anything from a, and your opponent takes as many from g, and the other way round; take all of g, and they take 1 from f.",
			"- Take all of g, and your opponent takes 1 from f."},
		{depotnim.Tree, "2(5 2(4) 1(1))",
			"You can win: play `b-1`. If they take anything from b, take as many from d, and the other way round; if they take all of f, take all of e.",
			"How to go on after b-1:\n- If they take anything from b, take as many from d, and the other way round.\n- If they take all of f, take all of e."},
		{depotnim.Tree, "2(5(1(3)) 4 5(1(2)) 1)",
			"You can win: play `e-4`. If they take 1 from d, take all of i, and vice versa; if 2 from d, all of h, and vice versa; if all of d, 1 from h, and vice versa.", ""},
		{depotnim.Tree, "1(4(5) 2(1) 1(5))",
			"Every move loses: take 1 or 2 from c, and your opponent takes 1 more than that from g, and the other way round. Every other move has an answer too.",
			"- Take 3 from c, and your opponent takes all of g, and the other way round.\n- Take 4 from c, and your opponent takes 4 from g, and the other way round.\n- Take all of c, and"},
		{depotnim.Coloured, "a=9 b=8; *<a a-b *>b",
			"You can win: `a-1` leaves a board that is the same when its stacks change places in pairs, such as a with b. Whatever they take from one, take from its partner.", ""},
		{depotnim.Coloured, "a=1 b=1 c=4 d=3 e=3 f=1; *<a a-b b-c b-d a-e c-f *>f e>f",
			"Every move loses: take all of a, and your opponent takes all of f.", ""},
		{depotnim.Coloured, "a=2; *<a", "You can win: `a-1` leaves your opponent no move.", ""},
		{depotnim.Forklift, "2 1 2 / 2 1 2 / 2 1 2",
			"You can win: `B1-1` leaves a board that is the same when its stacks change places in pairs, such as A1 with C1. Whatever they take from one, take from its partner.", ""},
	} {
		p := read(t, c.v, c.position, games.Left)
		r := reasonOf(t, c.v, p)
		if got := explain.Short(c.v, p, r); got != c.want {
			t.Errorf("%s: %s", c.position, got)
		}
		if full := strings.Join(explain.Full(c.v, p, r), "\n"); !strings.Contains(full, c.full) {
			t.Errorf("%s: the whole reason:\n%s", c.position, full)
		}
	}
}

// A board that is a row of End-Nim has the reason of that row, in the names of its stacks.
func TestBoardThatIsARow(t *testing.T) {
	for position, want := range map[string]string{
		"3(2(5))":   "You can win: the stacks from a to c are a row of End-Nim. `c-2` leaves 3 at both ends. If they clear an end, cut the 3 at the other end to 2. Every other move has an answer too.",
		"2(3(3) 2)": "Every move loses: the stacks from c to d are a row of End-Nim. The ends are 3 and 2. Clear the left end, and your opponent takes the 3 behind it. Every other move has an answer too.",
		"1000000000000000000(7(999999999999999998 7))":                                                  "",
		"999999999999999999(1000000000000000000(1000000000000000000(999999999999999999)))":              "",
		"999999999999999998(1000000000000000000(1000000000000000000(999999999999999998(7)) 8))":         "",
		"1000000000000000000(999999999999999999(1000000000000000000(4(999999999999999999(4(2 1))))))":   "",
		"1000000000000000000(999999999999999998(1000000000000000000(999999999999999999)))":              "",
		"5(1000000000000000000(999999999999999998) 1000000000000000000(999999999999999997(999999999)))": "",
	} {
		if testlong.Race && want == "" {
			continue
		}
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

// TestAnalysisOfColouredBoards says of either side's moving first who wins, and the rules to go on by
// where there is room: for most boards that are generated for both.
func TestAnalysisOfColouredBoards(t *testing.T) {
	s := new(solver.Solver)
	for _, c := range []struct{ position, want string }{
		{"a=2 b=2; *<a a-b *>b", "Left starts and loses: the board is the same when its stacks change places in pairs, such as a with b. Whatever you take from one, your opponent takes from its partner. Right, moving first, loses."},
		{"a=2 b=2 c=1; *<a a-b b-c *>c", "Left starts and wins: play `a-2`. If they take all of c, take all of b. Right starts and wins: play `c-1`. If they take anything from a, take as many from b."},
		{"a=2; *<a", "Left starts and wins: `a-1` leaves your opponent no move. Right, moving first, loses."},
		{"a=1; *>a", "Right starts and wins: `a-1` leaves your opponent no move. Left, moving first, loses."},
	} {
		a := analyze(t, s, depotnim.Coloured, c.position)
		if got := explain.Analysis(a); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.position, got, c.want)
		}
		if len(explain.FullAnalysis(a)) == 0 {
			t.Errorf("%s: there is no whole reason", c.position)
		}
	}
	both := 0
	for seed := range uint64(100) {
		text := depotnim.Coloured.Generate(rand.New(rand.NewPCG(seed, 20)), games.Small)
		said := explain.Analysis(analyze(t, s, depotnim.Coloured, text))
		if n := utf8.RuneCountInString(said); n > explain.MaxShort {
			t.Errorf("%s: %d characters: %s", text, n, said)
		}
		if strings.Contains(said, "Left starts") && strings.Contains(said, "Right starts") {
			both++
		}
	}
	if both < 85 {
		t.Errorf("%d of 100 say how both sides go on", both)
	}
}
