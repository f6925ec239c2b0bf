package solver_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/endnim"
	"nimatron/games/gamestest"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/solver"
	"nimatron/solver/explain"
	"nimatron/solver/sums"
	"nimatron/solver/theory"
)

// aheadSums yields sums of two or three rows with at most this many counters.
func aheadSums(counters int, yield func(rows []string)) {
	byCounters := make([][]string, counters+1)
	for n := 1; n <= counters; n++ {
		for gaps := range 1 << (n - 1) {
			text, pile := "partizan-end-nim", 1
			for i := range n - 1 {
				if gaps>>i&1 == 1 {
					text += fmt.Sprint(" ", pile)
					pile = 0
				}
				pile++
			}
			byCounters[n] = append(byCounters[n], text+fmt.Sprint(" ", pile))
		}
	}
	var grow func(rows []string, least, left int)
	grow = func(rows []string, least, left int) {
		if len(rows) > 1 {
			yield(rows)
		}
		for n := least; n <= left && len(rows) < 3; n++ {
			for _, row := range byCounters[n] {
				grow(append(rows, row), n, left-n)
			}
		}
	}
	grow(nil, 1, counters)
}

// TestAhead checks the reasons for sums of rows by brute force: the winner, the winning move, the
// weights of parts by the calculus on their canonical forms, and whether a move breaks the rule of
// being ahead.
func TestAhead(t *testing.T) {
	v := must.Get(catalog.Standard.Find("partizan-sum"))(t)
	oracle, valuer, rules := gamestest.OracleOf(v), new(solver.Solver).NewValuer(solver.ValueBytes), map[theory.Rule]int{}
	weigh := func(text string) int {
		id, piles, _ := strings.Cut(text, " ")
		if id != endnim.Partizan.ID {
			return 0 // the board is empty
		}
		value, err := valuer.Value(t.Context(), endnim.Partizan, gamestest.Parse(t, endnim.Partizan, piles, games.Left))
		if err != nil {
			t.Fatal(text, err)
		}
		w, err := strconv.Atoi(value.Weight)
		if err != nil {
			t.Fatal(text, err)
		}
		return w
	}
	lead := func(p games.Position, side games.Side) (n int) {
		for _, part := range strings.Split(p.String(), " + ") {
			n += weigh(part)
		}
		if side == games.Right {
			return -n
		}
		return n
	}
	wins := func(p games.Position) bool {
		return oracle.Wins(gamestest.State{Position: p.String(), Owner: p.Turn().Owner})
	}
	s := new(solver.Solver)
	check := func(p games.Position) {
		r, err := s.Explain(t.Context(), v, p)
		if err != nil || wins(p) != (r.Claim == theory.CanWin) {
			t.Fatalf("%s, %s to move: %s, %v", p, p.Turn().Owner, r.Claim, err)
		}
		g, ok := r.Justification.(*sums.Justification)
		if !ok || g.Kind == sums.Alone {
			return
		}
		if rules[g.Kind]++; r.Claim == theory.CanWin {
			if left, err := p.Play(r.Move); err != nil || wins(left) {
				t.Fatalf("%s, %s to move: %s does not win", p, p.Turn().Owner, r.Move)
			}
		}
		for _, part := range g.Parts {
			if g.Weighed && part.Weight != weigh(part.Text) {
				t.Errorf("%s: %s weighs %d", p, part.Text, part.Weight)
			}
		}
		for step := range p.Options() {
			if !wins(step.Position) {
				continue
			}
			refuted := must.Get(s.Refute(t.Context(), v, step.Move, step.Position, games.Move{}))(t)
			ahead := lead(step.Position, p.Turn().Owner.Other())
			if text := explain.Broken(v, refuted); strings.Contains(text, "One ahead is enough") && (ahead < 1 || strings.Contains(text, "is one ahead") != (ahead == 1)) {
				t.Errorf("%s, %s, %d ahead: %s", p, step.Move, ahead, text)
			}
		}
	}
	for _, side := range []games.Side{games.Left, games.Right} {
		aheadSums(testlong.Times(5, 5, 9), func(rows []string) { check(gamestest.Parse(t, v, strings.Join(rows, " + "), side)) })
	}
	// A board without any moves needs no analysis.
	emptied := gamestest.Parse(t, v, "partizan-end-nim 2 3 + coloured-depot-nim a=0 b=0; *<a a-b + partizan-end-nim 1", games.Left)
	check(emptied)
	if weights := solver.Weights(v, emptied); !slices.Equal(weights, []int{-1, 0, 0}) {
		t.Errorf("%s weighs %v", emptied, weights)
	}
	random := rand.New(rand.NewPCG(31, 33))
	for range testlong.Times(20, 40, 1000) {
		check(gamestest.Parse(t, v, drawnSum(t, random, []string{"partizan-end-nim"}), games.Side(random.IntN(2))))
	}
	for _, rule := range []theory.Rule{sums.Sides, sums.Weights, sums.NimDomination, theory.RuleSearch} {
		if rules[rule] == 0 {
			t.Errorf("no reason is by %s", rule)
		}
	}
}

// TestAheadOfAnySize checks that the player ahead has a winning move in sums too large to search.
func TestAheadOfAnySize(t *testing.T) {
	const huge, row = "1000000000000000000", " + partizan-end-nim "
	v := must.Get(catalog.Standard.Find("partizan-sum"))(t)
	few := &solver.Solver{Nodes: 1 << 10}
	for _, c := range []struct{ position, move string }{
		// The whole pile of the row on which Left is behind.
		{"partizan-end-nim " + huge + " 3 5" + row + "7 " + huge, "2:L-7"},
		// No whole pile leaves Left two ahead: the rest is Nim, and the first row serves as a
		// joker.
		{"partizan-end-nim " + huge + " 7" + row + huge + row + "999999999999999999", "2:L-1"},
		// The piles cancel already, so the move is on Left's row.
		{"partizan-end-nim 7 3" + row + huge + row + huge, "1:L-4"},
	} {
		p := gamestest.Parse(t, v, "partizan-end-nim "+strings.TrimPrefix(c.position, "partizan-end-nim "), games.Left)
		r, err := few.Explain(t.Context(), v, p)
		if err != nil || r.Move.String() != c.move {
			t.Errorf("%s: %s, %v", c.position, r.Move, err)
			continue
		}
		left := must.Get(p.Play(r.Move))(t)
		if won, err := few.Wins(t.Context(), v, left); err != nil || won {
			t.Errorf("%s: after %s the other player wins: %v, %v", c.position, r.Move, won, err)
		}
	}
}
