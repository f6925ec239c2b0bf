package solver_test

import (
	"math/bits"
	"testing"
)

// The theorems of docs/theory/theory.md on Split-q-Nim, judged only by the rules: nothing here asks the
// solver.

// eachSplitByRules yields the legal splits of a pile of n: two piles with the sum n+q, neither
// empty nor as large as n, the smaller first.
func eachSplitByRules(q, n int, yield func(a, b int)) {
	for a := 1; a <= n-1; a++ {
		if b := n + q - a; a <= b && b <= n-1 {
			yield(a, b)
		}
	}
}

// splitGrundyByRules returns the Grundy values of the piles of 0 to n. Each is the least value that
// no move leads to.
func splitGrundyByRules(q, n int) []int {
	values := make([]int, n+1)
	reached := make([]int, 4*n+4) // by value: the last pile with a move to it
	for p := 1; p <= n; p++ {
		for _, value := range values[:p] {
			reached[value] = p
		}
		eachSplitByRules(q, p, func(a, b int) { reached[values[a]^values[b]] = p })
		for reached[values[p]] == p {
			values[p]++
		}
	}
	return values
}

// evenFlips reports whether Theorem 26 gives a pile of n the value n ⊕ 1.
func evenFlips(q, n int) bool {
	m, t := n&^1, bits.Len(uint(q))-1
	return m&(q/2) == 0 && bits.OnesCount(uint(m>>t)) >= 2
}

// pairOf reports whether value is in the pair {m, m+1} that contains n.
func pairOf(value, n int) bool { return value|1 == n|1 }

// evenQs returns the q for the steps of Theorem 26: all small ones and those near the next powers
// of two.
func evenQs() []int {
	qs := []int{126, 128, 130, 192, 254, 256, 258}
	for q := 4; q <= 70; q += 2 {
		qs = append(qs, q)
	}
	return qs
}

// TestTheorem26EvenQ checks the steps of the proof for even q ≥ 4.
func TestTheorem26EvenQ(t *testing.T) {
	for _, q := range evenQs() {
		n := max(600, 4*q)
		h, top := q/2, bits.Len(uint(q))-1
		values := splitGrundyByRules(q, n)
		inPair, built := 0, 0
		for p := 1; p <= n; p++ {
			m := p &^ 1
			eachSplitByRules(q, p, func(a, b int) {
				if !pairOf(values[a]^values[b], p) {
					return
				}
				inPair++
				if a^b != p || a&b != h || values[a] != a || values[b] != b {
					t.Fatalf("step 1: q = %d, %d = %d + %d: a ⊕ b = %d, a AND b = %d, values %d and %d", q, p, a, b, a^b, a&b, values[a], values[b])
				}
				if bits.OnesCount(uint(p>>top)) < 2 || p&h != 0 || !evenFlips(q, p) {
					t.Fatalf("step 2: q = %d: %d has the split %d + %d, but keeps its value", q, p, a, b)
				}
			})
			if p == m && evenFlips(q, m) {
				for bit := 1 << top; bit <= m; bit <<= 1 {
					if m&bit == 0 {
						continue
					}
					built++
					a, b := h+bit, h+m-bit
					if a+b != m+q || max(a, b) > m-1 || min(a, b) < q+1 || values[a]^values[b] != m {
						t.Fatalf("step 3: q = %d, %d = %d + %d is no split of value %[2]d", q, m, a, b)
					}
				}
			}
			want := p
			if evenFlips(q, p) {
				want ^= 1
			}
			if values[p] != want {
				t.Fatalf("step 4: q = %d: a pile of %d is worth %d, not %d", q, p, values[p], want)
			}
		}
		if inPair == 0 || built == 0 {
			t.Errorf("q = %d: %d splits for the steps 1 and 2, %d for step 3: nothing was tested", q, inPair, built)
		}
	}
}

// TestTheorem23OddAndNegativeQ checks that the value is the size of the pile, and that no split has
// it.
func TestTheorem23OddAndNegativeQ(t *testing.T) {
	for q := -20; q <= 61; q++ {
		if q >= 0 && q%2 == 0 {
			continue
		}
		for p, value := range splitGrundyByRules(q, 500) {
			if value != p {
				t.Fatalf("q = %d: a pile of %d is worth %d", q, p, value)
			}
			eachSplitByRules(q, p, func(a, b int) {
				if parity := (a ^ b ^ p) & 1; a^b == p || q%2 != 0 && parity == 0 {
					t.Fatalf("q = %d: %d = %d + %d has the nim-sum %d", q, p, a, b, a^b)
				}
			})
		}
	}
}

// TestTheorem24Lasker checks the values, and the residues modulo 4 of the values of splits.
func TestTheorem24Lasker(t *testing.T) {
	values := splitGrundyByRules(0, 1500)
	rise := [4]int{-1, 0, 0, 1}  // value minus pile, by pile modulo 4
	missed := [4]int{3, 1, 2, 0} // the residue that no split of the pile has
	for p := 1; p < len(values); p++ {
		if values[p] != p+rise[p%4] {
			t.Fatalf("a pile of %d is worth %d", p, values[p])
		}
		eachSplitByRules(0, p, func(a, b int) {
			if value := values[a] ^ values[b]; value%4 == missed[p%4] {
				t.Fatalf("%d = %d + %d has the value %d", p, a, b, value)
			}
		})
	}
}

// TestTheorem25QTwo checks the values, and which splits of a pile have a value in the pile's pair.
func TestTheorem25QTwo(t *testing.T) {
	values := splitGrundyByRules(2, 1200)
	found := 0
	for p := 2; p < len(values); p++ {
		m := p &^ 1
		odd := bits.OnesCount(uint(m)) & 1
		if want := p ^ 1 ^ odd; values[p] != want {
			t.Fatalf("a pile of %d is worth %d, not %d", p, values[p], want)
		}
		eachSplitByRules(2, p, func(a, b int) {
			value := values[a] ^ values[b]
			if !pairOf(value, p) {
				return
			}
			found++
			if p != m || a^b != p || a&b != 1 || value != m+odd {
				t.Fatalf("%d = %d + %d has the value %d", p, a, b, value)
			}
		})
	}
	if found == 0 {
		t.Error("no split came into the pair of its pile: nothing was tested")
	}
}

// TestLemma22SumAndNimSum checks which sums and nim-sums two numbers can have.
func TestLemma22SumAndNimSum(t *testing.T) {
	const most = 96
	have := map[[2]int][]int{} // by sum and nim-sum: the first numbers
	for a := range most {
		for b := range most {
			have[[2]int{a + b, a ^ b}] = append(have[[2]int{a + b, a ^ b}], a)
		}
	}
	for sum := range most {
		for xor := range 2 * most {
			common := (sum - xor) / 2
			possible := xor <= sum && (sum-xor)%2 == 0 && common&xor == 0
			first := have[[2]int{sum, xor}]
			if possible != (len(first) > 0) {
				t.Fatalf("sum %d, nim-sum %d: possible %v, found %v", sum, xor, possible, first)
			}
			if possible && len(first) != 1<<bits.OnesCount(uint(xor)) {
				t.Fatalf("sum %d, nim-sum %d: %v", sum, xor, first)
			}
			for _, a := range first {
				if a&(sum-a) != common {
					t.Fatalf("sum %d, nim-sum %d: %d AND %d is not %d", sum, xor, a, sum-a, common)
				}
			}
		}
	}
}

// TestCorollary27ValuesUndoThemselves checks that the values are a permutation that is its own
// inverse, and that all but Lasker's Nim preserve the pairs.
func TestCorollary27ValuesUndoThemselves(t *testing.T) {
	for q := -6; q <= 40; q++ {
		values := splitGrundyByRules(q, 403) // up to one less than a multiple of 4, for whole pairs
		for p, value := range values[:400] {
			if values[value] != p {
				t.Fatalf("q = %d: a pile of %d is worth %d, one of that %d", q, p, value, values[value])
			}
			if q != 0 && !pairOf(value, p) {
				t.Fatalf("q = %d: a pile of %d is worth %d, out of its pair", q, p, value)
			}
		}
	}
}

// TestCorollary28BitsThatNeverMatter checks two kinds of bits that never matter: the last bit of
// q/2, and all bits of a pile below ⌊log₂ q⌋ that are 0 in q/2.
func TestCorollary28BitsThatNeverMatter(t *testing.T) {
	const n = 511
	for q := 4; q <= 68; q += 4 {
		values, next := splitGrundyByRules(q, n), splitGrundyByRules(q+2, n)
		free := (1<<(bits.Len(uint(q))-1) - 1) &^ (q / 2) // the bits of a pile that never matter
		for p := range values {
			if values[p] != next[p] {
				t.Fatalf("a pile of %d is worth %d for q = %d, %d for q = %d", p, values[p], q, next[p], q+2)
			}
			if kept := p &^ free; values[p]^p != values[kept]^kept {
				t.Fatalf("q = %d: %d and %d differ in bits that never matter, but are worth %d and %d", q, p, kept, values[p], values[kept])
			}
		}
	}
}
