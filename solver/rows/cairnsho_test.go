package rows

import (
	"testing"

	"nimatron/games"
	"nimatron/games/endnim"
)

// Cairns and Ho 2011 on rows of small Grundy values: Proposition 12 and Theorem 17 of
// docs/theory/theory.md. TestRowValuesAgreeWithRules compares their theorem on the winner with the values.

// eachValue yields the values of all rows a·middle·b with piles of at most n.
func eachValue(t *testing.T, v *games.Variant, middle []uint64, n int, yield func(a, b int, value uint64)) {
	t.Helper()
	for i, value := range mustPlane(t, v, middle, n) {
		yield(i/n+1, i%n+1, uint64(value))
	}
}

// TestTwoPileFormulas compares the formulas for two piles with tables.
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

func TestTwoPilesOfMisereValues(t *testing.T) {
	eachValue(t, endnim.Misere, nil, 60, func(a, b int, value uint64) {
		if want := misereTwo(min(a, b), max(a, b)); want != min(value, 6) {
			t.Errorf("%d %d has the value %d, want %d", a, b, value, want)
		}
	})
}

// misereTwo is the value of the row a b in misère play, or 6 if it is more than 5.
func misereTwo(a, b int) uint64 {
	switch {
	case b == a && a >= 2:
		return 0
	case a == 1 && b == 1, b == a+1 && a >= 3 && a%2 == 1:
		return 1
	case a == 1 && b == 2, b == a+1 && a >= 4:
		return 2
	case a == 1 && b == 3, a == 2 && b == 5, b == a+2 && a >= 6 && a%4 >= 2:
		return 3
	case a == 1 && b == 4, a == 2 && b == 3, b == a+3 && 6 <= a && a <= 8, b == a+2 && a >= 12:
		return 4
	case a == 1 && b == 5, a == 2 && b == 4, a == 3 && b == 7, b == a+2 && (a == 8 || a == 9),
		b == a+3 && a >= 12 && a%6 < 3:
		return 5
	}
	return 6
}

// eachThree yields the values of all rows a b c with a ≤ c and piles of at most n. It checks that
// their mirror images have the same values.
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

func TestThreePilesOfSmallValues(t *testing.T) {
	for v, tables := range map[*games.Variant][4]func(a, b, c int) bool{
		endnim.Normal: {normalZero, normalOne, normalTwo, normalThree},
		endnim.Misere: {misereZero, misereOne, misereTwoOfThree, misereThree},
		endnim.Loop:   {loopZero, loopOne, loopTwo, loopThree},
	} {
		eachThree(t, v, 28, func(a, b, c int, value uint64) {
			for u, says := range tables {
				if says(a, b, c) != (value == uint64(u)) {
					t.Errorf("%s %d %d %d has the value %d; %d: %v", v.ID, a, b, c, value, u, says(a, b, c))
				}
			}
		})
	}
}

func normalZero(a, b, c int) bool { return c == a && b != a }

func normalOne(a, b, c int) bool {
	odd := a%2 == 1
	switch c {
	case a:
		return a == 1 && b == 1
	case a + 1:
		return !odd && b < a || odd && b > a && b != a+2
	case a + 2:
		return odd && b == a+2
	}
	return false
}

// isLow and isMid are "low" and "mid" in the table for End-Nim.
func isLow(a, b int) bool { return b < a && (b < 5 || b%4 == 0 || b%4 == 3) }
func isMid(a, b int) bool { return b < a && !isLow(a, b) }

func normalTwo(a, b, c int) bool {
	switch c {
	case a:
		return b == a && a >= 2 && (a%4 == 1 || a%4 == 2)
	case a + 1:
		return [4]bool{false, isMid(a, b), b == a+1, isMid(a, b) && b != a-2}[a%4] || a == 1 && b == 1
	case a + 2:
		return [4]bool{
			isLow(a, b),
			isLow(a, b) || b >= a+3 || a == 1 && b == 2,
			b == a-1 && b >= 5 || b >= a+2 && b != a+4,
		}[a%4]
	case a + 3:
		return a%4 == 2 && b == a+4
	}
	return false
}

func normalThree(a, b, c int) bool {
	switch c {
	case a:
		return b == a && a%4 == 3
	case a + 1:
		return [4]bool{
			false,
			isLow(a, b) || a == 1 && b == 3,
			b == a || b >= a+2,
			7 <= b && b < a && b%4 == 3,
		}[a%4]
	case a + 2:
		return [4]bool{isMid(a, b), isMid(a, b) || b == a, b == a+1 && a != 2}[a%4]
	case a + 3:
		return [4]bool{b < a && (b < 5 || b%4 == 0), b >= a+3 && b != a+6}[a%4]
	case a + 4:
		return a%4 == 1 && b == a+6
	}
	return false
}

func misereZero(a, b, c int) bool { return c == a && (b != a || a == 1) }

func misereOne(a, b, c int) bool {
	odd := a%2 == 1
	switch c {
	case a:
		return b == a && a >= 3
	case a + 1:
		return a == 1 && b == 2 || !odd && b == 1 || odd && (2 <= b && b < a || b >= a+2)
	}
	return false
}

func misereTwoOfThree(a, b, c int) bool {
	switch c {
	case a:
		return a == 2 && b == 2
	case a + 1:
		return a%2 == 0 && 4 <= b && b < a || a%4 == 1 && b == a+1 && a != 1
	case a + 2:
		return [4]bool{
			b == 1 || b == 2,
			b == 1 || b == 3 || b >= a+2,
			b == 3 || b == a+2 || b >= a+4,
			b == 2,
		}[a%4]
	case a + 3:
		return a%4 == 2 && b == a+3
	}
	return false
}

func misereThree(a, b, c int) bool {
	free := b < 9 || b%4 != 1
	switch {
	case c == a+1 && a == 2:
		return b == 3 || b == 4 || b >= 6
	case c == a+1:
		return [4]bool{
			b == 3 || b == 2 && a != 4,
			b == 1,
			b == 2 || b == 3 || b == a+1 || b >= a+4,
		}[a%4]
	case c == a+2 && a <= 3:
		return [4]bool{1: b == 2, 2: b == 2, 3: b == 5}[a]
	case c == a+2:
		return [4]bool{
			9 <= b && b < a && !free,
			b == 4 || b == a+1 || b <= a && !free,
			4 <= b && b < a && free,
			5 <= b && b < a-1 && free || b == a+1,
		}[a%4]
	case c == a+3:
		return [4]bool{b == 1, b >= a+2 && (a != 1 || b != 3), b == a && a != 2}[a%4]
	case c == a+4:
		return a%4 == 2 && b == a+3 && a != 2
	}
	return false
}

func loopZero(a, _, c int) bool { return c == a }

func loopOne(a, b, c int) bool {
	odd := a%2 == 1
	switch c {
	case a + 1:
		return !odd && b < a || odd && b >= a+2
	case a + 2:
		return odd && b == a+1
	}
	return false
}

func loopTwo(a, b, c int) bool {
	outer := b < a && (b%4 == 0 || b%4 == 3)
	inner := b < a && !outer
	switch c {
	case a + 1:
		return a%4 == 2 && b == a
	case a + 2:
		return [4]bool{inner, inner || b == a || b == a+2 || b >= a+4, outer || b >= a+3, outer}[a%4]
	case a + 3:
		return [4]bool{1: b == a+3, 2: b == a+1 || b == a+2}[a%4]
	}
	return false
}

func loopThree(a, b, c int) bool {
	below := func(remainder int) bool { return b < a && b%4 == remainder }
	switch c {
	case a + 1:
		return [4]bool{b == a, below(1) || b == a || b == a+1, b == a+1 || b >= a+3, below(0)}[a%4]
	case a + 2:
		return [4]bool{below(3), below(3) || b == a+3, below(2), below(2)}[a%4]
	case a + 3:
		return [4]bool{below(1), b >= a+4, below(0)}[a%4]
	}
	return false
}

// TestTheorem17aDiagonals checks that rows of small value have ends of similar height.
func TestTheorem17aDiagonals(t *testing.T) {
	for _, v := range rowVariants {
		for middle := range 7 {
			inner := []uint64{uint64(middle)}
			if middle == 0 {
				inner = nil
			}
			eachValue(t, v, inner, 40, func(a, b int, value uint64) {
				if uint64(max(a, b)-min(a, b)) > value+1 {
					t.Errorf("%s %d %v %d has the value %d", v.ID, a, inner, b, value)
				}
			})
		}
	}
}
