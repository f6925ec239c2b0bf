package splits

import (
	"math/bits"
	"slices"

	"nimatron/games/nim"
)

type split struct{ small, large uint64 }

// splits returns at most max splits of a pile of n into parts whose values have the nim-sum want, smallest
// part first.
//
// Since sum = nim-sum + 2 (small AND large) (Lemma 22 of docs/theory/theory.md), the sum and the nim-sum fix two
// parts up to the distribution of the nim-sum's digits. The nim-sum of the values gives that of the parts:
// they agree except for the last digit, which follows from the sum.
func (r Worth) splits(n, want uint64, max int) []split {
	sum, least, ok := nim.Parts(n, r.Q)
	if !ok {
		return nil
	}
	if r.Form == Lasker {
		return r.laskerSplits(sum, want, max)
	}
	xor := want
	if r.Form != Plain {
		xor ^= (want ^ sum) & 1
	}
	// In this form the earlier digits decide: the nim-sum shows whether exactly one part has an even number
	// of 1s there.
	if r.Form == Two && (xor != want) != (bits.OnesCount64(xor>>1)%2 == 1) {
		return nil
	}
	common, ok := commonDigits(sum, xor)
	if !ok {
		return nil
	}
	d := deal{worth: r, xor: xor, common: common, one: xor != want, least: least, most: sum / 2, max: max}
	d.extend(common, xor)
	return pairs(d.found, sum)
}

// laskerSplits is splits for Lasker's Nim. Values differ from parts by an amount that depends on the parts
// modulo 4. So it treats each class modulo 4 of the smaller part separately, in terms of values.
func (r Worth) laskerSplits(sum, want uint64, max int) []split {
	var small []uint64
	for class := range uint64(4) {
		rise := r.laskerRise(class)
		common, ok := commonDigits(sum+rise+r.laskerRise(sum-class), want)
		last := (class + rise) % 4 // the last two digits of the smaller part's value
		start := common | want&last
		if !ok || start%4 != last {
			continue
		}
		d := deal{worth: r, xor: want, common: common, least: 1 + rise, most: sum/2 + rise, max: max}
		d.extend(start, want&^3)
		for _, v := range d.found {
			small = append(small, v-rise)
		}
	}
	slices.Sort(small)
	return pairs(small[:min(len(small), max)], sum)
}

// laskerRise returns value(n) − n modulo 2^64.
func (r Worth) laskerRise(n uint64) uint64 {
	n = n%4 + 4
	return r.Of(n) - n
}

func pairs(small []uint64, sum uint64) []split {
	found := make([]split, len(small))
	for i, s := range small {
		found[i] = split{s, sum - s}
	}
	return found
}

// commonDigits returns the binary digits that two numbers with this sum and nim-sum share; ok is
// false if no such numbers exist.
func commonDigits(sum, xor uint64) (common uint64, ok bool) {
	common = (sum - xor) / 2
	return common, xor <= sum && (sum-xor)%2 == 0 && common&xor == 0
}

// deal distributes the binary digits in which two parts differ.
type deal struct {
	worth       Worth
	xor, common uint64 // the digits in which the parts differ, and those that both have
	one         bool
	least, most uint64 // bounds of the smaller part
	max         int
	found       []uint64
}

// extend appends, in increasing order, the smaller parts that consist of part and some of the free digits. It
// skips every range without results except at the bounds, so its time is linear in its output.
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

// promising reports whether some distribution of the free digits gives the right values, bounds aside. Only
// the form Even can fail here.
func (d *deal) promising(part, free uint64) bool {
	if d.worth.Form != Even {
		return true
	}
	r, other := d.worth, d.common|d.xor&^part&^free
	// Only two things about a part matter: whether it has digits of Half, and whether it has two 1s from
	// Power on. Higher counts of free digits add no cases.
	low := min(2, bits.OnesCount64(free&r.Half))
	high := min(4, bits.OnesCount64(free&^(r.Power-1)))
	partHigh, otherHigh := bits.OnesCount64(part&^(r.Power-1)), bits.OnesCount64(other&^(r.Power-1))
	for l := range low + 1 { // part gets l of the low and h of the high digits
		for h := range high + 1 {
			partFlips := part&r.Half == 0 && l == 0 && partHigh+h >= 2
			otherFlips := other&r.Half == 0 && l == low && otherHigh+high-h >= 2
			if (partFlips != otherFlips) == d.one {
				return true
			}
		}
	}
	return false
}
