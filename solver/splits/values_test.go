package splits

import (
	"math/bits"
	"slices"
	"testing"

	"nimatron/games/nim"
	"nimatron/games/splitnim"
	"nimatron/internal/testlong"
)

// valuesByRules returns the Grundy values of single piles of 0 to n in Split-q-Nim by the rules:
// each value is the least that no move from the pile has. It takes n²/4 steps if all splits are
// legal.
func valuesByRules(q int64, n int) []uint64 {
	values := make([]uint64, n+1)
	// A pile of p has at most p removals and p/2 splits, so all values are at most 3n/2 and no
	// nim-sum of two has more digits.
	size := 1 << bits.Len(uint(n+n/2))
	removals := make([]bool, size) // values of the piles smaller than p
	splits := make([]uint32, size) // index v is p if p has a split of value v
	removals[0] = true
	least := uint64(1) // no smaller number is missing among the removals
	for p := 1; p <= n; p++ {
		stamp := uint32(p)
		if sum, first, ok := nim.Parts(uint64(p), q); ok {
			small := values[first : sum/2+1]
			large := values[sum-sum/2 : sum-first+1]
			for i, v := range small {
				splits[v^large[len(large)-1-i]] = stamp
			}
		}
		for removals[least] {
			least++
		}
		value := least
		for removals[value] || splits[value] == stamp {
			value++
		}
		values[p], removals[value] = value, true
	}
	return values
}

// splitValuesByDefinition returns the mex of everything that the rules allow a pile of p to become:
// any smaller pile, or two piles of at most p-1 with the sum p+q.
func splitValuesByDefinition(q, n int) []uint64 {
	values := []uint64{0}
	for p := 1; p <= n; p++ {
		have := map[uint64]bool{}
		for rest := range p {
			have[values[rest]] = true
		}
		for a := 0; a <= p-1; a++ {
			if b := p + q - a; 0 <= b && b <= p-1 {
				have[values[a]^values[b]] = true
			}
		}
		least := uint64(0)
		for have[least] {
			least++
		}
		values = append(values, least)
	}
	return values
}

func TestSplitValuesByDefinition(t *testing.T) {
	for q := -6; q <= 40; q++ {
		want := splitValuesByDefinition(q, 300)
		if got := valuesByRules(int64(q), 300); !slices.Equal(got, want) {
			t.Errorf("q = %d: valuesByRules differs from the definition", q)
		}
		for n, value := range want {
			if got := grundy(int64(q), uint64(n)); got != value {
				t.Fatalf("q = %d: a pile of %d is worth %d by the theorem, %d by the rules", q, n, got, value)
			}
		}
	}
}

func TestSplitValuesByRules(t *testing.T) {
	least, most, n := int64(-6), int64(69), testlong.Times(300, 700, 2000)
	for q := least; q <= most; q++ {
		checkSplitValues(t, q, n)
	}
	// The forms for even q change when q passes a power of two. q/2 has few or many digits.
	for _, q := range []int64{-1000, -1, 94, 96, 126, 128, 130, 170, 254, 256, 258, 384, 510, 512, 682, 1022, 1024, 1026} {
		checkSplitValues(t, q, 4000)
	}
	for _, q := range []int64{-splitnim.MaxQ, splitnim.MaxQ, splitnim.MaxQ - 1} {
		checkSplitValues(t, q, 100)
	}
	checkSplitValues(t, 0, 10_000)
	// A short table in which nim-sums of values far exceed its end.
	for q := int64(0); q <= 70; q++ {
		for n := range 75 {
			checkSplitValues(t, q, n)
		}
	}
}

func checkSplitValues(t *testing.T, q int64, n int) {
	t.Helper()
	values := valuesByRules(q, n)
	if len(values) != n+1 {
		t.Fatalf("q = %d: %d values of 0 to %d", q, len(values), n)
	}
	for p, want := range values {
		if got := grundy(q, uint64(p)); got != want {
			t.Fatalf("q = %d: a pile of %d is worth %d by the theorem, %d by the rules", q, p, got, want)
		}
	}
}
