package partizan

import (
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nimatron/games"
	"nimatron/internal/must"
	"nimatron/solver/theory"
)

// TestThresholdText writes thresholds beyond 64 bits.
func TestThresholdText(t *testing.T) {
	for _, of := range []Threshold{{0, 7}, {1, 0}, {1, 1}, {54, 3875820019684212736}, {5, ^uint64(0)}} {
		want := new(big.Int).SetUint64(of.hi)
		want.Lsh(want, 64).Or(want, new(big.Int).SetUint64(of.lo))
		if of.String() != want.String() {
			t.Errorf("%s is written as %s", want, of)
		}
	}
}

// L and R, L* and R* are the least piles that do what their definitions say.
func TestThresholdsAgreeWithRules(t *testing.T) {
	rules := ownEnds{map[string]bool{}}
	least := func(holds func(s uint64) bool) string {
		for s := uint64(1); s < 100; s++ {
			if holds(s) {
				return Threshold{lo: s}.String()
			}
		}
		return "0"
	}
	check := func(w []uint64) {
		before := func(s uint64) []uint64 { return append([]uint64{s}, w...) }
		behind := func(s uint64) []uint64 { return append(slices.Clone(w), s) }
		want := [4]string{
			least(func(s uint64) bool { return rules.outcome(before(s)...) == theory.LeftWins }),
			least(func(s uint64) bool { return rules.outcome(behind(s)...) == theory.RightWins }),
			least(func(s uint64) bool { return rules.wins(before(s), games.Left) }),
			least(func(s uint64) bool { return rules.wins(behind(s), games.Right) }),
		}
		th := Thresholds(w)
		if got := [4]string{th.L.String(), th.R.String(), th.LStar.String(), th.RStar.String()}; got != want {
			t.Fatalf("%v: L, R, L*, R* are %v, the rules say %v", w, got, want)
		}
	}
	eachSmallRow(3, 4, check)
	eachSmallRow(4, 3, check)
}

// paperNeeds is the recursion of Albert and Nowakowski 2001, by the outcome of the piles between
// the ends, with numbers of any size.
type paperNeeds struct {
	piles []uint64
	known map[[2]int][2]*big.Int
}

// of returns L* and R* of the piles from i to j-1. There is at least one.
func (p *paperNeeds) of(i, j int) (left, right *big.Int) {
	if found, ok := p.known[[2]int{i, j}]; ok {
		return found[0], found[1]
	}
	if j-i == 1 {
		left = new(big.Int).SetUint64(p.piles[i])
		left.Add(left, big.NewInt(1))
		right = left
	} else {
		l, r := p.of(i, j-1)
		left = paperStep(p.outcome(i, j-1), theory.RightWins, theory.LeftWins, p.piles[j-1], r, l)
		l, r = p.of(i+1, j)
		right = paperStep(p.outcome(i+1, j), theory.LeftWins, theory.RightWins, p.piles[i], l, r)
	}
	p.known[[2]int{i, j}] = [2]*big.Int{left, right}
	return left, right
}

// paperStep is R*(aw) with its three cases for friend L and foe R, or L*(wb) the other way round.
func paperStep(w, friend, foe theory.Outcome, pile uint64, theirs, ours *big.Int) *big.Int {
	a, sum := new(big.Int).SetUint64(pile), new(big.Int)
	switch {
	case w == friend || w == theory.PreviousWins:
		return sum.Add(a, ours)
	case w == foe:
		sum.Sub(a, theirs)
		sum.Add(sum, big.NewInt(1))
		if sum.Sign() < 0 {
			sum.SetInt64(0)
		}
	case a.Cmp(theirs) >= 0:
		sum.Sub(a, theirs)
		sum.Add(sum, ours)
	}
	return sum.Add(sum, big.NewInt(1))
}

func (p *paperNeeds) outcome(i, j int) theory.Outcome {
	if j-i == 1 {
		return theory.NextWins
	}
	left, _ := p.of(i+1, j)
	_, right := p.of(i, j-1)
	a, b := new(big.Int).SetUint64(p.piles[i]), new(big.Int).SetUint64(p.piles[j-1])
	return theory.PartizanOutcome(a.Cmp(left) >= 0, b.Cmp(right) >= 0)
}

// comparePaper compares the thresholds of a row with the paper's recursion.
func comparePaper(t rapid.TB, piles []uint64) {
	t.Helper()
	paper := paperNeeds{piles, map[[2]int][2]*big.Int{}}
	left, right := paper.of(0, len(piles))
	th := Thresholds(piles)
	if th.LStar.String() != left.String() || th.RStar.String() != right.String() {
		t.Fatalf("%v: L*, R* are %s, %s; the paper's recursion gives %s, %s", piles, th.LStar, th.RStar, left, right)
	}
	if want := paper.outcome(0, len(piles)); th.Outcome != want {
		t.Fatalf("%v is %s; the paper's recursion gives %s", piles, th.Outcome, want)
	}
}

func TestThresholdsAgreeWithThePapersRecursion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { comparePaper(t, anyRow(40).Draw(t, "piles")) })
}

// lopsided returns k piles of which one side needs nearly all counters.
func lopsided(k int) []uint64 {
	piles := make([]uint64, k)
	for i := range piles {
		piles[i] = games.MaxPile
	}
	piles[k-1] = 1
	return piles
}

// Around 18 piles of 10^18 the thresholds outgrow a uint64.
func TestLopsidedThresholdsAgreeWithThePapersRecursion(t *testing.T) {
	for k := 2; k <= 60; k++ {
		piles := lopsided(k)
		comparePaper(t, piles)
		slices.Reverse(piles)
		comparePaper(t, piles)
		comparePaper(t, append(lopsided(k), games.MaxPile))
	}
}

func TestThresholdBeyondUint64(t *testing.T) {
	th := Thresholds(lopsided(games.MaxPiles))
	if got := th.RStar.String(); got != "998999999999999999502" {
		t.Errorf("R* is %s", got)
	}
	if th.RStar.metBy(games.MaxPile) {
		t.Error("a pile of 10^18 meets R*")
	}
	// 19·10^18 − 8 takes more than 64 bits, but its distance from 10^18 doesn't.
	if got := Thresholds(lopsided(20)).RStar.missing(games.MaxPile).String(); got != "17999999999999999992" {
		t.Errorf("10^18 misses %s", got)
	}
	if th.LStar != leastPile {
		t.Errorf("L* is %s", th.LStar)
	}
}

func TestThresholdsOfTheEmptyRow(t *testing.T) {
	want := RowThresholds{Outcome: theory.PreviousWins, LStar: Threshold{lo: 1}, RStar: Threshold{lo: 1}}
	if got := Thresholds(nil); got != want {
		t.Errorf("the empty row: %v", got)
	}
}

func TestPhaseOfThePaper(t *testing.T) {
	d := must.Get(Phase(t.Context(), []uint64{2, 4, 1}, 9))(t)
	if d.TripleA.String() != "6" || d.TripleB.String() != "7" {
		t.Errorf("2 4 1: the triple point is (%s, %s)", d.TripleA, d.TripleB)
	}
	// Rows from a = 1 on, b from left to right.
	const want = "" +
		"NNNNNNRRR" +
		"NNNNNNRRR" +
		"NNNNNNRRR" +
		"NNNNNNRRR" +
		"NNNNNNRRR" +
		"LLLLLLPRR" +
		"LLLLLLLPR" +
		"LLLLLLLLP" +
		"LLLLLLLLL"
	if string(d.Cells) != want || d.Size != 9 {
		t.Errorf("2 4 1: %s", d.Cells)
	}
}

func TestPhaseAgreesWithRules(t *testing.T) {
	rules := ownEnds{map[string]bool{}}
	const size = 7
	check := func(w []uint64) {
		d := must.Get(Phase(t.Context(), w, size))(t)
		anyN, least := false, [2]string{}
		for a := 1; a <= size; a++ {
			for b := 1; b <= size; b++ {
				want := rules.outcome(join(uint64(a), w, uint64(b))...)
				if got := theory.Outcome(d.Cells[(a-1)*size+b-1:][:1]); got != want {
					t.Fatalf("%d·%v·%d is %s, the rules say %s", a, w, b, got, want)
				}
				anyN = anyN || want == theory.NextWins
				if want == theory.PreviousWins && least[0] == "" {
					least = [2]string{Threshold{lo: uint64(a)}.String(), Threshold{lo: uint64(b)}.String()}
				}
			}
		}
		// If any a·w·b is N, then so is 1·w·1.
		if found := d.Cells[0] == 'N'; found != anyN {
			t.Fatalf("%v: 1·w·1 is N: %v, but of all a·w·b any is: %v", w, found, anyN)
		}
		if least[0] != "" && least != [2]string{d.TripleA.String(), d.TripleB.String()} {
			t.Fatalf("%v: the triple point is (%s, %s), the least P %v", w, d.TripleA, d.TripleB, least)
		}
	}
	eachSmallRow(3, 4, check)
	eachSmallRow(4, 2, check)
}

// If |w| is odd, the triple point is L(w)·w·R(w).
func TestTriplePointOfOddRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := anyRow(21).Filter(func(w []uint64) bool { return len(w)%2 == 1 }).Draw(t, "w")
		d, err := Phase(t.Context(), w, 1)
		if th := Thresholds(w); err != nil || d.TripleA != th.L || d.TripleB != th.R {
			t.Fatalf("%v: triple point (%s, %s), L = %s, R = %s, %v", w, d.TripleA, d.TripleB, th.L, th.R, err)
		}
	})
}

func TestPhaseSizes(t *testing.T) {
	for size, ok := range map[int]bool{-1: false, 0: false, 1: true, MaxPhaseSize: true, MaxPhaseSize + 1: false} {
		d, err := Phase(t.Context(), []uint64{5, 5}, size)
		if (err == nil) != ok || ok && len(d.Cells) != size*size {
			t.Errorf("size %d: %v", size, err)
		}
	}
}
