package board

import (
	"slices"

	"nimatron/games"
)

type column struct {
	counters      uint64
	last, earlier taken
	gone          bool
	part          bool
	name          string // the text below it, "" for a pile that no move can touch
	place         string // its name in moves, "" for an emptied pile
	of            material
	focus         bool // selected or changed by the last move, so it must be shown
	index         int
	// was is the pile's index before the last move; under is the number of its counters below those of this
	// column.
	was   int
	under uint64
}

func (c column) top() uint64 { return c.counters + c.last.count + c.earlier.count }

func (t *table) columnsOf(row games.Row) []column {
	if len(row.Piles) == 0 && len(t.board.Moves) > 0 { // emptied piles keep their places to the end
		if was, ok := t.board.Moves[0].Before.(games.Row); ok && !was.Ends {
			row = games.Row{Piles: make([]uint64, len(was.Piles)), Nominated: -1}
		}
	}
	columns := make([]column, 0, len(row.Piles)+1)
	for i, n := range row.Piles {
		c := column{counters: n, of: materialOf(row, i), index: i, was: i, name: t.pileName(row, i), place: placeOf(row, i)}
		if n == 0 {
			c.of, c.gone, c.place = stone, true, ""
		}
		if t.board.Edited {
			c.place = games.PileName(i)
		}
		if i == row.Nominated || t.board.Chosen != "" && t.board.Chosen == c.place {
			c.of, c.focus = gold, true
		}
		columns = append(columns, c)
	}
	return t.markMoves(columns)
}

func materialOf(row games.Row, i int) material {
	left, right := i == 0 && row.Open[games.Left], i == len(row.Piles)-1 && row.Open[games.Right]
	switch {
	case !row.Ends && row.Nominated >= 0 || row.Ends && !left && !right:
		return stone
	case row.Sided && left:
		return blue
	case row.Sided:
		return red
	}
	return ivory
}

func (t *table) pileName(row games.Row, i int) string {
	first, last := i == 0, i == len(row.Piles)-1
	switch {
	case !row.Ends && t.crowded:
		return "#" + games.PileName(i)
	case !row.Ends:
		return "pile " + games.PileName(i)
	case row.Sided && first && last:
		return "Left, Right"
	case first:
		return "Left"
	case last:
		return "Right"
	}
	return ""
}

func placeOf(row games.Row, i int) string {
	switch {
	case !row.Ends:
		return games.PileName(i)
	case i == 0 && (row.Open[games.Left] || len(row.Piles) > 1):
		return "L"
	case i == len(row.Piles)-1:
		return "R"
	}
	return ""
}

func (t *table) markMoves(columns []column) []column {
	marked := 0
	for i, made := range t.board.Moves {
		was, ok := made.Before.(games.Row)
		if !ok {
			break
		}
		// The columns are the piles after this move, plus those that a later move emptied or split off.
		at := changed(was, made.Move)
		if at < 0 {
			continue
		}
		columns = markMove(columns, was, made, at, marked > 0)
		if i == 0 && !t.board.elsewhere {
			follow(columns, made.Move, at)
		}
		if marked++; marked == 2 || made.Move.Kind == games.Split {
			break
		}
	}
	return columns
}

// markMove marks what a move did to the pile at an index, if these columns came of it.
func markMove(columns []column, was games.Row, made Made, at int, earlier bool) []column {
	n := made.Move.Count
	switch {
	case made.Move.Kind == games.Split && len(columns) == len(was.Piles)+1 && !earlier:
		for _, i := range []int{at, len(columns) - 1} {
			columns[i].part, columns[i].focus = true, true
		}
		return columns
	case made.Move.Kind == games.Split || n > was.Piles[at]:
		return columns
	case was.Ends && n == was.Piles[at] && len(columns) == len(was.Piles)-1:
		columns = slices.Insert(columns, at, column{gone: true, focus: true, of: stone})
	case (!was.Ends || n < was.Piles[at]) && len(columns) == len(was.Piles):
	default:
		return columns
	}
	if c := &columns[at]; earlier {
		c.earlier = taken{n, made.By}
	} else {
		c.last, c.focus = taken{n, made.By}, true
	}
	return columns
}

// follow records where each column was before the last move, which changed the pile at an index.
func follow(columns []column, m games.Move, at int) {
	for i := range columns {
		columns[i].was = i
	}
	if last := len(columns) - 1; m.Kind == games.Split {
		columns[last].was, columns[last].under = at, m.Parts[0]
	}
}

func changed(was games.Row, m games.Move) int {
	at := -1
	switch {
	case m.Kind == games.Dictate:
		at = was.Nominated
	case m.Kind != games.Take && m.Kind != games.Split:
	case was.Ends && m.Index == 1:
		at = len(was.Piles) - 1
	default:
		at = int(m.Index)
	}
	if at >= len(was.Piles) {
		return -1
	}
	return at
}
