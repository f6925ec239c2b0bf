package rows

import (
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/games/gamestest"
	"nimatron/games/nim"
	"nimatron/internal/testlong"
)

// rowVariants are the three games on rows with Grundy values.
var rowVariants = []*games.Variant{endnim.Normal, endnim.Misere, endnim.Loop}

// ruleValues computes Grundy values by the rules alone: the least number that is not an option's
// value.
type ruleValues struct {
	variant *games.Variant
	known   map[string]uint64
}

func newRuleValues(v *games.Variant) *ruleValues {
	return &ruleValues{v, map[string]uint64{}}
}

func (r *ruleValues) of(tb testing.TB, piles []uint64) uint64 {
	return r.value(parse(tb, r.variant, string(games.AppendPiles(nil, piles, -1))))
}

func (r *ruleValues) value(p games.Position) uint64 {
	key := p.String()
	if value, ok := r.known[key]; ok {
		return value
	}
	taken := map[uint64]bool{}
	for step := range p.Options() {
		if r.variant.Ending == games.Misere && step.Position.String() == "0" {
			continue // misère values leave this move out
		}
		taken[r.value(step.Position)] = true
	}
	value := uint64(0)
	for taken[value] {
		value++
	}
	r.known[key] = value
	return value
}

func mustPlane(tb testing.TB, v *games.Variant, middle []uint64, n int) []uint32 {
	tb.Helper()
	plane, err := Plane(tb.Context(), v, middle, n)
	if err != nil {
		tb.Fatalf("%s: plane of %v to %d: %v", v.ID, middle, n, err)
	}
	return plane
}

// around returns the row a·middle·b.
func around(a int, middle []uint64, b int) []uint64 {
	return slices.Concat([]uint64{uint64(a)}, middle, []uint64{uint64(b)})
}

// TestPlaneOfAlbertAndNowakowski compares the paper's table of the rows a 4 b with its printed
// rows, and all of it with the rules.
func TestPlaneOfAlbertAndNowakowski(t *testing.T) {
	const n = 16
	middle := []uint64{4}
	plane := mustPlane(t, endnim.Normal, middle, n)
	for a, want := range map[int][]uint32{
		1:  {0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
		2:  {1, 0, 3, 2, 5, 4, 8, 7, 10, 9, 12, 11, 14, 13, 16, 15},
		16: {16, 15, 17, 14, 19, 18, 10, 21, 22, 23, 8, 24, 25, 6, 7, 0},
	} {
		if got := plane[(a-1)*n : a*n]; !slices.Equal(got, want) {
			t.Errorf("%d 4 b: %v, want %v", a, got, want)
		}
	}
	checkPlane(t, newRuleValues(endnim.Normal), plane, middle, n)
}

// checkPlane compares every value of a plane with the rules.
func checkPlane(t *testing.T, rules *ruleValues, plane []uint32, middle []uint64, n int) {
	t.Helper()
	if len(plane) != n*n {
		t.Fatalf("%s: the plane of %v to %d has %d values", rules.variant.ID, middle, n, len(plane))
	}
	for a := 1; a <= n; a++ {
		for b := 1; b <= n; b++ {
			row := around(a, middle, b)
			if got, want := uint64(plane[(a-1)*n+b-1]), rules.of(t, row); got != want {
				t.Errorf("%s %v: %d in its plane, %d by the rules", rules.variant.ID, row, got, want)
			}
		}
	}
}

func TestPlanesAgreeWithRules(t *testing.T) {
	for _, v := range rowVariants {
		rules := newRuleValues(v)
		for _, middle := range [][]uint64{nil, {1}, {2}, {20}, {3, 1}, {6, 9}, {1, 2, 1}, {7, 2, 5, 3}} {
			for _, n := range []int{1, 2, 7, 12} {
				checkPlane(t, rules, mustPlane(t, v, middle, n), middle, n)
			}
		}
	}
}

// TestRowValuesAgreeWithRules compares the values of rows of up to five piles with the rules, and
// the rows of value 0 with the theorem on the winner.
func TestRowValuesAgreeWithRules(t *testing.T) {
	for _, v := range rowVariants {
		t.Run(v.ID, func(t *testing.T) {
			rules, g := newRuleValues(v), gameOf(v)
			check := func(piles []uint64) {
				t.Helper()
				want := rules.of(t, piles)
				// value would ask the theorem first; the tables must not need it
				if got, ok := g.tableValue(t.Context(), piles, DefaultCells); got != want || !ok {
					t.Errorf("%v by tables: %d, %v; the rules say %d", piles, got, ok, want)
				}
				if got, ok := gameOf(v).value(t.Context(), piles, DefaultCells); got != want || !ok {
					t.Errorf("%v: %d, %v; the rules say %d", piles, got, ok, want)
				}
				if lost := g.lost(rowOf(piles)); lost != (want == 0) {
					t.Errorf("%v has the value %d, but whether it is lost is %v", piles, want, lost)
				}
			}
			eachRow(testlong.Times(3, 3, 4), 5, func(text string) { check(parse(t, v, text).Piles()) })
			r := rand.New(rand.NewPCG(1, 2))
			for range testlong.Times(40, 40, 500) {
				check(parse(t, v, gamestest.RandomRow(r, 5, 8)).Piles())
			}
			for range testlong.Times(5, 8, 20) {
				check(parse(t, v, gamestest.RandomRow(r, 3, 80)).Piles()) // sets of several words
			}
		})
	}
}

// TestValuesBelowTwiceTheLargest has Theorem 14a on all rows of a size, and its sharpness.
func TestValuesBelowTwiceTheLargest(t *testing.T) {
	for _, v := range rowVariants {
		rules := newRuleValues(v)
		for n := uint64(1); n <= 4; n++ {
			largest := uint64(0)
			var grow func(row []uint64)
			grow = func(row []uint64) {
				if len(row) > 0 {
					value := rules.of(t, row)
					if largest = max(largest, value); value > 2*n-1 {
						t.Errorf("%s %v has the value %d", v.ID, row, value)
					}
				}
				for x := uint64(1); x <= n && len(row) < testlong.Times(3, 4, 7); x++ {
					grow(append(row, x))
				}
			}
			grow(nil)
			if sharp := n&(n-1) == 0; sharp && v == endnim.Normal && largest != 2*n-1 {
				t.Errorf("with piles of at most %d the largest value is %d", n, largest)
			}
		}
	}
}

func TestRowValueOfEmptyRow(t *testing.T) {
	for _, v := range rowVariants {
		if value, ok := gameOf(v).value(t.Context(), nil, DefaultCells); value != 0 || ok != (v == endnim.Normal) {
			t.Errorf("%s: %d, %v", v.ID, value, ok)
		}
	}
}

// TestRowValueOfHugePiles uses piles too large to be the side of a table.
func TestRowValueOfHugePiles(t *testing.T) {
	const huge = games.MaxPile
	type want struct {
		value uint64
		ok    bool
	}
	for _, c := range []struct {
		v     *games.Variant
		piles []uint64
		want  want
	}{
		{endnim.Normal, []uint64{huge}, want{huge, true}},
		{endnim.Misere, []uint64{huge}, want{huge - 1, true}},
		{endnim.Loop, []uint64{huge}, want{0, true}},
		{endnim.Normal, []uint64{huge, 7}, want{huge ^ 7, true}},
		{endnim.Loop, []uint64{huge, 7}, want{((huge - 1) ^ 6) + 1, true}},
		{endnim.Misere, []uint64{huge, 7}, want{0, false}},
		{endnim.Misere, []uint64{huge, huge}, want{0, true}},                  // lost, by the theorem
		{endnim.Normal, []uint64{huge, 7, 1, 7, huge}, want{0, true}},         // the same
		{endnim.Normal, []uint64{huge, 7, huge - 9}, want{0, false}},          // huge by huge
		{endnim.Normal, []uint64{huge, 7, 2}, want{0, false}},                 // huge by 2
		{endnim.Normal, []uint64{1 << 33, 7, 1 << 32}, want{0, false}},        // 2^65 cells
		{endnim.Normal, []uint64{math.MaxUint64, 7, 1 << 63}, want{0, false}}, // the same
	} {
		value, ok := gameOf(c.v).value(t.Context(), c.piles, DefaultCells)
		if got := (want{value, ok}); got != c.want {
			t.Errorf("%s %v: %v, want %v", c.v.ID, c.piles, got, c.want)
		}
	}
}

// TestHugePileBetweenSmallOnes checks that a huge pile between small ones gives the same value as 64.
func TestHugePileBetweenSmallOnes(t *testing.T) {
	for _, v := range []*games.Variant{endnim.Normal, endnim.Loop} {
		rules := newRuleValues(v)
		for a := uint64(1); a <= 8; a++ {
			for b := uint64(1); b <= 8; b++ {
				want := rules.of(t, []uint64{a, 64, b})
				for _, huge := range []uint64{1 << 40, games.MaxPile} {
					if got, ok := gameOf(v).tableValue(t.Context(), []uint64{a, huge, b}, DefaultCells); got != want || !ok {
						t.Errorf("%s %d %d %d: %d, %v; want %d", v.ID, a, huge, b, got, ok, want)
					}
				}
			}
		}
	}
}

// TestBudgetOfRowValue compares with the cells of tables counted by hand.
func TestBudgetOfRowValue(t *testing.T) {
	for _, c := range []struct {
		game  game
		piles []uint64
		cells uint64
	}{
		{normal, []uint64{3, 100, 5}, 3 * 5},
		{loop, []uint64{3, 4, 5, 6}, 3*5 + 4*6 + 3*6},
		{misere, []uint64{3, 4, 5}, 3*4 + 4*5 + 3*5},
	} {
		if _, ok := c.game.tableValue(t.Context(), c.piles, c.cells); !ok {
			t.Errorf("%v needs more than %d cells", c.piles, c.cells)
		}
		if value, ok := c.game.tableValue(t.Context(), c.piles, c.cells-1); ok || value != 0 {
			t.Errorf("%v is said to be %d with less than %d cells: %v", c.piles, value, c.cells, ok)
		}
	}
}

func TestTableErrors(t *testing.T) {
	const huge = games.MaxPile
	plane := func(v *games.Variant, middle []uint64, n int) func() (int, error) {
		return func() (int, error) { values, err := Plane(t.Context(), v, middle, n); return len(values), err }
	}
	for name, c := range map[string]struct {
		table func() (int, error)
		size  bool // the size is refused, otherwise the game
	}{
		"plane of none":     {plane(endnim.Normal, nil, 0), true},
		"plane too large":   {plane(endnim.Normal, nil, MaxPlane+1), true},
		"plane, middle too": {plane(endnim.Normal, []uint64{huge, 1}, 16), true},
		"plane of Nim":      {plane(nim.Normal, nil, 16), false},
		"plane, partizan":   {plane(endnim.Partizan, nil, 16), false},
	} {
		values, err := c.table()
		if values != 0 || err == nil || errors.Is(err, ErrTableSize) != c.size {
			t.Errorf("%s: %d values, %v", name, values, err)
		}
	}
}

// threePileSum adds up the values of all rows of three piles of at most n in End-Nim.
func threePileSum(tb testing.TB, n int) uint64 {
	var sum atomic.Uint64
	var next atomic.Int64 // the middle of the next plane to fill
	var working sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		working.Go(func() {
			for middle := next.Add(1); middle <= int64(n); middle = next.Add(1) {
				part := uint64(0)
				for _, value := range mustPlane(tb, endnim.Normal, []uint64{uint64(middle)}, n) {
					part += uint64(value)
				}
				sum.Add(part)
			}
		})
	}
	working.Wait()
	return sum.Load()
}

// TestThreePileSums compares with sums computed by another program.
func TestThreePileSums(t *testing.T) {
	for n, want := range map[int]uint64{16: 36331, 32: 566321, 64: 8970887, 128: 143002659} {
		if got := threePileSum(t, n); got != want {
			t.Errorf("piles to %d: the values add up to %d, want %d", n, got, want)
		}
	}
}

// FuzzRowValue compares rows of up to five piles with the rules.
func FuzzRowValue(f *testing.F) {
	f.Add(uint8(0), []byte{3, 4, 3})
	f.Add(uint8(1), []byte{0, 0, 1})
	f.Add(uint8(2), []byte{5, 1, 2, 6, 3})
	f.Fuzz(func(t *testing.T, which uint8, heights []byte) {
		v := rowVariants[int(which)%len(rowVariants)]
		var piles []uint64
		for _, h := range heights[:min(5, len(heights))] {
			piles = append(piles, uint64(h%16)+1)
		}
		if len(piles) == 0 {
			t.Skip()
		}
		want := newRuleValues(v).of(t, piles)
		if got, ok := gameOf(v).tableValue(t.Context(), piles, DefaultCells); got != want || !ok {
			t.Errorf("%s %v: %d, %v; the rules say %d", v.ID, piles, got, ok, want)
		}
	})
}
