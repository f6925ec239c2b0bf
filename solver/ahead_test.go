package solver_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest"
	"nimatron/internal/testlong"
	"nimatron/solver"
	"nimatron/solver/sums"
	"nimatron/solver/theory"
)

// aheadSums yields sums of two or three rows, with so many counters at most.
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

var (
	weighedPart = regexp.MustCompile(`part (\d) ([+-]?\d+)`)
	inAll       = regexp.MustCompile(`(?:leaves you|you are) (\d+|one) (ahead|behind)`)
	pilesOfAll  = regexp.MustCompile(`piles of ([\d, and]+)`)
	numbersLeft = regexp.MustCompile(`\d+`)
)

// TestAheadInWords holds what is said of sums of rows to brute force: who wins, that the move
// wins, what parts weigh by the calculus on their canonical forms, how far that is ahead, and that
// piles which cancel do. No other number is left.
func TestAheadInWords(t *testing.T) {
	v, err := catalog.Standard.Find("partizan-sum")
	if err != nil {
		t.Fatal(err)
	}
	row, err := catalog.Standard.Find("partizan-end-nim")
	if err != nil {
		t.Fatal(err)
	}
	oracle, valuer := gamestest.NewOracle(gamestest.FromOptions(v)), new(solver.Solver).NewValuer(solver.ValueBytes)
	known := map[string]int{}
	weigh := func(text string) int {
		if strings.HasPrefix(text, "coloured") {
			return 0 // it is emptied
		}
		w, ok := known[text]
		if !ok {
			_, piles, _ := strings.Cut(text, " ")
			value, err := valuer.Value(t.Context(), row, gamestest.Parse(t, row, piles, games.Left))
			if err == nil {
				w, err = strconv.Atoi(value.Weight)
			}
			if err != nil {
				t.Fatal(text, err)
			}
			known[text] = w
		}
		return w
	}
	rules, said := map[theory.Rule]int{}, 0
	check := func(p games.Position) {
		s := new(solver.Solver)
		r, err := s.Explain(t.Context(), v, p)
		if err != nil {
			t.Fatal(p, err)
		}
		wins := func(p games.Position) bool {
			return oracle.Wins(gamestest.State{Position: p.String(), Owner: p.Turn().Owner})
		}
		if wins(p) != (r.Claim == theory.CanWin) {
			t.Fatalf("%s, %s to move: %s", p, p.Turn().Owner, r.Claim)
		}
		g, ok := r.Ground.(*sums.Ground)
		if !ok || g.Kind == sums.Alone {
			return
		}
		left := p
		if r.Claim == theory.CanWin {
			if left, err = p.Play(r.Move); err != nil || wins(left) {
				t.Fatalf("%s, %s to move: %s does not win", p, p.Turn().Owner, r.Move)
			}
		}
		rules[g.Kind]++
		text := explain.Short(v, p, r)
		if n := utf8.RuneCountInString(text); n > explain.MaxShort {
			t.Errorf("%s: %d characters: %s", p, n, text)
		}
		sign := 1
		if p.Turn().Owner == games.Right {
			sign = -1
		}
		// Weights are said of the position, or of what the move leaves.
		of := p
		if strings.Contains(text, "leaves you") {
			of = left
		}
		lead := 0
		parts := strings.Split(of.String(), " + ")
		for _, part := range parts {
			lead += sign * weigh(part)
		}
		for _, found := range weighedPart.FindAllStringSubmatch(text, -1) {
			number, _ := strconv.Atoi(found[1])
			weight, _ := strconv.Atoi(found[2])
			if said++; sign*weigh(parts[number-1]) != weight {
				t.Errorf("%s: %s", p, text)
			}
		}
		if found := inAll.FindStringSubmatch(text); found != nil {
			n, err := strconv.Atoi(found[1])
			if err != nil {
				n = 1
			}
			if found[2] == "behind" {
				n = -n
			}
			if said++; n != lead {
				t.Errorf("%s: %s", p, text)
			}
		}
		if found := pilesOfAll.FindStringSubmatch(text); found != nil {
			sum := 0
			for _, n := range numbersLeft.FindAllString(found[1], -1) {
				pile, _ := strconv.Atoi(n)
				sum ^= pile
			}
			if said++; sum != 0 {
				t.Errorf("%s: %s", p, text)
			}
		}
		if r.Claim == theory.CanWin { // the hint before the last
			look := explain.Look(v, r)
			part, _ := r.Move.InPart()
			holds := strings.Contains(look, fmt.Sprintf("Look at part %d", part)) && strings.Contains(look, "whole pile") == g.Whole
			for _, found := range weighedPart.FindAllStringSubmatch(strings.Split(look, ": ")[0], -1) {
				number, _ := strconv.Atoi(found[1])
				weight, _ := strconv.Atoi(found[2])
				holds = holds && sign*weigh(strings.Split(p.String(), " + ")[number-1]) == weight
			}
			if !holds {
				t.Errorf("%s, %s: %s", p, r.Move, look)
			}
		}
		rest := text
		for _, known := range []*regexp.Regexp{weighedPart, inAll, pilesOfAll, regexp.MustCompile("`[^`]*`|part \\d|\\(\\d+ positions\\)")} {
			rest = known.ReplaceAllString(rest, "…")
		}
		if numbersLeft.MatchString(rest) {
			t.Errorf("%s: no phrase is known for a number in %s", p, text)
		}
		// The rule that a move breaks.
		for step := range p.Options() {
			if wins(step.Position) {
				refuted, err := s.Refute(t.Context(), v, step.Move, step.Position, games.Move{})
				if err != nil {
					t.Fatal(err)
				}
				if text := explain.Broken(v, refuted); strings.Contains(text, "One ahead is enough") {
					ahead := 0
					for _, part := range strings.Split(step.Position.String(), " + ") {
						ahead -= sign * weigh(part)
					}
					if ahead < 1 || !strings.Contains(text, "is one ahead") == (ahead == 1) {
						t.Errorf("%s, %s: %s", p, step.Move, text)
					}
				}
			}
		}
	}
	for _, side := range []games.Side{games.Left, games.Right} {
		aheadSums(testlong.Times(5, 7, 9), func(rows []string) { check(gamestest.Parse(t, v, strings.Join(rows, " + "), side)) })
	}
	// Of a board on which nobody can move any more nothing has to be known.
	emptied := "partizan-end-nim 2 3 + coloured-depot-nim a=0 b=0; *<a a-b + partizan-end-nim 1"
	check(gamestest.Parse(t, v, emptied, games.Left))
	if weights := solver.Weights(v, gamestest.Parse(t, v, emptied, games.Left)); !slices.Equal(weights, []int{-1, 0, 0}) {
		t.Errorf("%s weighs %v", emptied, weights)
	}
	random := rand.New(rand.NewPCG(31, 33))
	for range testlong.Times(20, 150, 1000) {
		check(gamestest.Parse(t, v, drawnSum(t, random, []string{"partizan-end-nim"}), games.Side(random.IntN(2))))
	}
	for _, rule := range []theory.Rule{sums.Sides, sums.Weights, sums.Covers, theory.RuleSearch} {
		if rules[rule] == 0 {
			t.Errorf("no reason is by %s", rule)
		}
	}
	t.Log(rules, said)
}

// TestAheadOfAnySize: who is ahead has a winning move where no search ends.
func TestAheadOfAnySize(t *testing.T) {
	const huge, row = "1000000000000000000", " + partizan-end-nim "
	v, err := catalog.Standard.Find("partizan-sum")
	if err != nil {
		t.Fatal(err)
	}
	few := &solver.Solver{Nodes: 1 << 10}
	for _, c := range []struct{ position, move string }{
		// The whole pile of the row on which Left is behind.
		{"partizan-end-nim " + huge + " 3 5" + row + "7 " + huge, "2:L-7"},
		// No whole pile leaves Left two ahead: the rest is Nim, and the first row a joker.
		{"partizan-end-nim " + huge + " 7" + row + huge + row + "999999999999999999", "2:L-1"},
		// The piles cancel already, so the move is on the row that is Left's.
		{"partizan-end-nim 7 3" + row + huge + row + huge, "1:L-4"},
	} {
		p := gamestest.Parse(t, v, "partizan-end-nim "+strings.TrimPrefix(c.position, "partizan-end-nim "), games.Left)
		r, err := few.Explain(t.Context(), v, p)
		if err != nil || r.Move.String() != c.move {
			t.Errorf("%s: %s, %v", c.position, r.Move, err)
			continue
		}
		left, err := p.Play(r.Move)
		if err != nil {
			t.Fatal(err)
		}
		if won, err := few.Wins(t.Context(), v, left); err != nil || won {
			t.Errorf("%s: after %s the other player wins: %v, %v", c.position, r.Move, won, err)
		}
	}
}
