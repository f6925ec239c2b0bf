package board

import (
	"strconv"

	"nimatron/games"
	"nimatron/picture/drawing"
)

// A column is a pile as it is drawn.
type column struct {
	counters uint64 // that stand there
	taken    uint64 // that the last move took from it
	gone     bool   // it was emptied: it has no place in the position any more
	part     bool   // it was made by a split
	name     string // what a move calls it, "" where none can touch it
	fill     drawing.Role
	pattern  drawing.Pattern
	focus    bool // nominated or changed by the last move: it has to be seen
}

// columnsOf returns the piles of a row with what the last move did to them.
func columnsOf(row games.Row, s *sketch) []column {
	columns := make([]column, 0, len(row.Piles)+1)
	for i, n := range row.Piles {
		c := column{counters: n, fill: drawing.Closed}
		c.name = pileName(row, i)
		switch {
		case i == row.Nominated:
			c.fill, c.focus = drawing.Nominated, true
		case row.Ends:
			c.fill, c.pattern = endFill(row, i)
		case row.Nominated < 0:
			c.fill = drawing.Open
		}
		columns = append(columns, c)
	}
	if was, ok := before[games.Row](s); ok {
		return markLast(columns, was, s.board.Last)
	}
	return columns
}

// endFill returns how pile i of a row with ends is filled.
func endFill(row games.Row, i int) (drawing.Role, drawing.Pattern) {
	for _, end := range []struct {
		side games.Side
		at   int
	}{{games.Left, 0}, {games.Right, len(row.Piles) - 1}} {
		if i != end.at || !row.Open[end.side] {
			continue
		}
		if row.Sided {
			return owner(end.side)
		}
		return drawing.Open, drawing.Plain
	}
	return drawing.Closed, drawing.Plain
}

// pileName is what a move calls pile i, "" where no move can touch it.
func pileName(row games.Row, i int) string {
	first, last := i == 0, i == len(row.Piles)-1
	switch {
	case !row.Ends:
		return games.PileName(i)
	case row.Sided && first && last:
		return "Left, Right"
	case row.Sided && first:
		return "Left"
	case row.Sided && last:
		return "Right"
	case first:
		return "L"
	case last:
		return "R"
	}
	return ""
}

// markLast notes what the last move did, as far as it led to these piles.
func markLast(columns []column, was games.Row, last games.Move) []column {
	at := changed(was, last)
	if at < 0 {
		return columns
	}
	switch {
	case last.Kind == games.Split && len(columns) == len(was.Piles)+1:
		columns[at].part, columns[at].focus = true, true
		columns[at+1].part, columns[at+1].focus = true, true
	case last.Kind == games.Split || last.Count > was.Piles[at]:
	case last.Count == was.Piles[at] && len(columns) == len(was.Piles)-1:
		ghost := column{taken: last.Count, gone: true, focus: true}
		columns = append(columns[:at], append([]column{ghost}, columns[at:]...)...)
	case last.Count < was.Piles[at] && len(columns) == len(was.Piles):
		columns[at].taken, columns[at].focus = last.Count, true
	}
	return columns
}

// changed returns the index of the pile that a move took from or split, -1 for none.
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

// top is how many counters a column shows, taken ones included.
func (c column) top() uint64 { return c.counters + c.taken }

// number is the count below a column.
func (c column) number() string { return strconv.FormatUint(c.counters, 10) }

// tag is what stands above a column.
func (c column) tag() string {
	switch {
	case c.taken > 0:
		return "−" + strconv.FormatUint(c.taken, 10)
	case c.part:
		return "new"
	case c.fill == drawing.Nominated:
		return "▼"
	}
	return ""
}
