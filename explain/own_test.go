package explain_test

import (
	"math/bits"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/endnim"
	"nimatron/solver"
)

// What follows is the test's own knowledge of the games, written from the rules and the
// statements of docs/theory.md: nothing here asks the solver.

// variants are all that reasons are tested on.
var variants = func() []*games.Variant {
	var all []*games.Variant
	for _, v := range catalog.Standard.All() {
		if solver.FamilyOf(v).Theorem != nil {
			all = append(all, v) // the others are searched
		}
	}
	for _, id := range []string{"split-nim/0", "split-nim/1", "split-nim/2", "split-nim/3", "split-nim/4", "split-nim/6", "split-nim/12", "split-nim/-1", "split-nim/-2",
		"split-nim/1/misere", "split-nim/2/misere", "split-nim/4/misere", "split-nim/-2/misere"} {
		if v, err := catalog.Standard.Find(id); err == nil {
			known := false
			for _, w := range all {
				known = known || w.ID == v.ID
			}
			if !known {
				all = append(all, v)
			}
		}
	}
	return all
}()

// read returns a position of a variant with a side to move.
func read(t testing.TB, v *games.Variant, text string, side games.Side) games.Position {
	t.Helper()
	p, err := v.Parse(text, side)
	if err != nil {
		t.Fatalf("%s %s: %v", v.ID, text, err)
	}
	return p
}

// reasonOf asks for the reason of a position, which is all that a test asks the solver for.
func reasonOf(t testing.TB, v *games.Variant, p games.Position) solver.Reason {
	t.Helper()
	r, err := new(solver.Solver).Explain(t.Context(), v, p)
	if err != nil {
		t.Fatalf("%s %s: %v", v.ID, p, err)
	}
	return r
}

// pilesOf reads the piles of a position from its notation; nominated is the index of the
// one in brackets, or -1.
func pilesOf(t testing.TB, p games.Position) (piles []uint64, nominated int) {
	t.Helper()
	piles, nominated, err := games.ParsePiles(p.String())
	if err != nil {
		t.Fatal(err)
	}
	return piles, nominated
}

// xorOf is the nim-sum.
func xorOf(piles []uint64) (x uint64) {
	for _, n := range piles {
		x ^= n
	}
	return x
}

// countOnes counts the piles of 1 and those above.
func countOnes(piles []uint64) (ones, larger int) {
	for _, n := range piles {
		if n == 1 {
			ones++
		} else {
			larger++
		}
	}
	return ones, larger
}

// worth is what a pile counts in Split-q-Nim.
func worth(q int64, n uint64) uint64 {
	switch {
	case q < 0 || q%2 != 0 || n == 0:
		return n
	case q == 0:
		switch n % 4 {
		case 3:
			return n + 1
		case 0:
			return n - 1
		}
		return n
	case q == 2:
		if n >= 2 && bits.OnesCount64(n/2)%2 == 0 {
			return n ^ 1
		}
		return n
	}
	power := uint64(1)
	for power*2 <= uint64(q) {
		power *= 2
	}
	if (n&^1)&(uint64(q)/2) == 0 && bits.OnesCount64(n/power) >= 2 {
		return n ^ 1
	}
	return n
}

// worths are what piles count.
func worths(q int64, piles []uint64) []uint64 {
	values := make([]uint64, len(piles))
	for i, n := range piles {
		values[i] = worth(q, n)
	}
	return values
}

// need is what the end pile of a side needs beside a row, by the recursion of Theorem 18.
func need(row []uint64, side games.Side) uint64 {
	if len(row) == 0 {
		return 1
	}
	rest, facing := row[:len(row)-1], row[len(row)-1] // for Left the pile at the other end is the last
	if side == games.Right {
		rest, facing = row[1:], row[0]
	}
	theirs := need(rest, side.Other())
	if facing < theirs {
		return 1
	}
	return facing - theirs + need(rest, side) + 1
}

// keyOf is the same for positions that are the same but for the order of piles, where that
// does not count.
func keyOf(p games.Position) string {
	if _, ok := p.(*endnim.Row); ok {
		return p.Turn().Owner.String() + p.String()
	}
	piles := strings.Fields(p.String())
	slices.Sort(piles)
	return p.Turn().Owner.String() + strings.Join(piles, " ")
}

// wonBySearch says who wins small positions by playing everything out.
type wonBySearch struct {
	v     *games.Variant
	known map[string]bool
}

func (s *wonBySearch) wins(p games.Position) bool {
	turn := p.Turn()
	key := keyOf(p)
	if won, ok := s.known[key]; ok {
		return won
	}
	won := false
	if winner, over := s.v.Winner(p); over {
		won = winner == turn.Actor
	} else {
		for step := range p.Options() {
			if s.wins(step.Position) == (step.Position.Turn().Actor == turn.Actor) {
				won = true
				break
			}
		}
	}
	s.known[key] = won
	return won
}
