package rows

import (
	"context"
	"errors"
	"slices"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/solver/theory"
)

// No formula is known for the Grundy values of End-Nim rows of three piles or
// more, and Albert and Nowakowski 2001 think that none is likely. But the value of a
// row needs only its sub-rows (Proposition 13 of docs/theory.md). Choose the piles that are still there, from the
// i-th to the j-th: only these two can be partly eaten. With i and j fixed the
// values are a table of a_i by a_j cells, and a cell is the least number that
// stands neither before it in its row, nor before it in its column, nor is the
// value of one of the two rows that deleting an end leaves. Those rows have their
// neighbouring pile whole, so of each table only the last row and the last column
// are needed for the tables one pile longer.

// DefaultCells is how many cells the tables for the Grundy value of one row may
// have where nobody says otherwise. That many take at most 0.2 s, in a thousand
// small piles, mostly 0.05 s, and less than 32 MiB. Neighbours meet in no table,
// except in the misère game, so a huge pile between small ones costs nothing.
const DefaultCells = 1 << 22

// ErrTableSize is returned for a table with no entries or with too many.
var ErrTableSize = errors.New("this table has no entries, or more than can be filled in a few seconds")

// value returns the Grundy value of a row of piles, each at least 1; ok is false if
// it would take tables of more than so many cells to find, where ctx ends before that,
// and for a row that has no value. Misère values are those of the game in which the move to the empty row
// is taken away, so that the player to move loses where the value is 0; the empty
// row itself has none.
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

// tableValue finds the value of a row that is not empty by a formula or else by
// tables of at most so many cells.
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

// roomOf is how many bytes the tables of piles take: no line is longer than there may be cells.
func roomOf(piles []uint64, cells uint64) (bytes int) {
	for _, n := range piles {
		bytes += cellBytes * int(min(n, cells))
	}
	return min(bytes, cellBytes*int(cells))
}

// cellBytes is what a cell at the edge of a table takes, with those that come after it.
const cellBytes = 24

// formulaPiles is the most piles for which formula holds.
func (g game) formulaPiles() int {
	if g == misere {
		return 1
	}
	return 2
}

// formula returns the value of the row rest·n, for at most formulaPiles piles in
// all: Proposition 12 of docs/theory.md. Those of two piles are Albert and Nowakowski's
// for the normal game and Cairns and Ho's for the loop game.
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

// rowTables fills the tables of one row, shorter sub-rows first.
type rowTables struct {
	game  game
	piles []uint64
	// base is the length of the sub-rows that need no table.
	base int
	grid grid
	line []uint32 // of the grid
	// unlooked counts cells since the last look at the context.
	unlooked int
}

// lookEvery is after how many cells the context is looked at: they take less than
// 4 ms.
const lookEvery = 1 << 16

// look returns ctx.Err(), now and then, when so many cells more are filled.
func (t *rowTables) look(ctx context.Context, cells int) error {
	if t.unlooked += cells; t.unlooked < lookEvery {
		return nil
	}
	t.unlooked = 0
	return ctx.Err()
}

// edges are the values of a sub-row with one end partly eaten: its last column,
// where byLeft[x-1] has x at the left end, and its last row.
type edges struct{ byLeft, byRight []uint32 }

// newRowTables prepares the tables of a row of two piles or more, or refuses them
// with ErrTableSize.
func newRowTables(g game, piles []uint64, cells uint64) (rowTables, error) {
	base := min(g.formulaPiles(), len(piles)-1)
	if cellsOf(piles, base, cells) > cells {
		return rowTables{}, ErrTableSize
	}
	return rowTables{game: g, piles: piles, base: base}, nil
}

// Cells returns how many cells the tables for the Grundy value of a row of an End-Nim
// variant have, 0 where none are needed and at most more than most.
func Cells(v *games.Variant, p games.Position, most uint64) uint64 {
	g, piles := gameOf(v), p.(*endnim.Row).Piles()
	if len(piles) <= g.formulaPiles() {
		return 0
	}
	return cellsOf(piles, g.formulaPiles(), most)
}

// cellsOf counts the cells of the tables of all sub-rows of more than base piles, up to
// just above most.
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

// climb returns the edges of all sub-rows of so many piles, from left to right,
// or nil where a formula makes them unnecessary. The error is ctx.Err().
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

// newLevel makes room for the edges of the sub-rows of n piles.
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

// borders returns the values that deleting an end leaves in the table of the n
// piles from the i-th: by the left end where the right one is deleted, and the
// other way round. They come from the edges of the shorter sub-rows, or else by
// formula and are written to room.
func (t *rowTables) borders(i, n int, shorter []edges, room edges) edges {
	if shorter != nil {
		return edges{byLeft: shorter[i].byLeft, byRight: shorter[i+1].byRight}
	}
	between := t.piles[i+1 : i+n-1]
	above := uint64(len(room.byLeft) + len(room.byRight) + 1) // all values of the table
	for _, line := range [...][]uint32{room.byLeft, room.byRight} {
		for x := range line {
			line[x] = uint32(min(t.game.formula(between, uint64(x)+1), above))
		}
	}
	return room
}

// fill fills the table between borders and keeps its edges, whose room may be that
// of the borders. The error is ctx.Err().
func (t *rowTables) fill(ctx context.Context, to, borders edges) error {
	if len(to.byLeft) > len(to.byRight) { // the grid keeps sets for the shorter side
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
