package partizan

import (
	"slices"
	"testing"

	"nimatron/internal/testlong"
	"nimatron/solver/theory"
	"nimatron/solver/values"
)

// aSum is rows side by side, as in Left's strategy of Theorem 44 of docs/theory/values.md.
type aSum [][]byte

func (s aSum) weight() (weight int) {
	for _, row := range s {
		weight += standingOf(piles64(row)).Weight
	}
	return weight
}

// covered reports whether the rows dominate Nim piles for Left whose nim-sum is 0.
func (s aSum) covered() bool {
	nimSum, jokers, but := uint64(0), 0, uint64(0)
	for _, row := range s {
		switch c := standingOf(piles64(row)).Dominates[0]; c.Kind {
		case theory.NoPile:
			return false
		case theory.OnePile:
			nimSum ^= c.Pile
		case theory.AllButOne:
			jokers, but = jokers+1, c.Pile
		case theory.EveryPile:
			jokers++
			but = 1 << 63 // no pile
		}
	}
	return jokers > 1 || jokers == 1 && nimSum != but || jokers == 0 && nimSum == 0
}

// safe reports whether the sum is what Left's strategy leaves.
func (s aSum) safe() bool { return s.weight() >= 2 || s.covered() }

// with returns the sum with another row in a place.
func (s aSum) with(i int, row []byte) aSum {
	after := slices.Clone(s)
	if after[i] = row; len(row) == 0 {
		after = slices.Delete(after, i, i+1)
	}
	return after
}

// after returns the sums that a player can leave by a move in row i.
func (s aSum) after(i, side int) (list []aSum) {
	end := side * (len(s[i]) - 1)
	for left := byte(0); left < s[i][end]; left++ {
		row := slices.Clone(s[i])
		if row[end] = left; left == 0 {
			row = slices.Delete(row, end, end+1)
		}
		list = append(list, s.with(i, row))
	}
	return list
}

func (s aSum) all(side int) (list []aSum) {
	for i := range s {
		list = append(list, s.after(i, side)...)
	}
	return list
}

// sumsOf yields sums of this many rows with at most this many counters in total.
func sumsOf(rows, counters int, yield func(aSum)) {
	var list [][]byte
	for n := 1; n <= counters-rows+1; n++ {
		rowsOfCounters(n, func(piles []byte) { list = append(list, piles) })
	}
	var grow func(s aSum, from, left int)
	grow = func(s aSum, from, left int) {
		if len(s) == rows {
			yield(slices.Clone(s))
			return
		}
		for i := from; i < len(list); i++ {
			n := 0
			for _, pile := range list[i] {
				n += int(pile)
			}
			if n <= left {
				grow(append(s, list[i]), i, left-n)
			}
		}
	}
	grow(nil, 0, counters)
}

func (r rowsOf) sum(s aSum) values.Game {
	g := values.Zero
	for _, row := range s {
		g = r.Sum(g, r.row(row...))
	}
	return g
}

// TestLemma43Covers checks the Nim piles that rows dominate against their canonical forms.
func TestLemma43Covers(t *testing.T) {
	r := newRows()
	const most = 20
	for n := range counters() {
		rowsOfCounters(n+1, func(piles []byte) {
			g, c := r.row(piles...), standingOf(piles64(piles)).Dominates
			for k := range most {
				has := func(c theory.PileSet) bool {
					return c.Kind == theory.EveryPile || c.Kind == theory.OnePile && c.Pile == uint64(k) || c.Kind == theory.AllButOne && c.Pile != uint64(k)
				}
				pile := r.Nimber(k)
				if has(c[0]) != r.LessOrEqual(pile, g) || has(c[1]) != r.LessOrEqual(g, pile) {
					t.Fatalf("%v covers %+v; *%d", piles, c, k)
				}
			}
		})
	}
}

// TestTheorem44Strategy plays Left's strategy on all small sums against every reply.
func TestTheorem44Strategy(t *testing.T) {
	r := newRows()
	turns, whole, endings := 0, 0, 0
	for rows := 1; rows <= 5; rows++ {
		sumsOf(rows, testlong.Times(8, 10, 15), func(s aSum) {
			weight, safe := s.weight(), s.safe()
			if safe && !r.LessOrEqual(values.Zero, r.sum(s)) {
				t.Fatalf("%v is not safe", s)
			}
			if safe { // Right's turn
				for _, after := range s.all(1) {
					if after.weight() < weight-1 {
						t.Fatalf("%v loses more than one by a move to %v", s, after)
					}
					if after.weight() < 1 && !slices.ContainsFunc(after.all(0), aSum.safe) {
						t.Fatalf("%v to %v has no answer", s, after)
					}
				}
			}
			if weight < 1 {
				return
			}
			turns++ // Left's turn
			for i := range s {
				if took := s.after(i, 0)[0]; took.weight() >= 2 {
					whole++
					return
				}
			}
			endings++
			for i := range s {
				if w := standingOf(piles64(s[i])); w.Weight < 0 || r.Outcome(r.row(s[i]...)) == "R" {
					t.Fatalf("%v: a row is Right's", s)
				}
				// The whole pile, 1, as much as Right's, or a single pile to anything.
				for _, after := range s.after(i, 0) {
					left := byte(0)
					if len(after) == len(s) && len(after[i]) == len(s[i]) {
						left = after[i][0]
					}
					if single := len(s[i]) == 1; (left <= 1 || single || left == s[i][len(s[i])-1] || s[i][0]-left == 1) && after.safe() {
						return
					}
				}
			}
			t.Fatalf("%v has no ending", s)
		})
	}
	t.Log(turns, whole, endings)
}
