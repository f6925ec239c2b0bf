package splits

import (
	"fmt"
	"math/bits"
	"strconv"

	"nimatron/games"
	"nimatron/games/splitnim"
	"nimatron/solver/theory"
)

// Theorem is the form of the theorem for the variant, in words.
func (SplitNim) Theorem(v *games.Variant) string {
	const sum = "Each pile has a value; whoever moves next loses if the values, written in binary below each other, have an even number of 1s in every column. "
	switch r := ruleOf(v.Parameter); r.form {
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

// Source names where the theorem was published, or is proved.
func (SplitNim) Source(v *games.Variant) string {
	const paper = "Gray and Locke, A variant of Nim, 2018"
	if ruleOf(v.Parameter).form == evenForm {
		return paper + "; for even q ≥ 4, Theorem 26 of Nimatron's docs/theory.md, with proof"
	}
	return paper
}

// advice is the move that a reason tells of.
type advice struct {
	pile  int    // the index of the pile that is moved on
	n     uint64 // its size
	want  uint64 // the value wanted of what it becomes
	rest  uint64 // the only size with that value
	parts split  // how to split it, if rest is no smaller than n
}

// removal reports whether the move takes from the pile.
func (a advice) removal() bool { return a.rest < a.n }

// move returns the move.
func (a advice) move() games.Move {
	if a.removal() {
		return take(a.pile, a.n-a.rest)
	}
	return a.parts.move(a.pile)
}

// advise returns the first removal that wins, the first split where none does;
// ok is false if the position is lost.
func (r rule) advise(piles []uint64) (a advice, ok bool) {
	xor := r.nimSum(piles)
	if xor == 0 {
		return advice{}, false
	}
	for i, n := range piles {
		want := r.value(n) ^ xor
		here := advice{pile: i, n: n, want: want, rest: r.value(want)}
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

// maxWhy is the most bytes that a reason may have.
const maxWhy = 280

// AppendWhy gives the values, or the move that changes them, and the rule.
func (SplitNim) AppendWhy(dst []byte, _ *games.Variant, p games.Position) []byte {
	b := p.(*splitnim.Board)
	if len(b.Piles()) == 0 {
		return append(dst, "nothing is left, and whoever moved last has won"...)
	}
	r, begin := ruleOf(b.Q()), len(dst)
	if a, won := r.advise(b.Piles()); won {
		dst = r.appendMoveWhy(dst, a, r.nimSum(b.Piles()))
	} else {
		dst = r.appendLostWhy(dst, b.Piles())
	}
	// The rule leaves no room for itself only beside numbers that nobody would
	// check without the working.
	if rule := "; " + r.words(); len(dst)-begin+len(rule) <= maxWhy {
		dst = append(dst, rule...)
	}
	return dst
}

// appendMoveWhy tells what the move does to the nim-sum xor.
func (r rule) appendMoveWhy(dst []byte, a advice, xor uint64) []byte {
	dst = a.move().AppendTo(dst)
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
func (r rule) appendLostWhy(dst []byte, piles []uint64) []byte {
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
func (r rule) words() string {
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

// Steps finds the value of each pile, adds them up and finds a move.
func (SplitNim) Steps(_ *games.Variant, p games.Position) []string {
	b := p.(*splitnim.Board)
	piles := b.Piles()
	if len(piles) == 0 {
		return nil
	}
	r := ruleOf(b.Q())
	steps := []string{"The value of a pile: " + r.words() + "."}
	if r.form == evenForm {
		steps = append(steps, fmt.Sprintf("Here %d is q/2 with 0 for its last binary digit, and %d the largest power of two up to q.", r.half, uint64(1)<<r.shift))
	}
	values := make([]uint64, len(piles))
	for i, n := range piles {
		values[i] = r.value(n)
		if r.form != plainForm && i < theory.ShownPiles {
			steps = append(steps, r.judged(i, n))
		}
	}
	steps = append(steps, theory.BinaryColumns(values, r.nimSum(piles))...)
	a, won := r.advise(piles)
	if !won {
		return append(steps,
			"Every column has an even number of 1s. A move gives one pile's place to something of another value, so it makes some column odd.",
			"Whatever is moved, the opponent can make all columns even again.")
	}
	return append(steps, r.foundBy(a)...)
}

// judged says which case of the rule gives the value of pile n, with index i.
func (r rule) judged(i int, n uint64) string {
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
		return fmt.Sprintf("%s = %b in binary, ones before the last digit: %d, %s: %s", head, n, ones, theory.Parity(ones), worth)
	case n&r.half != 0:
		return fmt.Sprintf("%s has n AND %d = %d, not 0: %s", head, r.half, n&r.half, worth)
	default:
		high := n >> r.shift
		return fmt.Sprintf("%s has n AND %d = 0 and ⌊n/%d⌋ = %b in binary, ones in it: %d: %s",
			head, r.half, uint64(1)<<r.shift, high, bits.OnesCount64(high), worth)
	}
}

// foundBy is how the winning move is found.
func (r rule) foundBy(a advice) []string {
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
