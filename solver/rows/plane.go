package rows

import (
	"context"
	"errors"
	"math/bits"

	"nimatron/games"
	"nimatron/games/endnim"
)

// MaxPlane bounds the rows and columns of a Plane.
const MaxPlane = 8192

// PlaneCells bounds the cells of all tables of one plane.
const PlaneCells = 1 << 27

// Plane returns the Grundy values of the rows a·middle·b of an End-Nim variant for a and b from 1
// to n, at index (a-1)*n + b-1. Misère values are those of the game without the move to the empty
// row. The middle may be empty. The error is ErrTableSize, says that v is of another family, or is
// ctx.Err().
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
	for a, border := range borders.byLeft {
		t.grid.next(border, plane[a*n:(a+1)*n])
		if err := t.look(ctx, n); err != nil {
			return nil, err
		}
	}
	return plane, nil
}

// A grid fills a table line by line. A cell gets the least number that is neither earlier in its line or
// column, nor in the border of either. Used numbers are bit sets, of which full low words are skipped: the
// search is short.
type grid struct {
	above uint32
	words int
	sets  []uint64 // at x*words, the values of column x so far
	free  []int32  // at x, the first word of column x's set that is not full
	used  []uint64
}

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

func zeroed[T uint64 | int32](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

func (g *grid) next(border uint32, line []uint32) {
	const full = ^uint64(0)
	used, start := g.used, 0 // start is the first word of used that is not full
	border = min(border, g.above)
	used[border/64] |= 1 << (border % 64)
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
	// The set may be far larger than the line, so only the used words are cleared.
	for _, value := range line {
		used[value/64] = 0
	}
	used[border/64] = 0
}
