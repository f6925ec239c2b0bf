package solver

import (
	"context"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/games/nim"
)

func TestReasons(t *testing.T) {
	const legend = " (l, r: the run of equal piles at the left, right end, plus 1 if the pile beyond it is higher)"
	for _, c := range []struct {
		v              *games.Variant
		position, want string
	}{
		{nim.Normal, "3 5 7", "N: 1-1 turns the pile of 3 into 2, which brings the nim-sum of the piles from 1 to 0, and every reply makes it other than 0 again"},
		{nim.Misere, "1 1 1", "P: all piles are 1 and their number, 3, is odd: the players take them in turn and the player to move takes the last one, which loses"},
		{nim.Misere, "1 1 5", "N: 3-4 leaves an odd number of piles, all of them 1: the players take them in turn and the opponent takes the last one, which loses"},
		{endnim.Normal, "3 5 2", "N: L-1 leaves the ends 2 and 2, equal with l + r = 2 + 2 even" + legend},
		{endnim.Normal, "3 3 3 2 3 4 3 3", "P: the row has the ends 3 and 3, equal with l + r = 3 + 3 even, which every move spoils" + legend},
		{endnim.Normal, "2 1 3 3", "P: the row has the ends 2 and 3, one apart with l = 1 odd at the lower end and r = 2 even at the higher end, which every move spoils" + legend},
		{endnim.Normal, "3 3 1 2", "P: the row has the ends 3 and 2, one apart with l = 2 even at the higher end and r = 1 odd at the lower end, which every move spoils" + legend},
		{endnim.Misere, "0", "N: the row is empty, and whoever took the last counter has lost"},
		{endnim.Misere, "2 2 2", "N: L-2 leaves 2 equal piles of 2, and a row of equal piles above 1 loses when their number is even, a row of 1s when it is odd"},
		{endnim.Loop, "7", "P: a single pile is left, and whoever left it has won"},
		{unknown(nim.Normal), "2 2", "P: every move loses, as a search of 6 positions proved"},
		{unknown(nim.Normal), "0", "P: the game is over"},
	} {
		reason, err := new(Solver).Explain(context.Background(), c.v, parse(t, c.v, c.position))
		if err != nil || reason.Short != c.want {
			t.Errorf("%s %s: %v\n got %s\nwant %s", c.v.ID, c.position, err, reason.Short, c.want)
		}
		if reason.Source == "" {
			t.Errorf("%s %s: no source", c.v.ID, c.position)
		}
		worked := families[c.v.Family] != nil && !games.Over(parse(t, c.v, c.position))
		if steps := reason.Steps(); (len(steps) > 0) != worked {
			t.Errorf("%s %s: the working is %q", c.v.ID, c.position, steps)
		}
	}
}

func TestWorking(t *testing.T) {
	for _, c := range []struct {
		v        *games.Variant
		position string
		want     string
	}{
		{nim.Normal, "3 5 7", `
      3 = 011
      5 = 101
      7 = 111
nim-sum = 001
The nim-sum has a 1 in each column with an odd number of 1s.
A winning move makes every column even: it flips the digits of a pile in those columns, and can do so where the pile has a 1 in the leftmost of them.
Pile 1 goes from 3 to 2: take 1.`},
		{endnim.Normal, "2 1 3 3", `
The count of an end is the number of equal piles that stand together there, plus 1 if the pile beyond them is higher: l at the left end, r at the right.
The player to move loses (a) when the ends are equal and l + r is even, or (b) when they are one apart, the count of the lower is odd and that of the higher is even.
Apart from that, a row of equal piles loses when their number is even.
At the left end 2 stands once and 1 beyond is lower: l = 1.
At the right end 3 stands 2 times and 1 beyond is lower: r = 2.
Here we have the ends 2 and 3, one apart with l = 1 odd at the lower end and r = 2 even at the higher end: the player to move loses.
Every move that leaves the ends more than one apart fails. These are the others, and those that remove an end:
L-2 leaves the ends 1 and 3, more than one apart: it fails.
R-1 leaves the ends 2 and 2, equal with l + r = 1 + 2 odd: it fails.
R-2 leaves the ends 2 and 1, one apart with l = 1 odd at the higher end and r = 2 even at the lower end: it fails.
R-3 leaves the ends 2 and 3, one apart with l = 1 odd at the lower end and r = 1 odd at the higher end: it fails.
Albert and Nowakowski's picture: equal ends lose on one row; of ends one apart the higher on top and the lower below.
             odd run        even run
top row      ↑              ↓ right
bottom row   ↓ left         ↑`},
	} {
		reason, err := new(Solver).Explain(context.Background(), c.v, parse(t, c.v, c.position))
		if got := "\n" + strings.Join(reason.Steps(), "\n"); err != nil || got != c.want {
			t.Errorf("%s %s: %v\n got %s\nwant %s", c.v.ID, c.position, err, got, c.want)
		}
	}
}

// The working stays short enough to show, however many piles there are.
func TestWorkingIsElided(t *testing.T) {
	for _, v := range []*games.Variant{nim.Normal, nim.Misere, endnim.Normal, endnim.Misere, endnim.Loop} {
		p := parse(t, v, strings.Repeat("1000000000000000000 ", 999)+"999999999999999999")
		reason, err := new(Solver).Explain(context.Background(), v, p)
		if n := len(strings.Join(reason.Steps(), "\n")); err != nil || n == 0 || n > 3000 {
			t.Errorf("%s: the working has %d bytes, %v", v.ID, n, err)
		}
	}
}

func TestPartizanReasons(t *testing.T) {
	for _, c := range []struct{ row, want string }{
		{"3 5 5 5 1", "N: Left first wins: L-3, as the end pile 3 meets the 1 that Left needs here; Right first wins: R-1, as the end pile 1 meets the 1 that Right needs here"},
		{"7 2 4 1 7", "L: Left first wins: L-1, as the end pile 7 meets the 7 that Left needs here; Right first loses: the end pile 7 is 2 short of the 9 that Right needs here"},
		{"5", "N: Left first wins: L-5 takes the only pile; Right first wins: R-5 takes the only pile"},
		{"0", "P: Left first loses: the row is empty, and whoever took the last counter has won; Right first loses: the row is empty, and whoever took the last counter has won"},
	} {
		a, err := new(Solver).Analyze(context.Background(), endnim.Partizan, parse(t, endnim.Partizan, c.row))
		if err != nil || a.Reason.Short != c.want || a.Method != MethodTheorem || a.GrundyKnown {
			t.Errorf("%s: %v, %+v\nwant %s", c.row, err, a, c.want)
		}
	}
}
