package solver_test

import (
	"slices"
	"testing"
)

// The theorems of docs/theory/theory.md on Partizan End-Nim, judged only by the rules: nothing here asks
// the solver.

// partizanRules searches Partizan End-Nim to the end. The key is the player to move and the row,
// one byte per pile.
type partizanRules map[string]bool

// wins reports whether the player wins moving first: Left takes from the first
// pile, Right from the last.
func (r partizanRules) wins(left bool, row ...byte) bool {
	mover := byte('R')
	if left {
		mover = 'L'
	}
	key := string(append([]byte{mover}, row...))
	if won, ok := r[key]; ok {
		return won
	}
	won := false
	if len(row) > 0 {
		for rest := range row[r.end(left, row)] {
			won = won || !r.wins(!left, r.after(left, rest, row)...)
		}
	}
	r[key] = won
	return won
}

// end returns the index of the pile that the player takes from.
func (partizanRules) end(left bool, row []byte) int {
	if left {
		return 0
	}
	return len(row) - 1
}

// after returns the row after the player has reduced their end pile to rest.
func (r partizanRules) after(left bool, rest byte, row []byte) []byte {
	row = slices.Clone(row)
	at := r.end(left, row)
	if rest == 0 {
		return slices.Delete(row, at, at+1)
	}
	row[at] = rest
	return row
}

// outcome returns N, P, L or R.
func (r partizanRules) outcome(row ...byte) byte {
	switch left, right := r.wins(true, row...), r.wins(false, row...); {
	case left && right:
		return 'N'
	case left:
		return 'L'
	case right:
		return 'R'
	default:
		return 'P'
	}
}

// row joins piles and rows.
func row(parts ...[]byte) []byte { return slices.Concat(parts...) }

// eachByteRow yields all rows of at most this many piles with at most most counters each, including
// the empty row.
func eachByteRow(piles int, most byte, yield func(w []byte)) {
	level := [][]byte{{}}
	for n := 0; ; n++ {
		var longer [][]byte
		for _, w := range level {
			yield(w)
			for pile := byte(1); pile <= most && n < piles; pile++ {
				longer = append(longer, row(w, []byte{pile}))
			}
		}
		if level = longer; len(level) == 0 {
			return
		}
	}
}

// stars returns L*(w) and R*(w) by definition. It tries piles up to one more than the counters of
// w.
func (r partizanRules) stars(t *testing.T, w []byte) (left, right byte) {
	t.Helper()
	least := func(wins func(s byte) bool) byte {
		most := byte(1)
		for _, pile := range w {
			most += pile
		}
		found := byte(0)
		for s := byte(1); s <= most+2; s++ {
			won := wins(s)
			if won && found == 0 {
				found = s
			}
			if won != (found > 0) {
				t.Fatalf("%v: a pile of %d is enough, one of %d is not", w, found, s)
			}
		}
		if found == 0 || found > most {
			t.Fatalf("%v: no pile up to %d is enough", w, most)
		}
		return found
	}
	left = least(func(s byte) bool { return r.wins(true, row([]byte{s}, w)...) })
	right = least(func(s byte) bool { return r.wins(false, row(w, []byte{s})...) })
	return left, right
}

// needs is the rule of Theorem 18: what a player needs against the opposite pile.
func needs(facing, theirs, ours byte) byte {
	if facing < theirs {
		return 1
	}
	return facing - theirs + ours + 1
}

// TestTheorem18Thresholds compares the rule with the definition of L* and R*, and
// with the three cases of the paper.
func TestTheorem18Thresholds(t *testing.T) {
	rules := partizanRules{}
	eachByteRow(4, 4, func(w []byte) {
		left, right := rules.stars(t, w)
		for pile := byte(1); pile <= 5; pile++ {
			gotLeft, _ := rules.stars(t, row(w, []byte{pile}))
			if want := needs(pile, right, left); gotLeft != want {
				t.Fatalf("L*(%v %d) = %d, by the rule %d", w, pile, gotLeft, want)
			}
			_, gotRight := rules.stars(t, row([]byte{pile}, w))
			if want := needs(pile, left, right); gotRight != want {
				t.Fatalf("R*(%d %v) = %d, by the rule %d", pile, w, gotRight, want)
			}
			if want := paperRightStar(rules.outcome(w...), pile, left, right); len(w) > 0 && gotRight != want {
				t.Fatalf("R*(%d %v) = %d, by the paper's cases %d", pile, w, gotRight, want)
			}
		}
		if len(w) == 0 {
			return
		}
		if (left == 1) == rules.wins(false, w...) || (right == 1) == rules.wins(true, w...) {
			t.Fatalf("%v: L* = %d, R* = %d, but the row is %c", w, left, right, rules.outcome(w...))
		}
	})
}

// paperRightStar is R*(aw) by the outcome of w, as in the paper.
func paperRightStar(w, a, left, right byte) byte {
	switch {
	case w == 'L' || w == 'P':
		return a + right
	case w == 'R':
		return max(a+2, left+1) - left
	case a < left:
		return 1
	default:
		return a - left + right + 1
	}
}

// TestCorollary19Moves compares the winning removals with the corollary.
func TestCorollary19Moves(t *testing.T) {
	rules := partizanRules{}
	eachByteRow(4, 4, func(w []byte) {
		left, right := rules.stars(t, w)
		for a := byte(1); a <= 9; a++ {
			for b := byte(1); b <= 6; b++ {
				whole := row([]byte{a}, w, []byte{b})
				for _, mover := range []struct {
					left                 bool
					own, far, ours, they byte
				}{{true, a, b, left, right}, {false, b, a, right, left}} {
					for rest := range mover.own {
						got := !rules.wins(!mover.left, rules.after(mover.left, rest, whole)...)
						var want bool
						switch short := mover.far < mover.they; {
						case rest == 0:
							want = short
						case short:
							want = rest >= mover.ours
						default:
							want = rest >= mover.ours+mover.far-mover.they
						}
						if got != want {
							t.Fatalf("%v, Left moves: %v: leaving %d wins: %v", whole, mover.left, rest, got)
						}
					}
				}
			}
		}
	})
}

// TestCorollary20PhaseDiagram compares outcomes with the spare counters of each side.
func TestCorollary20PhaseDiagram(t *testing.T) {
	rules := partizanRules{}
	eachByteRow(4, 4, func(w []byte) {
		l, r := rules.stars(t, w)
		for a := byte(1); a <= 9; a++ {
			for b := byte(1); b <= 9; b++ {
				var want byte
				switch left, right := int(a)-int(l), int(b)-int(r); {
				case left < 0 && right < 0:
					want = 'N'
				case right < 0 || left > right:
					want = 'L'
				case left < right:
					want = 'R'
				default:
					want = 'P'
				}
				if got := rules.outcome(row([]byte{a}, w, []byte{b})...); got != want {
					t.Fatalf("%d·%v·%d is %c, by what they have to spare %c", a, w, b, got, want)
				}
			}
		}
	})
}

// TestProposition21EvenRows checks that a row of an even number of piles is never N, and that for
// an odd row the least piles that make it L and R are the starred ones.
func TestProposition21EvenRows(t *testing.T) {
	rules := partizanRules{}
	eachByteRow(5, 4, func(w []byte) {
		if len(w)%2 == 0 {
			if rules.outcome(w...) == 'N' {
				t.Fatalf("%v is N", w)
			}
			return
		}
		left, right := rules.stars(t, w)
		for s := byte(1); s <= left; s++ {
			if l := rules.outcome(row([]byte{s}, w)...) == 'L'; l != (s == left) {
				t.Fatalf("%d·%v is L: %v, but L* = %d", s, w, l, left)
			}
		}
		for s := byte(1); s <= right; s++ {
			if r := rules.outcome(row(w, []byte{s})...) == 'R'; r != (s == right) {
				t.Fatalf("%v·%d is R: %v, but R* = %d", w, s, r, right)
			}
		}
	})
}
