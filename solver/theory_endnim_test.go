package solver_test

import (
	"math/bits"
	"slices"
	"testing"
)

// The statements of docs/theory/theory.md on End-Nim that Coq does not prove, judged only by the rules: nothing here
// asks the solver.

// rowEnding is the ending condition of a game on a row.
type rowEnding int

const (
	lastWins   rowEnding = iota // End-Nim
	lastLoses                   // misère
	singleWins                  // Loop End-Nim: the player who leaves one pile wins
)

var rowEndings = []rowEnding{lastWins, lastLoses, singleWins}

// rowRules searches a game to the end. values are Grundy values, in misère play without the move to
// the empty row. The keys are rows.
type rowRules struct {
	ending rowEnding
	values map[string]int
}

func newRowRules(ending rowEnding) *rowRules { return &rowRules{ending, map[string]int{}} }

// options returns the rows after one move.
func (r *rowRules) options(w []byte) [][]byte {
	if len(w) == 0 || len(w) == 1 && r.ending == singleWins {
		return nil
	}
	end := len(w) - 1
	options := [][]byte{w[1:], w[:end]}
	for rest := byte(1); rest < w[0]; rest++ {
		options = append(options, row([]byte{rest}, w[1:]))
	}
	for rest := byte(1); rest < w[end]; rest++ {
		options = append(options, row(w[:end], []byte{rest}))
	}
	return options
}

// value returns the Grundy value of a row.
func (r *rowRules) value(w ...byte) int {
	key := string(w)
	if value, ok := r.values[key]; ok {
		return value
	}
	taken := map[int]bool{}
	for _, o := range r.options(w) {
		if len(o) > 0 || r.ending != lastLoses {
			taken[r.value(o...)] = true
		}
	}
	value := 0
	for taken[value] {
		value++
	}
	r.values[key] = value
	return value
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

// TestLemma16cRowsLikeNim finds rows w to which the lemma applies, and checks their values.
func TestLemma16cRowsLikeNim(t *testing.T) {
	const most = 16
	for _, ending := range rowEndings {
		rules, found := newRowRules(ending), 0
		eachByteRow(3, 3, func(w []byte) {
			value := func(x, y int) int { // 0 for no pile
				row := append([]byte{byte(x)}, w...)
				if x == 0 {
					row = row[1:]
				}
				if y > 0 {
					row = append(row, byte(y))
				}
				return rules.value(row...)
			}
			for q := 1; q <= 4 && len(w) > 0; q *= 2 {
				f, g := value(0, q)^q, value(q, 0)^q
				fits := f < q && g < q
				for b := q; b <= most; b++ {
					fits = fits && value(0, b) == f^b && value(b, 0) == g^b
				}
				for x := 1; x < q; x++ {
					row, column := 0, 0
					for y := range q {
						row |= 1 << value(x, y)
						column |= 1 << value(y, x)
					}
					fits = fits && row == 1<<q-1 && column == 1<<q-1
				}
				if !fits {
					continue
				}
				found++
				had := 1 << f
				for x := 1; x <= most; x++ {
					fx := bits.TrailingZeros(^uint(had))
					if x >= q {
						fx = x
					}
					had |= 1 << fx
					for b := q; b <= most; b++ {
						if got := value(x, b); got != fx^b {
							t.Errorf("ending %d: %d %v %d is worth %d, not %d", ending, x, w, b, got, fx^b)
						}
					}
				}
			}
		})
		if found == 0 {
			t.Errorf("ending %d: there is no such row", ending)
		}
		t.Logf("ending %d: %d rows", ending, found)
	}
}

// TestCorollary16dSmallPiles compares the formulas.
func TestCorollary16dSmallPiles(t *testing.T) {
	for _, c := range []struct {
		ending rowEnding
		w      byte
		from   int
	}{{lastWins, 1, 2}, {lastWins, 2, 4}, {lastWins, 3, 4}, {lastLoses, 1, 1}, {singleWins, 1, 1}} {
		rules := newRowRules(c.ending)
		for a := c.from; a <= 32; a++ {
			for b := c.from; b <= 32; b++ {
				if got := rules.value(byte(a), c.w, byte(b)); got != a^b {
					t.Errorf("ending %d: %d %d %d is worth %d", c.ending, a, c.w, b, got)
				}
			}
		}
	}
}

// TestProposition13LargePiles checks that a pile between two ends matters only while it is small.
func TestProposition13LargePiles(t *testing.T) {
	for _, ending := range []rowEnding{lastWins, singleWins} {
		rules := newRowRules(ending)
		for a := byte(1); a <= 7; a++ {
			for b := byte(1); b <= 7; b++ {
				want := rules.value(a, 32, b) // both values next to a 32 are above 14
				for between := byte(33); between <= 48; between++ {
					if got := rules.value(a, between, b); got != want {
						t.Fatalf("ending %d: %d %d %d is worth %d, with 32 between %d", ending, a, between, b, got, want)
					}
				}
			}
		}
	}
}
