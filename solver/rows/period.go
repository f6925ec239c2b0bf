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

// MaxColumns is how many columns the program looks at for a period.
const MaxColumns = 1 << 24

// MaxPeriodCounters is how many counters the given piles of a Period may have together.
const MaxPeriodCounters = 120

// maxPeriodWork bounds the columns, counted once for each counter of the given piles: some 10 ns each.
const maxPeriodWork = 1_700_000_000

// A Period says how the values G(b) of the rows piles·b of an End-Nim variant repeat, where b is
// 1, 2, 3, …: G(b + Least) = G(b) + Least for all b from From on, and for no smaller period and from no
// smaller b. It is proved as in Theorem 15 of docs/theory.md: the lines have the same state after the
// columns Before and Again. As JSON it is a certificate, docs/certificates.md.
type Period struct {
	Variant string `json:"variant"`
	Pattern string `json:"pattern"` // the piles and a blank, such as "5 4 _"
	Least   uint64 `json:"period"`
	From    uint64 `json:"from"`
	Before  uint64 `json:"before"`
	Again   uint64 `json:"again"`
	// Holes are that state, of the line of rows x·w·b for each end w of piles, the shortest one first,
	// and each x up to the pile before it: the numbers up to x + b, less b, that are neither the value
	// of x·w nor those of x·w·1, …, x·w·b.
	Holes [][]int `json:"holes,omitempty"`
}

// PeriodOf returns the period of the rows piles·b, or nil if no state is seen to come again in the first most
// columns, of which the values are kept. It tells progress, which may be nil, from time to time how many
// columns are done. The error says which piles have no period here, or is theory.ErrBudget or ctx.Err().
func PeriodOf(ctx context.Context, v *games.Variant, piles []uint64, most uint64, progress func(columns uint64)) (*Period, error) {
	if v.Family != endnim.Family || len(piles) == 0 {
		return nil, errors.New("there are periods of rows of two piles or more, in end-nim, end-nim/misere and end-nim/loop")
	}
	var counters uint64
	for _, n := range piles {
		counters += min(n, MaxPeriodCounters+1)
	}
	if counters > MaxPeriodCounters {
		return nil, fmt.Errorf("for a period the given piles have %d counters at most, all together", MaxPeriodCounters)
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
	for _, prime := range primesOf(values.cycle) {
		for p.Least%prime == 0 && values.repeat(p.From, p.Again, p.Least/prime) {
			p.Least /= prime
		}
	}
	for p.From > 1 && values.repeat(p.From-1, p.From-1, p.Least) {
		p.From--
	}
	return p, nil
}

// walk goes through columns.
type walk struct {
	ctx      context.Context
	progress func(columns uint64)
	done     uint64
	most     uint64
}

// columnsEachLook is after how many columns the context is looked at and progress told: some
// milliseconds.
const columnsEachLook = 1 << 16

// next goes on to the next column of c.
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

// sequence has the values of piles·b less b, by b, up to where a state of the lines has come again, and
// after how many columns; 0 if none has.
type sequence struct {
	values []int16
	cycle  uint64
}

// untilAgain compares each state with those after all powers of two. One of these comes again.
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

// at returns the value of piles·b less b.
func (s *sequence) at(b uint64) int16 {
	if last := uint64(len(s.values)) - 1; b > last {
		b = last - (s.cycle-(b-last)%s.cycle)%s.cycle
	}
	return s.values[b]
}

// repeat reports whether the values of the columns from … to come again a period later.
func (s *sequence) repeat(from, to, period uint64) bool {
	for from <= to && s.at(from) == s.at(from+period) {
		from++
	}
	return from > to
}

// PeriodPattern writes the rows piles·b with a blank for b.
func PeriodPattern(piles []uint64) string { return strings.Trim(fmt.Sprint(piles), "[]") + " _" }

// columns works out the values of the rows piles·b, one b after the other, as the proof of
// Theorem 15 in docs/theory.md does.
type columns struct {
	b     uint64 // the column that is done
	value int    // of the last line in it, less b
	// The lines x·w·b of one w stand together. The last of them is w·b for the lines that follow.
	blocks []int // for each w, how many lines there are up to its last one
	// A set of values has so many words. The bit of v is v − b + zeroth. Smaller numbers than have a
	// bit are in the set of every line, larger ones are in none.
	words, zeroth int
	sets          []uint64 // of each line: the values that its rows have had
	pile          []uint64 // the value of the single pile b; empty in the loop game, where it is 0
	taken         []uint64 // for next
}

// spareBits is how many bits a set has at first for numbers below b. Few rows need 10.
const spareBits = 16

// newColumns returns the lines before the first column. The error is ctx.Err().
func newColumns(ctx context.Context, g game, piles []uint64) (*columns, error) {
	// No value of x·w·b is above x + b, and none of x·w is above two piles.
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
			value, ok := g.value(ctx, row, DefaultCells) // which so few counters do not exceed
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

// same reports whether the lines of two columns are in the same state.
func (c *columns) same(d *columns) bool {
	last := len(c.sets) - 1
	return len(d.sets) == last+1 && c.sets[last] == d.sets[last] && slices.Equal(c.sets, d.sets)
}

// next goes on to the next column, where each line gets the least number that neither it nor the
// column has yet.
func (c *columns) next() {
	c.b++
	low := ^uint64(0) // the numbers of the lowest word that are in all sets
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

// widen gives each set one more word, for smaller numbers.
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

// holes returns, for each line x·w·b, the numbers up to x + b that are not in its set, less b.
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

// primesOf returns the prime factors of n, each once.
func primesOf(n uint64) (primes []uint64) {
	for p := uint64(2); n > 1; p++ {
		if p*p > n {
			p = n
		}
		if n%p == 0 {
			primes = append(primes, p)
		}
		for n%p == 0 {
			n /= p
		}
	}
	return primes
}
