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
)

// MaxPeriodCounters is how many counters the given piles of a Period may have together.
const MaxPeriodCounters = 120

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

// PeriodOf returns the period of the rows piles·b, or nil if no state comes again in the first most
// columns. To find the least period and its beginning then takes little more. It tells progress, which may be nil, from time to time how many columns are done.
// The error says which piles have no period here, or is ctx.Err().
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
	f := &periodFinder{ctx: ctx, progress: progress, kept: []*columns{first}}
	cycle, err := f.cycle(most)
	if err != nil || cycle == 0 {
		return nil, err
	}
	behind := first.clone()
	ahead, err := f.at(cycle)
	for err == nil && (behind.b < slices.Max(piles) || !behind.same(ahead)) {
		behind.next()
		err = f.step(ahead)
	}
	if err != nil {
		return nil, err
	}
	p := &Period{Variant: v.ID, Pattern: PeriodPattern(piles), Least: cycle, Before: behind.b, Again: ahead.b, Holes: behind.holes()}
	for _, prime := range primesOf(cycle) {
		var differs uint64
		for err == nil && differs == 0 && p.Least%prime == 0 {
			if differs, err = f.difference(behind, p.Least/prime, p.Again, true); differs == 0 {
				p.Least /= prime
			}
		}
	}
	if err == nil {
		p.From, err = f.difference(first, p.Least, p.Before, false)
		p.From++
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// PeriodPattern writes the rows piles·b with a blank for b.
func PeriodPattern(piles []uint64) string { return strings.Trim(fmt.Sprint(piles), "[]") + " _" }

// periodFinder goes through columns.
type periodFinder struct {
	ctx      context.Context
	progress func(columns uint64)
	done     uint64
	kept     []*columns // the lines after some of the columns, in order, from 0 on
}

// columnsEachLook is after how many columns the context is looked at and progress told: some
// milliseconds.
const columnsEachLook = 1 << 16

// step goes on to the next column of c.
func (f *periodFinder) step(c *columns) error {
	c.next()
	if f.done++; f.done%columnsEachLook != 0 {
		return nil
	}
	if f.progress != nil {
		f.progress(f.done)
	}
	return f.ctx.Err()
}

// at returns the lines after a column.
func (f *periodFinder) at(column uint64) (c *columns, err error) {
	i := len(f.kept) - 1
	for f.kept[i].b > column {
		i--
	}
	for c = f.kept[i].clone(); err == nil && c.b < column; {
		err = f.step(c)
	}
	return c, err
}

// cycle returns a number of columns after which a state of the lines comes again, 0 if none does in the
// first most columns. It compares each state with the one after the last power of two, as Brent's
// algorithm does, and with one a long time ago, which finds most long periods sooner.
func (f *periodFinder) cycle(most uint64) (uint64, error) {
	c, recent, old := f.kept[0].clone(), f.kept[0], f.kept[0]
	for c.b < most {
		if err := f.step(c); err != nil {
			return 0, err
		}
		if c.same(recent) {
			return c.b - recent.b, nil
		}
		if c.same(old) {
			return c.b - old.b, nil
		}
		length := bits.Len64(c.b)
		if low := max(length-4, 0); c.b>>low<<low == c.b { // nothing stands behind the first four binary digits
			f.kept = append(f.kept, c.clone())
		}
		if c.b == 1<<(length-1) {
			var err error
			recent = f.kept[len(f.kept)-1]
			if old, err = f.at(1 << (length / 2)); err != nil {
				return 0, err
			}
		}
	}
	return 0, nil
}

// difference returns a column after from.b, up to until, whose value plus p is not the value p columns
// later: the first one or the last one, or 0 if there is none.
func (f *periodFinder) difference(from *columns, p, until uint64, first bool) (column uint64, err error) {
	behind := from.clone()
	ahead, err := f.at(from.b + p)
	for err == nil && behind.b < until && !(first && column > 0) {
		behind.next()
		if err = f.step(ahead); behind.value != ahead.value {
			column = behind.b
		}
	}
	return column, err
}

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
	taken         []uint64 // for wide
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
	var last int // the bit of the value of the last line
	var low uint64
	c.b++
	if c.words == 1 {
		last, low = c.narrow()
	} else {
		last, low = c.wide()
	}
	c.value = last - c.zeroth
	if low&1 == 0 {
		c.widen()
	}
}

// narrow is next for sets of one word. It returns the bit of the last value, and the numbers of the
// lowest word that are in all sets.
func (c *columns) narrow() (last int, low uint64) {
	low = ^low
	line, taken, bit := 0, c.pile[0], uint64(0)
	for _, end := range c.blocks {
		for _, set := range c.sets[line:end] {
			set >>= 1
			bit = ^(set | taken) & ((set | taken) + 1) // the lowest one that is missing
			taken |= bit
			set |= bit
			low &= set
			c.sets[line] = set
			line++
		}
		taken = bit
	}
	return bits.TrailingZeros64(bit), low
}

// wide is narrow for sets of any size, and takes some seven times as long.
func (c *columns) wide() (last int, low uint64) {
	low = ^low
	copy(c.taken, c.pile)
	line := 0
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
	return last, low
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
