package splits

import (
	"math/bits"
	"slices"

	"nimatron/games/splitnim"
)

// split is one way to split a pile.
type split struct{ small, large uint64 }

// splits returns the splits of a pile of n into parts whose values have the
// nim-sum want: the first max of them, smallest part first.
//
// Two parts whose sum and nim-sum are known are known up to the choice which of
// them gets which digit of the nim-sum, since sum = nim-sum + 2 (small AND large), which
// is Lemma 22 of docs/theory.md.
// The nim-sum of the parts follows from that of their values: the values are the
// parts up to the last digit, and the last digits of the parts must suit the sum.
func (r rule) splits(n, want uint64, max int) []split {
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
	d.extend(common, xor)
	return pairs(d.found, sum)
}

// laskerSplits is splits for Lasker's Nim. There the values differ from the parts
// by an amount that depends on the parts modulo 4, so each class modulo 4 of the
// smaller part is dealt by itself, as values.
func (r rule) laskerSplits(sum, want uint64, max int) []split {
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
		d.extend(start, want&^3)
		for _, v := range d.found {
			small = append(small, v-rise)
		}
	}
	slices.Sort(small)
	return pairs(small[:min(len(small), max)], sum)
}

// laskerRise returns what the value of a pile of n exceeds n by, modulo 2^64.
func (r rule) laskerRise(n uint64) uint64 {
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
	rule        rule
	xor, common uint64 // the digits in which the parts differ, and those both have
	one         bool   // whether one part is worth its neighbour and the other itself, not both or neither
	least, most uint64 // bounds of the smaller part
	max         int    // enough parts
	found       []uint64
}

// extend finds the smaller parts, in increasing order, that have the digits of part
// and any of those that are free, which are the last digits not dealt yet. It
// looks into no range that holds none, but for those at the bounds, so its time
// is that of writing down what it finds.
func (d *deal) extend(part, free uint64) {
	if len(d.found) == d.max || part > d.most || part|free < d.least || !d.promising(part, free) {
		return
	}
	if free == 0 {
		d.found = append(d.found, part)
		return
	}
	top := uint64(1) << (bits.Len64(free) - 1)
	d.extend(part, free^top)
	d.extend(part|top, free^top)
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
