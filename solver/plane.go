package solver

import (
	"math/bits"
	"slices"

	"nimatron/games"
)

// The largest tables.
const (
	// MaxPlane is the most rows and columns of a Plane.
	MaxPlane = 8192
	// MaxLine is the most values of a Line.
	MaxLine = 1 << 20
)

// planeCells bounds the cells of all tables that one plane or line needs.
const planeCells = 1 << 27

// Plane returns the Grundy values of the rows a·middle·b for all a and b from 1
// to n, that of a·middle·b at index (a-1)*n + b-1, in the sense of RowValue. The
// middle may be empty; its piles are at least 1. The error is ErrTableSize, or
// says that v is not of the end-nim family.
func Plane(v *games.Variant, middle []uint64, n int) ([]uint32, error) {
	if n < 1 || n > MaxPlane {
		return nil, ErrTableSize
	}
	game, err := rowGameFor(v)
	if err != nil {
		return nil, err
	}
	piles := append(append([]uint64{uint64(n)}, middle...), uint64(n))
	t, err := newRowTables(game, piles, planeCells)
	if err != nil {
		return nil, err
	}
	shorter := t.climb(len(piles) - 1)
	borders := t.borders(0, len(piles), shorter, newLevel(piles, len(piles))[0])
	t.grid.reset(borders.byRight, n)
	plane := make([]uint32, n*n)
	for a, border := range borders.byLeft {
		t.grid.next(border, plane[a*n:(a+1)*n])
	}
	return plane, nil
}

// Line returns the Grundy values of the rows that piles become when the pile with
// index blank is 1, 2 and so on to n, in the sense of RowValue. What stands at the
// blank is not looked at; the other piles are at least 1. The errors are those of
// Plane. Two piles and fewer have formulas for piles of any size. At an end of the row one table gives all values; elsewhere each is worked
// out alone, so that there is time for fewer.
func Line(v *games.Variant, piles []uint64, blank, n int) ([]uint64, error) {
	if n < 1 || n > MaxLine {
		return nil, ErrTableSize
	}
	game, err := rowGameFor(v)
	if err != nil {
		return nil, err
	}
	piles = slices.Clone(piles)
	if atEnd := blank == 0 || blank == len(piles)-1; !atEnd || len(piles) <= game.formulaPiles() {
		return game.separateLine(piles, blank, n)
	}
	piles[blank] = uint64(n)
	t, err := newRowTables(game, piles, planeCells)
	if err != nil {
		return nil, err
	}
	whole := t.climb(len(piles))[0]
	if blank == 0 {
		return widened(whole.byLeft), nil
	}
	return widened(whole.byRight), nil
}

// separateLine is Line with a row for each value. It writes to piles.
func (g rowGame) separateLine(piles []uint64, blank, n int) ([]uint64, error) {
	line := make([]uint64, n)
	for x := range line {
		piles[blank] = uint64(x) + 1
		value, ok := g.tableValue(piles, planeCells/uint64(n))
		if !ok {
			return nil, ErrTableSize
		}
		line[x] = value
	}
	return line, nil
}

func widened(values []uint32) []uint64 {
	wide := make([]uint64, len(values))
	for i, value := range values {
		wide[i] = uint64(value)
	}
	return wide
}

// A grid fills a table line by line. The cell of line y at x gets the least number
// that is not in line y before x, nor at x in a line before y, nor the border of
// line y, nor that of x. What is taken is kept as sets of bits, of which the full
// words at the low end are never looked at again: then few words are left to look
// at, since a number that is free at x can be passed over only for one lower, or
// while it stands in a line before x, so not for long.
type grid struct {
	above uint32   // all values of the table
	words int      // of one set
	sets  []uint64 // at x*words, what stands at x so far
	free  []int32  // at x, the first word of its set with a number left
	used  []uint64 // what stands in the line so far
}

// reset starts a table with these borders at x and so many lines.
func (g *grid) reset(borders []uint32, lines int) {
	g.above = uint32(len(borders) + lines + 1)
	g.words = int(g.above)/64 + 1
	g.sets = zeroed(g.sets, len(borders)*g.words)
	g.free = zeroed(g.free, len(borders))
	g.used = zeroed(g.used, g.words)
	for x, border := range borders {
		border = min(border, g.above)
		g.sets[x*g.words+int(border/64)] |= 1 << (border % 64)
	}
}

// zeroed returns n zeros, in the room of s if they fit.
func zeroed[T uint64 | int32](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// next fills the next line, which has this border.
func (g *grid) next(border uint32, line []uint32) {
	const full = ^uint64(0)
	used := g.used
	border = min(border, g.above)
	used[border/64] |= 1 << (border % 64)
	start := 0 // the first word of used with a number left
	for x := range line {
		set := g.sets[x*g.words : (x+1)*g.words]
		free := int(g.free[x])
		w := max(start, free)
		for set[w]|used[w] == full {
			w++
		}
		bit := bits.TrailingZeros64(^(set[w] | used[w]))
		line[x] = uint32(w*64 + bit)
		set[w] |= 1 << bit
		used[w] |= 1 << bit
		for set[free] == full {
			free++
		}
		g.free[x] = int32(free)
		for used[start] == full {
			start++
		}
	}
	// The set may be far larger than the line, so only what was touched is cleared.
	for _, value := range line {
		used[value/64] = 0
	}
	used[border/64] = 0
}
