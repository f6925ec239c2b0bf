package certcheck

import (
	"encoding/json"
	"slices"
	"strings"

	"nimatron/internal/pattern"
)

// Bounds on a period: the counters in the given piles, and the distance of values from b. A column
// takes a byte of memory, and given * (given + perValue) / perWork of work.
const maxGiven, maxAway, perValue, perWork = 120, 127, 48, 150

// The forms of a row with a blank at its right end, and of a number of columns.
var (
	patternForm = pattern.New(`^"((?:[1-9]\d{0,2} ){1,8})_"$`)
	columnForm  = pattern.New(`^([1-9]\d{0,8})$`)
)

// period checks how the values G(b) of the rows piles·b of End-Nim repeat for b = 1, 2, ….
func (c *check) period() {
	must(c.game == "end-nim", "there are periods in End-Nim only")
	given := uint64(0)
	for _, word := range strings.Fields(c.match("pattern", patternForm)[1]) {
		c.piles = append(c.piles, number(word))
		given += number(word)
	}
	before, again, p := number(c.match("before", columnForm)[1]), number(c.match("again", columnForm)[1]), number(c.match("period", columnForm)[1])
	must(given <= maxGiven, "that is too much to work out")
	c.spend(int(again*given*(given+perValue)/perWork), int(again))
	must(slices.Max(c.piles) <= before && before < again && p <= again-before, "no period follows from these columns")
	away := make([]int8, 1, again+1) // by b: G(b) - b
	l, holes := c.newLines(c.piles), [2]string{}
	for i, column := range []uint64{before, again} {
		for l.b < column {
			away = append(away, int8(l.next()-int64(l.b)))
		}
		holes[i] = l.holes()
	}
	must(holes[0] == holes[1], "the lines are in another state")
	c.want["holes"] = json.RawMessage(holes[0])

	// Columns after again repeat those after before, so again - before is a period. All periods are multiples
	// of the least.
	same := func(b, p uint64) bool {
		later := b + p
		if later > again {
			later = before + 1 + (later-before-1)%(again-before)
		}
		return away[b] == away[later]
	}
	holds := func(p uint64) bool {
		b := before + 1
		for b <= again && same(b, p) {
			b++
		}
		return b > again
	}
	must(holds(p), "it is no period")
	for prime, rest := uint64(2), p; rest > 1; prime++ {
		must(rest%prime > 0 || !holds(p/prime), "it is not the least period")
		for rest%prime == 0 {
			rest /= prime
		}
	}
	from := before + 1
	for from > 1 && same(from-1, p) {
		from--
	}
	c.want["from"], _ = json.Marshal(from)
}

// lines has the rows that determine the values of piles·b: for each pile the rows x·w·b, in which w
// is the piles after it and x goes from 1 to the pile.
type lines struct {
	*check
	b      uint64
	blocks []*block
}

// block is the rows x·w·b of one w; x is at index x-1.
type block struct {
	ends   []uint64
	free   [][]uint64 // the numbers up to x + b other than G(x·w), G(x·w·1), …, G(x·w·b)
	values []uint64
	column [256]uint64 // by number modulo 256: the last b with that value G(w·b) or G(x·w·b)
}

func (c *check) newLines(piles []uint64) *lines {
	l := &lines{check: c}
	for i := range slices.Backward(piles) {
		k := &block{values: make([]uint64, piles[i])}
		if w := piles[i+1:]; len(w) > 0 { // x·w is in the column of w's last pile
			shorter := c.newLines(piles[i : len(piles)-1])
			for shorter.b < w[len(w)-1] {
				shorter.next()
			}
			k.ends = shorter.blocks[len(shorter.blocks)-1].values
		}
		for x := uint64(1); x <= piles[i]; x++ {
			if i == len(piles)-1 {
				k.ends = append(k.ends, c.single(x))
			}
			k.free = append(k.free, nil)
			for n := range x + 1 {
				k.add(x, n)
			}
		}
		l.blocks = append(l.blocks, k)
	}
	return l
}

// single is the value of one pile, in misère play without the move to the empty row. In the loop
// game a single pile is a finished game.
func (c *check) single(n uint64) uint64 {
	switch {
	case c.loop:
		return 0
	case c.misere:
		return n - 1
	}
	return n
}

func (k *block) add(x, n uint64) {
	if n != k.ends[x-1] {
		k.free[x-1] = append(k.free[x-1], n)
	}
}

// next moves to the next b and returns the value of the longest row. A value is the least number
// that no option has. The options are x·w, w·b, and rows with a smaller x or b. These are x + b
// rows, so the value is at most x + b.
func (l *lines) next() int64 {
	l.b++
	last := l.single(l.b)
	for _, k := range l.blocks {
		if last+maxAway >= l.b { // smaller values are not free
			k.column[last%256] = l.b
		}
		for i := range k.values {
			k.add(uint64(i)+1, l.b+uint64(i)+1)
			free, least := k.free[i], 0
			must(free[0]+maxAway >= l.b, "a number is free for too long")
			for k.column[free[least]%256] == l.b {
				least++
			}
			last = free[least]
			k.values[i], k.column[last%256] = last, l.b
			copy(free[least:], free[least+1:])
			k.free[i] = free[:len(free)-1]
		}
	}
	return int64(last)
}

func (l *lines) holes() string {
	holes := [][]int64{}
	for _, k := range l.blocks {
		for _, free := range k.free {
			less := []int64{}
			for _, n := range free {
				less = append(less, int64(n-l.b))
			}
			holes = append(holes, less)
		}
	}
	text, _ := json.Marshal(holes)
	return string(text)
}
