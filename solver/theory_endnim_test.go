package solver_test

import (
	"math/bits"
	"slices"
	"testing"
)

// The theorems of docs/theory/theory.md on End-Nim, judged only by the rules: nothing here asks the
// solver.

// rowEnding is the ending condition of a game on a row.
type rowEnding int

const (
	lastWins   rowEnding = iota // End-Nim
	lastLoses                   // misère
	singleWins                  // Loop End-Nim: the player who leaves one pile wins
)

var rowEndings = []rowEnding{lastWins, lastLoses, singleWins}

// rowRules searches a game to the end. values are Grundy values, in misère play without the move to
// the empty row; lost includes that move. The keys are rows.
type rowRules struct {
	ending    rowEnding
	values    map[string]int
	lostByKey map[string]bool
}

func newRowRules(ending rowEnding) *rowRules {
	return &rowRules{ending, map[string]int{}, map[string]bool{}}
}

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

// lost reports whether the player to move loses.
func (r *rowRules) lost(w ...byte) bool {
	if len(w) == 0 {
		return r.ending != lastLoses
	}
	key := string(w)
	if lost, ok := r.lostByKey[key]; ok {
		return lost
	}
	lost := !slices.ContainsFunc(r.options(w), func(o []byte) bool { return r.lost(o...) })
	r.lostByKey[key] = lost
	return lost
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

// leftCount is the length of the run of equal piles at the left end, plus one if the next pile is
// higher.
func leftCount(w []byte) int {
	run := 1
	for run < len(w) && w[run] == w[0] {
		run++
	}
	if run < len(w) && w[run] > w[0] {
		run++
	}
	return run
}

// rightCount is leftCount from the right.
func rightCount(w []byte) int {
	mirrored := slices.Clone(w)
	slices.Reverse(mirrored)
	return leftCount(mirrored)
}

// lostByTheorem is Theorems 9 and 10.
func (e rowEnding) lostByTheorem(w []byte) bool {
	if len(w) == 0 {
		return e != lastLoses
	}
	if slices.Min(w) == slices.Max(w) {
		odd := e == singleWins || e == lastLoses && w[0] == 1
		return (len(w)%2 == 1) == odd
	}
	first, last := w[0], w[len(w)-1]
	l, r := leftCount(w), rightCount(w)
	switch {
	case first == last:
		return (l+r)%2 == 0
	case first+1 == last:
		return l%2 == 1 && r%2 == 0
	case last+1 == first:
		return l%2 == 0 && r%2 == 1
	default:
		return false
	}
}

// TestTheorems9And10LostRows compares all three games with the rules.
func TestTheorems9And10LostRows(t *testing.T) {
	for _, ending := range rowEndings {
		rules := newRowRules(ending)
		check := func(w []byte) {
			if len(w) == 0 && ending == singleWins {
				return // play never gets there
			}
			if lost := rules.lost(w...); lost != ending.lostByTheorem(w) {
				t.Fatalf("ending %d, %v: lost %v", ending, w, lost)
			}
		}
		eachByteRow(5, 5, check)
		eachByteRow(7, 3, check)
	}
}

// TestTheorem9Picture compares the counts with Albert and Nowakowski's picture. An end is in the
// top row if its run is odd and the row rises after it, or if the run is even and the row falls.
func TestTheorem9Picture(t *testing.T) {
	onTop := func(w []byte) bool {
		run := 1
		for w[run] == w[0] {
			run++
		}
		return (run%2 == 1) == (w[run] > w[0])
	}
	eachByteRow(6, 3, func(w []byte) {
		if len(w) == 0 || slices.Min(w) == slices.Max(w) {
			return
		}
		mirrored := slices.Clone(w)
		slices.Reverse(mirrored)
		if onTop(w) != (leftCount(w)%2 == 0) || onTop(mirrored) != (rightCount(w)%2 == 0) {
			t.Fatalf("%v: counts %d and %d, on top %v and %v", w, leftCount(w), rightCount(w), onTop(w), onTop(mirrored))
		}
	})
}

// TestLemma8Staircase checks the lost rows x·w·y for a fixed w. They pair the x other than p with
// the y other than q one to one, where p·w and w·q are lost.
func TestLemma8Staircase(t *testing.T) {
	const most = 9
	for _, ending := range rowEndings {
		rules := newRowRules(ending)
		eachByteRow(3, 4, func(w []byte) {
			var xs, ys []byte
			for pile := byte(1); pile <= most; pile++ {
				if !rules.lost(row([]byte{pile}, w)...) {
					xs = append(xs, pile)
				}
				if !rules.lost(row(w, []byte{pile})...) {
					ys = append(ys, pile)
				}
			}
			if len(w) > 0 && min(len(xs), len(ys)) < most-1 {
				t.Fatalf("ending %d: two piles beside %v make lost rows", ending, w)
			}
			for x := byte(1); x <= most-1; x++ {
				for y := byte(1); y <= most-1; y++ {
					i, j := slices.Index(xs, x), slices.Index(ys, y)
					if lost := rules.lost(row([]byte{x}, w, []byte{y})...); lost != (i >= 0 && i == j) {
						t.Fatalf("ending %d: %d·%v·%d is lost: %v, with the x %v and the y %v", ending, x, w, y, lost, xs, ys)
					}
				}
			}
		})
	}
}

// TestProposition12TwoPiles compares the formulas.
func TestProposition12TwoPiles(t *testing.T) {
	normal, misere, loop := newRowRules(lastWins), newRowRules(lastLoses), newRowRules(singleWins)
	for a := 1; a <= 40; a++ {
		if n, m, l := normal.value(byte(a)), misere.value(byte(a)), loop.value(byte(a)); n != a || m != a-1 || l != 0 {
			t.Errorf("%d: values %d, misère %d, loop %d", a, n, m, l)
		}
		for b := 1; b <= 40; b++ {
			n, l := normal.value(byte(a), byte(b)), loop.value(byte(a), byte(b))
			if n != a^b || l != (a-1)^(b-1)+1 {
				t.Errorf("%d %d: values %d, loop %d", a, b, n, l)
			}
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

// TestProposition13SmallValues checks that a row's value is at most the sum of its ends, so that a
// pile between them matters only while it is small.
func TestProposition13SmallValues(t *testing.T) {
	for _, ending := range rowEndings {
		rules := newRowRules(ending)
		eachByteRow(4, 5, func(w []byte) {
			if len(w) >= 2 && rules.value(w...) > int(w[0]+w[len(w)-1]) {
				t.Fatalf("ending %d: %v is worth %d", ending, w, rules.value(w...))
			}
		})
	}
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

// TestProposition14MisereValues checks that a row has the value 0 exactly if it is lost, in misère
// play too, whose values leave out the move to the empty row.
func TestProposition14MisereValues(t *testing.T) {
	for _, ending := range rowEndings {
		rules := newRowRules(ending)
		eachByteRow(4, 5, func(w []byte) {
			if len(w) > 0 && rules.lost(w...) != (rules.value(w...) == 0) {
				t.Fatalf("ending %d: %v has the value %d", ending, w, rules.value(w...))
			}
		})
	}
}
