package rows

import (
	"context"
	"errors"
	"math/bits"
	"runtime"

	"nimatron/games"
	"nimatron/games/endnim"
)

// MaxPlane is the most rows and columns of a Plane.
const MaxPlane = 8192

// PlaneCells bounds the cells of all tables that one plane needs.
const PlaneCells = 1 << 27

// Plane returns the Grundy values of the rows a·middle·b of an End-Nim variant, for
// all a and b from 1 to n: that of a·middle·b at index (a-1)*n + b-1. Misère values
// are those of the game without the move to the empty row. The middle may be empty;
// its piles are at least 1. The error is ErrTableSize, or says that v is of another
// family, or is ctx.Err().
func Plane(ctx context.Context, v *games.Variant, middle []uint64, n int) ([]uint32, error) {
	if n < 1 || n > MaxPlane {
		return nil, ErrTableSize
	}
	if v.Family != endnim.Family {
		return nil, errors.New("there are no planes for " + v.Name)
	}
	piles := append(append([]uint64{uint64(n)}, middle...), uint64(n))
	t, err := newRowTables(gameOf(v), piles, PlaneCells)
	if err != nil {
		return nil, err
	}
	shorter, err := t.climb(ctx, len(piles)-1)
	if err != nil {
		return nil, err
	}
	borders := t.borders(0, len(piles), shorter, newLevel(piles, len(piles))[0])
	t.grid.reset(borders.byRight, n)
	plane := make([]uint32, n*n)
	if cores := min(runtime.GOMAXPROCS(0), n/columnsEach); cores > 1 {
		return plane, t.grid.fill(ctx, cores, borders.byLeft, plane)
	}
	for a, border := range borders.byLeft {
		t.grid.next(border, plane[a*n:(a+1)*n])
		if err := t.look(ctx, n); err != nil {
			return nil, err
		}
	}
	return plane, nil
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
	used := g.used
	border = min(border, g.above)
	used[border/64] |= 1 << (border % 64)
	g.part(used, 0, line, 0)
	// The set may be far larger than the line, so only what was touched is cleared.
	for _, value := range line {
		used[value/64] = 0
	}
	used[border/64] = 0
}

// part fills the part of a line that begins at x = from. What stands in the line before
// it is in used, of which start is the first word with a number left; after it that is
// what part returns.
func (g *grid) part(used []uint64, start int, line []uint32, from int) int {
	const full = ^uint64(0)
	for i := range line {
		x := from + i
		set := g.sets[x*g.words : (x+1)*g.words]
		free := int(g.free[x])
		w := max(start, free)
		for set[w]|used[w] == full {
			w++
		}
		bit := bits.TrailingZeros64(^(set[w] | used[w]))
		line[i] = uint32(w*64 + bit)
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
	return start
}
