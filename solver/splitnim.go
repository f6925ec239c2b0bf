package solver

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"nimatron/games"
	"nimatron/games/splitnim"
)

// splitNimTheory is the theorem of Gray and Locke for Split-q-Nim: the value of a
// position is the nim-sum of the values of its piles, and these have a closed form
// for every q. For even q from 4 on the form is this project's own, found from
// tables of the values and checked against the rules (see the tests).
type splitNimTheory struct{}

// splitForm is one of the forms that the values of piles take.
type splitForm uint8

const (
	// plainForm: a pile of n is worth n.
	plainForm splitForm = iota
	// laskerForm: a pile of n is worth n, except that 4k+3 and 4k+4 change places.
	laskerForm
	// twoForm: the last binary digit of n is flipped where the digits before it
	// have an even number of 1s, for n of 2 or more.
	twoForm
	// evenForm: the last binary digit of n is flipped where the digits before it
	// share no 1 with q/2 and have at least two 1s from that of 2^⌊log₂ q⌋ on.
	evenForm
)

// splitRule is the theorem for one q. In every form the values are a permutation
// of the sizes that undoes itself: value(value(n)) = n.
type splitRule struct {
	q     int64
	form  splitForm
	half  uint64 // evenForm: q/2, its last digit cleared since that of n never counts
	shift int    // evenForm: ⌊log₂ q⌋
}

func splitRuleOf(q int64) splitRule {
	switch {
	case q < 0 || q%2 != 0:
		return splitRule{q: q, form: plainForm}
	case q == 0:
		return splitRule{q: q, form: laskerForm}
	case q == 2:
		return splitRule{q: q, form: twoForm}
	default:
		return splitRule{q: q, form: evenForm, half: uint64(q) / 2 &^ 1, shift: bits.Len64(uint64(q)) - 1}
	}
}

// value returns the Grundy value of a pile of n.
func (r splitRule) value(n uint64) uint64 {
	switch r.form {
	case laskerForm:
		if n == 0 {
			return 0
		}
		m := n - 1 // it ends in the binary digits 10 and 11 where n is 4k+3 and 4k+4
		return (m ^ m>>1&1) + 1
	case twoForm:
		if n >= 2 && bits.OnesCount64(n>>1)%2 == 0 {
			return n ^ 1
		}
	case evenForm:
		if n&r.half == 0 && bits.OnesCount64(n>>r.shift) >= 2 {
			return n ^ 1
		}
	}
	return n
}

// nimSum returns the Grundy value of a position.
func (r splitRule) nimSum(piles []uint64) uint64 {
	var sum uint64
	for _, n := range piles {
		sum ^= r.value(n)
	}
	return sum
}

// GrundySplit returns the Grundy value of a single pile of n, at most
// games.MaxPile, in Split-q-Nim, by the theorem.
func GrundySplit(q int64, n uint64) uint64 { return splitRuleOf(q).value(n) }

// SplitValues returns the Grundy values of single piles of 0 to n in Split-q-Nim.
// It knows the rules alone: each value is the least that no move from the pile
// has. It takes n²/4 steps where all splits are legal.
func SplitValues(q int64, n int) []uint64 {
	values := make([]uint64, n+1)
	// A pile of p has at most p removals and p/2 splits, so all values are at most
	// 3n/2 and no nim-sum of two has more digits.
	size := 1 << bits.Len(uint(n+n/2))
	removals := make([]bool, size) // values of the piles smaller than p
	splits := make([]uint32, size) // p at the values of its splits
	removals[0] = true
	least := uint64(1) // no less than this is missing among the removals
	for p := 1; p <= n; p++ {
		stamp := uint32(p)
		if sum, first, ok := splitnim.Parts(uint64(p), q); ok {
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

// split is one way to split a pile.
type split struct{ small, large uint64 }

// splits returns the splits of a pile of n into parts whose values have the
// nim-sum want: the first max of them, smallest part first.
//
// Two parts whose sum and nim-sum are known are known up to the choice which of
// them gets which digit of the nim-sum, since sum = nim-sum + 2 (small AND large).
// The nim-sum of the parts follows from that of their values: the values are the
// parts up to the last digit, and the last digits of the parts must suit the sum.
func (r splitRule) splits(n, want uint64, max int) []split {
	sum, least, ok := splitnim.Parts(n, r.q)
	if !ok {
		return nil
	}
	if r.form == laskerForm {
		return r.laskerSplits(sum, want, max)
	}
	xor := want
	if r.form != plainForm {
		xor ^= (want ^ sum) & 1
	}
	// In this form the digits before the last decide: that the number of their 1s
	// is even in one part and odd in the other shows in the nim-sum.
	if r.form == twoForm && (xor != want) != (bits.OnesCount64(xor>>1)%2 == 1) {
		return nil
	}
	common, ok := commonDigits(sum, xor)
	if !ok {
		return nil
	}
	d := deal{rule: r, xor: xor, common: common, one: xor != want, least: least, most: sum / 2, max: max}
	d.out(common, xor)
	return pairs(d.found, sum)
}

// laskerSplits is splits for Lasker's Nim. There the values differ from the parts
// by an amount that depends on the parts modulo 4, so each class modulo 4 of the
// smaller part is dealt by itself, as values.
func (r splitRule) laskerSplits(sum, want uint64, max int) []split {
	var small []uint64
	for class := range uint64(4) {
		rise := r.laskerRise(class)
		common, ok := commonDigits(sum+rise+r.laskerRise(sum-class), want)
		last := (class + rise) % 4 // the last two digits of the smaller part's value
		start := common | want&last
		if !ok || start%4 != last {
			continue
		}
		d := deal{rule: r, xor: want, common: common, least: 1 + rise, most: sum/2 + rise, max: max}
		d.out(start, want&^3)
		for _, v := range d.found {
			small = append(small, v-rise)
		}
	}
	slices.Sort(small)
	return pairs(small[:min(len(small), max)], sum)
}

// laskerRise returns what the value of a pile of n exceeds n by, modulo 2^64.
func (r splitRule) laskerRise(n uint64) uint64 {
	n = n%4 + 4
	return r.value(n) - n
}

// pairs completes the smaller parts of splits.
func pairs(small []uint64, sum uint64) []split {
	found := make([]split, len(small))
	for i, s := range small {
		found[i] = split{s, sum - s}
	}
	return found
}

// commonDigits returns the binary digits that both of two numbers have whose sum
// and nim-sum are known; ok is false if there are no such numbers.
func commonDigits(sum, xor uint64) (common uint64, ok bool) {
	common = (sum - xor) / 2
	return common, xor <= sum && (sum-xor)%2 == 0 && common&xor == 0
}

// deal deals the binary digits in which two parts differ to one or the other.
type deal struct {
	rule        splitRule
	xor, common uint64 // the digits in which the parts differ, and those both have
	one         bool   // whether one part is worth its neighbour and the other itself, not both or neither
	least, most uint64 // bounds of the smaller part
	max         int    // enough parts
	found       []uint64
}

// out finds the smaller parts, in increasing order, that have the digits of part
// and any of those that are free, which are the last digits not dealt yet. It
// looks into no range that holds none, but for those at the bounds, so its time
// is that of writing down what it finds.
func (d *deal) out(part, free uint64) {
	if len(d.found) == d.max || part > d.most || part|free < d.least || !d.promising(part, free) {
		return
	}
	if free == 0 {
		d.found = append(d.found, part)
		return
	}
	top := uint64(1) << (bits.Len64(free) - 1)
	d.out(part, free^top)
	d.out(part|top, free^top)
}

// promising reports whether the free digits can be dealt so that the values come
// out right; bounds aside. Only in evenForm does that depend on the deal.
func (d *deal) promising(part, free uint64) bool {
	if d.rule.form != evenForm {
		return true
	}
	r, other := d.rule, d.common|d.xor&^part&^free
	// All that counts of a part is whether it has digits of half and whether it has
	// two 1s from shift on. More free digits than these allow nothing else.
	low := min(2, bits.OnesCount64(free&r.half))
	high := min(4, bits.OnesCount64(free>>r.shift))
	partHigh, otherHigh := bits.OnesCount64(part>>r.shift), bits.OnesCount64(other>>r.shift)
	for l := range low + 1 { // of the low digits l go to part, of the high ones h
		for h := range high + 1 {
			partFlips := part&r.half == 0 && l == 0 && partHigh+h >= 2
			otherFlips := other&r.half == 0 && l == low && otherHigh+high-h >= 2
			if (partFlips != otherFlips) == d.one {
				return true
			}
		}
	}
	return false
}

func (splitNimTheory) wins(_ *games.Variant, p games.Position) bool {
	b := p.(*splitnim.Board)
	return splitRuleOf(b.Q()).nimSum(b.Piles()) != 0
}

func (splitNimTheory) grundy(_ *games.Variant, p games.Position, _ int) (uint64, bool) {
	b := p.(*splitnim.Board)
	return splitRuleOf(b.Q()).nimSum(b.Piles()), true
}

// winning lists pile by pile the removal, of which there is at most one, and then
// the splits, smallest part first. A pile of 10^18 can have 2^50 splits that win,
// so there are never more than MaxWinning moves, whatever the limit.
func (splitNimTheory) winning(_ *games.Variant, p games.Position, limit int) (moves []string, complete bool) {
	b := p.(*splitnim.Board)
	r, piles := splitRuleOf(b.Q()), b.Piles()
	limit = min(limit, MaxWinning)
	xor := r.nimSum(piles)
	if xor == 0 {
		return nil, true
	}
	moves = make([]string, 0, min(limit, len(piles)))
	var text [64]byte
	for i, n := range piles {
		want := r.value(n) ^ xor
		if rest := r.value(want); rest < n {
			if len(moves) >= limit {
				return moves, false
			}
			moves = append(moves, string(appendPileTake(text[:0], i, n-rest)))
		}
		room := limit - len(moves)
		for k, s := range r.splits(n, want, room+1) {
			if k == room {
				return moves, false
			}
			moves = append(moves, string(s.appendMove(text[:0], i)))
		}
	}
	return moves, true
}

// appendMove writes the move that splits the pile with index i.
func (s split) appendMove(dst []byte, i int) []byte {
	dst = strconv.AppendInt(dst, int64(i)+1, 10)
	dst = strconv.AppendUint(append(dst, '='), s.small, 10)
	return strconv.AppendUint(append(dst, '+'), s.large, 10)
}

// splitQ returns the q of a variant. Its id is the one place that says it.
func splitQ(v *games.Variant) int64 {
	q, err := strconv.ParseInt(strings.TrimPrefix(v.ID, splitnim.Family+"/"), 10, 64)
	if err != nil {
		panic(err) // splitnim.Of writes these ids
	}
	return q
}

func (splitNimTheory) theorem(v *games.Variant) string {
	const sum = "Each pile has a value; whoever moves next loses if the values, written in binary below each other, have an even number of 1s in every column. "
	switch r := splitRuleOf(splitQ(v)); r.form {
	case laskerForm:
		return sum + "A pile of n has the value n if n leaves the remainder 1 or 2 when divided by 4, n + 1 if it leaves 3, and n − 1 if it leaves 0."
	case twoForm:
		return sum + "A pile of n has the value n, but n ⊕ 1 if n is 2 or more and the digits of n in binary, the last one aside, have an even number of 1s."
	case evenForm:
		return sum + fmt.Sprintf("A pile of n has the value n, but n ⊕ 1 if n in binary has no 1 in common with %d and at least two 1s from the digit of %d upwards.", r.half, uint64(1)<<r.shift)
	default:
		return sum + "A pile of n has the value n, as in Nim: splits change nothing."
	}
}

func (splitNimTheory) source(v *games.Variant) string {
	const paper = "Gray and Locke, A variant of Nim, 2018"
	if splitRuleOf(splitQ(v)).form == evenForm {
		return paper + "; the form for even q ≥ 4 was found from tables and checked by the rules for q to 69, n to 2,000"
	}
	return paper
}

// splitAdvice is the move that a reason tells of.
type splitAdvice struct {
	pile  int    // the index of the pile that is moved on
	n     uint64 // its size
	want  uint64 // the value wanted of what it becomes
	rest  uint64 // the only size with that value
	parts split  // how to split it, if rest is no smaller than n
}

// removal reports whether the move takes from the pile.
func (a splitAdvice) removal() bool { return a.rest < a.n }

// appendMove writes the move.
func (a splitAdvice) appendMove(dst []byte) []byte {
	if a.removal() {
		return appendPileTake(dst, a.pile, a.n-a.rest)
	}
	return a.parts.appendMove(dst, a.pile)
}

// advice returns the first removal that wins, the first split where none does;
// ok is false if the position is lost.
func (r splitRule) advice(piles []uint64) (a splitAdvice, ok bool) {
	xor := r.nimSum(piles)
	if xor == 0 {
		return splitAdvice{}, false
	}
	for i, n := range piles {
		want := r.value(n) ^ xor
		here := splitAdvice{pile: i, n: n, want: want, rest: r.value(want)}
		if here.removal() {
			return here, true
		}
		if !ok {
			if parts := r.splits(n, want, 1); len(parts) > 0 {
				here.parts = parts[0]
				a, ok = here, true
			}
		}
	}
	return a, ok
}

// maxSplitWhy is the most bytes that a reason may have.
const maxSplitWhy = 280

func (splitNimTheory) appendWhy(dst []byte, _ *games.Variant, p games.Position) []byte {
	b := p.(*splitnim.Board)
	if len(b.Piles()) == 0 {
		return append(dst, "nothing is left, and whoever moved last has won"...)
	}
	r, begin := splitRuleOf(b.Q()), len(dst)
	if a, won := r.advice(b.Piles()); won {
		dst = r.appendMoveWhy(dst, a, r.nimSum(b.Piles()))
	} else {
		dst = r.appendLostWhy(dst, b.Piles())
	}
	// The rule leaves no room for itself only beside numbers that nobody would
	// check without the working.
	if rule := "; " + r.words(); len(dst)-begin+len(rule) <= maxSplitWhy {
		dst = append(dst, rule...)
	}
	return dst
}

// appendMoveWhy tells what the move does to the nim-sum xor.
func (r splitRule) appendMoveWhy(dst []byte, a splitAdvice, xor uint64) []byte {
	dst = a.appendMove(dst)
	if a.removal() {
		dst = strconv.AppendUint(append(dst, " turns the pile of "...), a.n, 10)
		dst = strconv.AppendUint(append(dst, " (value "...), r.value(a.n), 10)
		dst = strconv.AppendUint(append(dst, ") into "...), a.rest, 10)
		dst = strconv.AppendUint(append(dst, " (value "...), a.want, 10)
		dst = strconv.AppendUint(append(dst, "), which brings the nim-sum of the values from "...), xor, 10)
		return append(dst, " to 0, and every reply makes it other than 0 again"...)
	}
	dst = strconv.AppendUint(append(dst, " turns the value of that pile from "...), r.value(a.n), 10)
	dst = strconv.AppendUint(append(dst, " into "...), a.want, 10)
	dst = strconv.AppendUint(append(dst, " and the nim-sum of the values from "...), xor, 10)
	dst = strconv.AppendUint(append(dst, " to 0; only a split does, as the one pile worth that, "...), a.rest, 10)
	return append(dst, ", is larger"...)
}

// whyPiles is how many values the reason of a lost position lists.
const whyPiles = 4

// appendLostWhy gives the reason why a position with nim-sum 0 is lost.
func (r splitRule) appendLostWhy(dst []byte, piles []uint64) []byte {
	dst = append(dst, "the values of the piles"...)
	if len(piles) <= whyPiles {
		for i, n := range piles {
			separator := " ⊕ "
			if i == 0 {
				separator = ", "
			}
			dst = strconv.AppendUint(append(dst, separator...), r.value(n), 10)
		}
		dst = append(dst, ',')
	}
	return append(dst, " have nim-sum 0, and every move changes the value of one pile and so makes it other than 0"...)
}

// words is the rule that gives the values of piles, as a clause.
func (r splitRule) words() string {
	switch r.form {
	case laskerForm:
		return "for q = 0 a pile of n is worth n, but 4k+3 is worth 4k+4, and 4k+4 is worth 4k+3"
	case twoForm:
		return "for q = 2 a pile of n ≥ 2 is worth n with its last binary digit flipped if the digits before it have an even number of 1s, else n"
	case evenForm:
		return fmt.Sprintf("for q = %d a pile of n is worth n ⊕ 1 if n AND %d = 0 and ⌊n/%d⌋ has two or more binary 1s, else n",
			r.q, r.half, uint64(1)<<r.shift)
	default:
		return fmt.Sprintf("for q = %d, since it is odd or negative, a pile of n is worth n", r.q)
	}
}

func (splitNimTheory) steps(_ *games.Variant, p games.Position) []string {
	b := p.(*splitnim.Board)
	piles := b.Piles()
	if len(piles) == 0 {
		return nil
	}
	r := splitRuleOf(b.Q())
	steps := []string{"The value of a pile: " + r.words() + "."}
	if r.form == evenForm {
		steps = append(steps, fmt.Sprintf("Here %d is q/2 with 0 for its last binary digit, and %d the largest power of two up to q.", r.half, uint64(1)<<r.shift))
	}
	values := make([]uint64, len(piles))
	for i, n := range piles {
		values[i] = r.value(n)
		if r.form != plainForm && i < shownPiles {
			steps = append(steps, r.judged(i, n))
		}
	}
	steps = append(steps, binaryColumns(values, r.nimSum(piles))...)
	a, won := r.advice(piles)
	if !won {
		return append(steps,
			"Every column has an even number of 1s. A move gives one pile's place to something of another value, so it makes some column odd.",
			"Whatever is moved, the opponent can make all columns even again.")
	}
	return append(steps, r.advised(a)...)
}

// judged says which case of the rule gives the value of pile n, with index i.
func (r splitRule) judged(i int, n uint64) string {
	head, worth := fmt.Sprintf("Pile %d: %d", i+1, n), fmt.Sprintf("worth %d.", r.value(n))
	switch {
	case r.form == laskerForm && r.value(n) == n:
		return fmt.Sprintf("%s is neither 4k+3 nor 4k+4: %s", head, worth)
	case r.form == laskerForm:
		return fmt.Sprintf("%s = 4·%d + %d: %s", head, (n-1)/4, (n-1)%4+1, worth)
	case r.form == twoForm && n < 2:
		return fmt.Sprintf("%s is below 2: %s", head, worth)
	case r.form == twoForm:
		ones := bits.OnesCount64(n >> 1)
		return fmt.Sprintf("%s = %b in binary, ones before the last digit: %d, %s: %s", head, n, ones, parity(ones), worth)
	case n&r.half != 0:
		return fmt.Sprintf("%s has n AND %d = %d, not 0: %s", head, r.half, n&r.half, worth)
	default:
		high := n >> r.shift
		return fmt.Sprintf("%s has n AND %d = 0 and ⌊n/%d⌋ = %b in binary, ones in it: %d: %s",
			head, r.half, uint64(1)<<r.shift, high, bits.OnesCount64(high), worth)
	}
}

// advised is how the winning move is found.
func (r splitRule) advised(a splitAdvice) []string {
	steps := []string{fmt.Sprintf("The other piles have nim-sum %d, so what pile %d becomes must be worth %d too.", a.want, a.pile+1, a.want)}
	if a.removal() {
		return append(steps, fmt.Sprintf("A pile of %d is worth %d. Pile %d, %d, becomes %d: take %d.",
			a.rest, a.want, a.pile+1, a.n, a.rest, a.n-a.rest))
	}
	small, large := r.value(a.parts.small), r.value(a.parts.large)
	return append(steps,
		fmt.Sprintf("The only pile worth %d is one of %d, which is above %d, so no removal does it. It is the same on every other pile: only a split wins.", a.want, a.rest, a.n),
		fmt.Sprintf("Pile %d, %d, becomes %d and %d, which are worth %d and %d: %d ⊕ %d = %d.",
			a.pile+1, a.n, a.parts.small, a.parts.large, small, large, small, large, a.want))
}
