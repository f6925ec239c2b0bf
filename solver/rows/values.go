package rows

import (
	"context"
	"errors"
	"slices"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/solver/theory"
)

// No formula is known for the Grundy values of End-Nim rows of three or more piles, and Albert and
// Nowakowski 2001 expect none. But a row's value depends only on its sub-rows (Proposition 13 of
// docs/theory/theory.md). Consider the piles from the i-th to the j-th, of which only these two can be
// partly eaten. For fixed i and j the values form a table of a_i by a_j cells. A cell is the least
// number that is neither earlier in its row or column nor the value after deleting an end. After a
// deletion the new end pile is whole, so only the last row and column of a table are needed for the
// tables one pile longer.

// DefaultCells bounds the tables for one Grundy value by default: 0.2 s at most, mostly 0.05 s, and
// less than 32 MiB. Except in the misère game no table joins neighbouring piles, so a huge pile
// between small ones costs nothing.
const DefaultCells = 1 << 22

// ErrTableSize is the error for a table that is empty or too large.
var ErrTableSize = errors.New("this table has no entries, or more than can be filled in a few seconds")

// value returns the Grundy value of a row. ok is false if its tables need more than this many
// cells, if ctx ends, or if the row has no value. Misère values are those of the game without the
// move to the empty row: the player to move loses at 0, and the empty row has no value.
func (g game) value(ctx context.Context, piles []uint64, cells int) (value uint64, ok bool) {
	switch {
	case len(piles) == 0:
		return 0, g == normal
	case g.lost(rowOf(piles)):
		return 0, true
	default:
		return g.tableValue(ctx, piles, uint64(cells))
	}
}

// tableValue finds the value of a non-empty row by a formula, or by tables of at most cells cells.
func (g game) tableValue(ctx context.Context, piles []uint64, cells uint64) (value uint64, ok bool) {
	if len(piles) <= g.formulaPiles() {
		return g.formula(piles[:len(piles)-1], piles[len(piles)-1]), true
	}
	t, err := newRowTables(g, piles, cells)
	room := roomOf(piles, cells)
	if err == nil {
		err = theory.Take(ctx, room)
	}
	if err != nil {
		return 0, false
	}
	defer func() { _ = theory.Take(ctx, -room) }()
	level, err := t.climb(ctx, len(piles))
	if err != nil {
		return 0, false
	}
	byLeft := level[0].byLeft
	return uint64(byLeft[len(byLeft)-1]), true
}

// roomOf returns the size in bytes of the tables for piles. No line is longer than cells.
func roomOf(piles []uint64, cells uint64) (bytes int) {
	for _, n := range piles {
		bytes += cellBytes * int(min(n, cells))
	}
	return min(bytes, cellBytes*int(cells))
}

// cellBytes is the memory for a cell at the edge of a table, including derived data.
const cellBytes = 24

// formulaPiles bounds the piles that formula can handle.
func (g game) formulaPiles() int {
	if g == misere {
		return 1
	}
	return 2
}

// formula returns the value of the row rest·n of at most formulaPiles piles: Proposition 12 of
// docs/theory/theory.md (Albert and Nowakowski for the normal game, Cairns and Ho for the loop game).
func (g game) formula(rest []uint64, n uint64) uint64 {
	switch {
	case len(rest) == 1 && g == loop:
		return ((rest[0] - 1) ^ (n - 1)) + 1
	case len(rest) == 1:
		return rest[0] ^ n
	case g == loop:
		return 0
	case g == misere:
		return n - 1
	default:
		return n
	}
}

type rowTables struct {
	game  game
	piles []uint64
	// base is the number of piles up to which a formula gives the values of sub-rows.
	base int
	grid grid
	line []uint32
	// unlooked counts cells since the last check of the context.
	unlooked int
}

// lookEvery is the number of cells between checks of the context: less than 4 ms.
const lookEvery = 1 << 16

// look counts filled cells and returns ctx.Err() every lookEvery cells.
func (t *rowTables) look(ctx context.Context, cells int) error {
	if t.unlooked += cells; t.unlooked < lookEvery {
		return nil
	}
	t.unlooked = 0
	return ctx.Err()
}

// edges are the values of a sub-row with one end partly eaten: byLeft[x-1] has x at the left end.
type edges struct{ byLeft, byRight []uint32 }

// newRowTables prepares the tables of a row of two piles or more. The error is ErrTableSize.
func newRowTables(g game, piles []uint64, cells uint64) (rowTables, error) {
	base := min(g.formulaPiles(), len(piles)-1)
	if cellsOf(piles, base, cells) > cells {
		return rowTables{}, ErrTableSize
	}
	return rowTables{game: g, piles: piles, base: base}, nil
}

// Cells returns the number of table cells needed for a Grundy value, at most most + 1. It is 0 if a
// formula suffices.
func Cells(v *games.Variant, p games.Position, most uint64) uint64 {
	g, piles := gameOf(v), p.(*endnim.Row).Piles()
	if len(piles) <= g.formulaPiles() {
		return 0
	}
	return cellsOf(piles, g.formulaPiles(), most)
}

// cellsOf counts the cells for all sub-rows of more than base piles, at most most + 1.
func cellsOf(piles []uint64, base int, most uint64) uint64 {
	left := most
	for i, a := range piles {
		for _, b := range piles[min(i+base, len(piles)):] {
			if a > left || b > left/a {
				return most + 1
			}
			left -= a * b
		}
	}
	return most - left
}

// climb returns the edges of all sub-rows of this length, from left to right, or nil if a formula
// suffices. The error is ctx.Err().
func (t *rowTables) climb(ctx context.Context, length int) ([]edges, error) {
	var shorter, level []edges
	for n := t.base + 1; n <= length; n++ {
		shorter, level = level, newLevel(t.piles, n)
		for i := range level {
			if err := t.fill(ctx, level[i], t.borders(i, n, shorter, level[i])); err != nil {
				return nil, err
			}
		}
	}
	return level, nil
}

func newLevel(piles []uint64, n int) []edges {
	level := make([]edges, len(piles)-n+1)
	var size uint64
	for i := range level {
		size += piles[i] + piles[i+n-1]
	}
	room := make([]uint32, size)
	for i := range level {
		left, both := piles[i], piles[i]+piles[i+n-1]
		level[i] = edges{byLeft: room[:left], byRight: room[left:both]}
		room = room[both:]
	}
	return level
}

// borders returns the values after deleting an end of the n piles from the i-th on: byLeft if the
// right end is deleted. They are the edges of shorter sub-rows, or computed by formula in room.
func (t *rowTables) borders(i, n int, shorter []edges, room edges) edges {
	if shorter != nil {
		return edges{byLeft: shorter[i].byLeft, byRight: shorter[i+1].byRight}
	}
	between := t.piles[i+1 : i+n-1]
	above := uint64(len(room.byLeft) + len(room.byRight) + 1)
	for _, line := range [...][]uint32{room.byLeft, room.byRight} {
		for x := range line {
			line[x] = uint32(min(t.game.formula(between, uint64(x)+1), above))
		}
	}
	return room
}

// fill fills the table between borders and writes its edges to to, which may share memory with
// borders. The error is ctx.Err().
func (t *rowTables) fill(ctx context.Context, to, borders edges) error {
	if len(to.byLeft) > len(to.byRight) { // the grid has sets for the shorter side
		to, borders = edges{to.byRight, to.byLeft}, edges{borders.byRight, borders.byLeft}
	}
	t.grid.reset(borders.byLeft, len(to.byRight))
	t.line = slices.Grow(t.line[:0], len(to.byLeft))[:len(to.byLeft)]
	for y, border := range borders.byRight {
		t.grid.next(border, t.line)
		to.byRight[y] = t.line[len(t.line)-1]
		if err := t.look(ctx, len(t.line)); err != nil {
			return err
		}
	}
	copy(to.byLeft, t.line)
	return nil
}
