package rows

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/solver/theory"
)

// MaxColumns bounds the search for a period.
const MaxColumns = 1 << 24

// MaxPeriodCounters bounds the total of the given piles.
const MaxPeriodCounters = 120

// maxPeriodWork bounds the columns times the counters of the given piles. One takes some 10 ns.
const maxPeriodWork = 1_700_000_000

// A Period describes how the values G(b) of the rows piles·b of an End-Nim variant repeat: G(b +
// Least) = G(b) + Least for all b ≥ From. Least and From are minimal. The proof is Theorem 15 of
// docs/theory/theory.md: the lines have the same state after the columns Before and Again. As JSON it is a
// certificate, see docs/theory/certificates.md.
type Period struct {
	Variant string `json:"variant"`
	Pattern string `json:"pattern"` // the piles and a blank, such as "5 4 _"
	Least   uint64 `json:"period"`
	From    uint64 `json:"from"`
	Before  uint64 `json:"before"`
	Again   uint64 `json:"again"`
	// Holes is that state. It has a line for each row x·w·b, in which w is an end of piles, the
	// shortest first, and x is at most the pile before w. The line has the numbers n ≤ x + b that
	// differ from the values of x·w, x·w·1, …, x·w·b. Each n is listed as n - b.
	Holes [][]int `json:"holes,omitempty"`
}

// PeriodOf returns the period of the rows piles·b, or nil if no state repeats within this many
// columns. progress, which may be nil, is called from time to time. The error says which piles are
// allowed, or is theory.ErrBudget or ctx.Err().
func PeriodOf(ctx context.Context, v *games.Variant, piles []uint64, most uint64, progress func(columns uint64)) (*Period, error) {
	if v.Family != endnim.Family || len(piles) == 0 {
		return nil, errors.New("there are periods of rows of two piles or more, in end-nim, end-nim/misere and end-nim/loop")
	}
	var counters uint64
	for _, n := range piles {
		counters += min(n, MaxPeriodCounters+1)
	}
	if counters > MaxPeriodCounters {
		return nil, fmt.Errorf("for a period, the given piles can have at most %d counters in total", MaxPeriodCounters)
	}
	first, err := newColumns(ctx, gameOf(v), piles)
	if err != nil {
		return nil, err
	}
	w := walk{ctx: ctx, progress: progress, most: maxPeriodWork / counters}
	values, err := w.untilAgain(first, most)
	if err != nil || values.cycle == 0 {
		return nil, err
	}
	behind, ahead := first.clone(), first.clone()
	for ahead.b < values.cycle && err == nil {
		err = w.next(ahead)
	}
	for err == nil && (behind.b < slices.Max(piles) || !behind.same(ahead)) {
		behind.next()
		err = w.next(ahead)
	}
	if err != nil {
		return nil, err
	}
	p := &Period{Variant: v.ID, Pattern: PeriodPattern(piles), Least: values.cycle, From: behind.b + 1, Before: behind.b, Again: ahead.b, Holes: behind.holes()}
	for prime, rest := uint64(2), values.cycle; rest > 1; prime++ {
		for ; rest%prime == 0; rest /= prime {
			if values.repeat(p.From, p.Again, p.Least/prime) {
				p.Least /= prime
			}
		}
	}
	for p.From > 1 && values.repeat(p.From-1, p.From-1, p.Least) {
		p.From--
	}
	return p, nil
}

type walk struct {
	ctx      context.Context
	progress func(columns uint64)
	done     uint64
	most     uint64
}

// columnsEachLook is the number of columns between checks of the context, which take some
// milliseconds.
const columnsEachLook = 1 << 16

func (w *walk) next(c *columns) error {
	c.next()
	if w.done++; w.done%columnsEachLook != 0 {
		return nil
	}
	if w.progress != nil {
		w.progress(w.done)
	}
	if w.done > w.most {
		return theory.ErrBudget
	}
	return w.ctx.Err()
}

// sequence has the values of piles·b minus b, by b, until a state repeats. cycle is the distance of the
// repetition in columns, 0 if none is found.
type sequence struct {
	values []int16
	cycle  uint64
}

// untilAgain compares each state with one kept from an earlier column, a power of two. In a cycle one of
// those recurs.
func (w *walk) untilAgain(first *columns, most uint64) (s sequence, err error) {
	var marks []*columns
	s.values = append(s.values, 0)
	for c := first.clone(); s.cycle == 0 && err == nil && c.b < most; s.values = append(s.values, int16(c.value)) {
		if c.b&(c.b-1) == 0 {
			marks = append(marks, c.clone())
		}
		err = w.next(c)
		if i := slices.IndexFunc(marks, c.same); i >= 0 {
			s.cycle = c.b - marks[i].b
		}
	}
	return s, err
}

func (s *sequence) at(b uint64) int16 {
	if last := uint64(len(s.values)) - 1; b > last {
		b = last - (s.cycle-(b-last)%s.cycle)%s.cycle
	}
	return s.values[b]
}

func (s *sequence) repeat(from, to, period uint64) bool {
	for from <= to && s.at(from) == s.at(from+period) {
		from++
	}
	return from > to
}

func PeriodPattern(piles []uint64) string { return strings.Trim(fmt.Sprint(piles), "[]") + " _" }

// columns computes the values of the rows piles·b for b = 1, 2, 3, … as in the proof of Theorem 15
// of docs/theory/theory.md.
type columns struct {
	b     uint64
	value int // the value in its last line, minus b
	// The lines x·w·b of one w are adjacent. The last of them is w·b for the next block.
	blocks []int // the index after the last line of each w
	// Each set has this many words. Bit v − b + zeroth represents v. Values below the first bit are
	// in every set, values above the last in none.
	words, zeroth int
	sets          []uint64
	pile          []uint64
	taken         []uint64
}

// spareBits is the initial number of bits for values below b. Few rows need 10.
const spareBits = 16

func newColumns(ctx context.Context, g game, piles []uint64) (*columns, error) {
	// x·w·b is at most x + b, and x·w at most twice the largest pile.
	largest := 2 * int(slices.Max(piles))
	words := (spareBits+largest)/64 + 1
	c := &columns{words: words, zeroth: words*64 - 1 - largest, taken: make([]uint64, words), pile: make([]uint64, words)}
	switch g {
	case normal:
		add(c.pile, c.zeroth)
	case misere:
		add(c.pile, c.zeroth-1)
	}
	for i := range slices.Backward(piles) {
		row := slices.Clone(piles[i:])
		for x := range piles[i] {
			row[0] = x + 1
			value, ok := g.value(ctx, row, DefaultCells) // the piles are too small to need more
			if !ok {
				return nil, ctx.Err()
			}
			set := make([]uint64, words)
			for bit := range c.zeroth {
				add(set, bit)
			}
			add(set, c.zeroth+int(value))
			c.sets = append(c.sets, set...)
		}
		c.blocks = append(c.blocks, len(c.sets)/words)
	}
	return c, nil
}

func add(set []uint64, bit int) { set[bit/64] |= 1 << (bit % 64) }

func (c *columns) clone() *columns {
	d := *c
	d.sets, d.taken = slices.Clone(c.sets), slices.Clone(c.taken)
	return &d
}

func (c *columns) same(d *columns) bool {
	last := len(c.sets) - 1
	return len(d.sets) == last+1 && c.sets[last] == d.sets[last] && slices.Equal(c.sets, d.sets)
}

// next fills the next column. Each line gets the least number that is new to the line and the
// column.
func (c *columns) next() {
	c.b++
	low := ^uint64(0) // the bits of the lowest word that are set in all sets
	copy(c.taken, c.pile)
	line, last := 0, 0
	for _, end := range c.blocks {
		for ; line < end; line++ {
			set := c.sets[line*c.words : (line+1)*c.words]
			for w := range set {
				set[w] >>= 1
				if w+1 < len(set) {
					set[w] |= set[w+1] << 63
				}
			}
			w := 0
			for set[w]|c.taken[w] == ^uint64(0) {
				w++
			}
			last = w*64 + bits.TrailingZeros64(^(set[w] | c.taken[w]))
			add(set, last)
			add(c.taken, last)
			low &= set[0]
		}
		clear(c.taken)
		add(c.taken, last)
	}
	if c.value = last - c.zeroth; low&1 == 0 {
		c.widen()
	}
}

func (c *columns) widen() {
	old := c.sets
	c.sets = nil
	for set := range slices.Chunk(old, c.words) {
		c.sets = append(append(c.sets, ^uint64(0)), set...)
	}
	c.words, c.zeroth = c.words+1, c.zeroth+64
	c.pile = slices.Insert(c.pile, 0, 0)
	c.taken = make([]uint64, c.words)
}

func (c *columns) holes() (lines [][]int) {
	x := 0
	for set := range slices.Chunk(c.sets, c.words) {
		x++
		holes := []int{}
		for bit := range c.zeroth + x + 1 {
			if set[bit/64]>>(bit%64)&1 == 0 {
				holes = append(holes, bit-c.zeroth)
			}
		}
		if lines = append(lines, holes); slices.Contains(c.blocks, len(lines)) {
			x = 0
		}
	}
	return lines
}
