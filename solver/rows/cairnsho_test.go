package rows

import (
	"testing"

	"nimatron/games"
	"nimatron/games/endnim"
)

// The theorems and propositions of Cairns and Ho 2011 on the rows of small Grundy
// values, Proposition 12 and Theorem 17 of docs/theory.md. The one on who wins is compared with values in
// TestRowValuesAgreeWithRules.

// eachValue yields the values of all rows a·middle·b of piles of up to n.
func eachValue(t *testing.T, v *games.Variant, middle []uint64, n int, yield func(a, b int, value uint64)) {
	t.Helper()
	for i, value := range mustPlane(t, v, middle, n) {
		yield(i/n+1, i%n+1, uint64(value))
	}
}

// TestTwoPileFormulas compares the formulas of two piles with tables, which
// are not filled for them.
func TestTwoPileFormulas(t *testing.T) {
	const n = 29
	for v, formula := range map[*games.Variant]func(a, b int) int{
		endnim.Normal: func(a, b int) int { return a ^ b },
		endnim.Loop:   func(a, b int) int { return ((a - 1) ^ (b - 1)) + 1 },
	} {
		eachValue(t, v, nil, n, func(a, b int, value uint64) {
			want := uint64(formula(a, b))
			if value != want {
				t.Errorf("%s %d %d: %d, want %d", v.ID, a, b, value, want)
			}
			if got, ok := gameOf(v).value(t.Context(), around(a, nil, b), DefaultCells); got != want || !ok {
				t.Errorf("%s %d %d by formula: %d, %v; want %d", v.ID, a, b, got, ok, want)
			}
		})
	}
}

func TestTwoPilesOfMisereValueOne(t *testing.T) {
	eachValue(t, endnim.Misere, nil, 29, func(a, b int, value uint64) {
		a, b = min(a, b), max(a, b)
		if one := a == 1 && b == 1 || a >= 3 && a%2 == 1 && b == a+1; one != (value == 1) {
			t.Errorf("%d %d has the value %d", a, b, value)
		}
	})
}

// eachThree yields the values of all rows a b c of piles of up to n with a ≤ c, and
// checks that their mirror images have the same.
func eachThree(t *testing.T, v *games.Variant, n int, yield func(a, b, c int, value uint64)) {
	t.Helper()
	for b := 1; b <= n; b++ {
		mirror := mustPlane(t, v, []uint64{uint64(b)}, n)
		eachValue(t, v, []uint64{uint64(b)}, n, func(a, c int, value uint64) {
			if reversed := uint64(mirror[(c-1)*n+a-1]); reversed != value {
				t.Errorf("%s %d %d %d has the value %d, from the right %d", v.ID, a, b, c, value, reversed)
			}
			if a <= c {
				yield(a, b, c, value)
			}
		})
	}
}

func TestThreePilesOfValueOne(t *testing.T) {
	for v, one := range map[*games.Variant]func(a, b, c int) bool{
		endnim.Normal: normalOne,
		endnim.Misere: misereOne,
		endnim.Loop:   loopOne,
	} {
		eachThree(t, v, 16, func(a, b, c int, value uint64) {
			if one(a, b, c) != (value == 1) {
				t.Errorf("%s %d %d %d has the value %d", v.ID, a, b, c, value)
			}
		})
	}
}

func normalOne(a, b, c int) bool {
	odd := a%2 == 1
	switch c {
	case a:
		return a == 1 && b == 1
	case a + 1:
		return !odd && b < a || odd && b > a && b != a+2
	case a + 2:
		return odd && b == c
	}
	return false
}

func misereOne(a, b, c int) bool {
	odd := a%2 == 1
	switch c {
	case a:
		return b == a && a >= 3
	case a + 1:
		return a == 1 && b == 2 || !odd && b == 1 || odd && (2 <= b && b < a || b > c)
	}
	return false
}

func loopOne(a, b, c int) bool {
	odd := a%2 == 1
	switch c {
	case a + 1:
		return !odd && b < a || odd && b > c
	case a + 2:
		return odd && b == a+1
	}
	return false
}

func TestThreePilesOfValueTwo(t *testing.T) {
	eachThree(t, endnim.Normal, 24, func(a, b, c int, value uint64) {
		if normalTwo(a, b, c) != (value == 2) {
			t.Errorf("%d %d %d has the value %d", a, b, c, value)
		}
	})
}

// normalTwo is the proposition on value 2, with its congruences mod 4.
func normalTwo(a, b, c int) bool {
	low := b < a && (b < 5 || b%4 == 0 || b%4 == 3)
	switch c {
	case a:
		return b == a && a >= 2 && (a%4 == 1 || a%4 == 2)
	case a + 1:
		return a == 1 && b == 1 ||
			a%4 == 2 && b == c ||
			a%2 == 1 && a >= 7 && 5 <= b && b < a && (b%4 == 1 || b%4 == 2) && !(a%4 == 3 && b == a-2)
	case a + 2:
		return a%4 == 0 && low ||
			a%4 == 1 && (a == 1 && b == 2 || b >= a+3 || low) ||
			a%4 == 2 && (b == a-1 && b >= 5 || b >= a+2 && b != a+4)
	case a + 3:
		return a%4 == 2 && b == a+4
	}
	return false
}
