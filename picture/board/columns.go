package board

import (
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/picture/drawing"
)

// A column is a pile as it is drawn.
type column struct {
	counters uint64 // that stand there
	taken    uint64 // that the last move took from it
	by       games.Side
	earlier  taken  // what the move before that took from it
	gone     bool   // it was emptied: it has no place in the position any more
	part     bool   // it was made by a split
	name     string // what a move calls it, "" where none can touch it
	place    string // the same as moves have it, "" for what is gone
	fill     drawing.Role
	pattern  drawing.Pattern
	focus    bool // nominated or changed by the last move: it has to be seen
	index    int  // of the pile
	// was is the pile's index before the last move, and under how many counters of that pile lay
	// below these.
	was   int
	under uint64
}

// taken is what a move has taken from a pile.
type taken struct {
	count uint64
	by    games.Side
}

// columnsOf returns the piles of a row with what the last move did to them.
func columnsOf(row games.Row, s *sketch) []column {
	columns := make([]column, 0, len(row.Piles)+1)
	for i, n := range row.Piles {
		c := column{counters: n, fill: drawing.Closed, index: i, was: i}
		c.name, c.place = pileName(row, i), placeOf(row, i)
		if s.board.Edited {
			c.place = games.PileName(i)
		}
		switch {
		case i == row.Nominated || s.board.Chosen != "" && s.board.Chosen == c.place:
			c.fill, c.focus = drawing.Nominated, true
		case row.Ends:
			c.fill, c.pattern = endFill(row, i)
		case row.Nominated < 0:
			c.fill = drawing.Open
		}
		columns = append(columns, c)
	}
	return markMoves(columns, s)
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

// placeOf is pile i as moves have it, "" where none can touch it.
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

// markMoves notes what the last move did and, where two are shown, the one before it.
func markMoves(columns []column, s *sketch) []column {
	marked := 0
	for i, made := range s.board.Moves {
		was, ok := made.Before.(games.Row)
		if !ok {
			break
		}
		// The columns are those of the position after this move, with one more for each
		// pile that a later move emptied, and for a later split.
		at := changed(was, made.Move)
		if at < 0 {
			continue
		}
		columns = markMove(columns, was, made, at, marked > 0)
		if i == 0 && !s.board.elsewhere {
			follow(columns, made.Move, at)
		}
		if marked++; marked == 2 || s.drawing.Theme.Flat() || made.Move.Kind == games.Split {
			break
		}
	}
	return columns
}

// markMove notes what a move did to a pile, as far as it led to these columns.
func markMove(columns []column, was games.Row, made Made, at int, earlier bool) []column {
	n := made.Move.Count
	ghost := column{gone: true, focus: true}
	switch {
	case made.Move.Kind == games.Split && len(columns) == len(was.Piles)+1 && !earlier:
		columns[at].part, columns[at].focus = true, true
		columns[at+1].part, columns[at+1].focus = true, true
		return columns
	case made.Move.Kind == games.Split || n > was.Piles[at]:
		return columns
	case n == was.Piles[at] && len(columns) == len(was.Piles)-1:
		columns = append(columns[:at], append([]column{ghost}, columns[at:]...)...)
	case n < was.Piles[at] && len(columns) == len(was.Piles):
	default:
		return columns
	}
	if c := &columns[at]; earlier {
		c.earlier = taken{n, made.By}
	} else {
		c.taken, c.by, c.focus = n, made.By, true
	}
	return columns
}

// follow says of each column where it was before the move that changed pile at, which is the last.
func follow(columns []column, m games.Move, at int) {
	for i := range columns {
		if columns[i].was = i; m.Kind == games.Split && i > at {
			columns[i].was--
		}
	}
	if m.Kind == games.Split && at+1 < len(columns) {
		columns[at+1].under = m.Parts[0]
	}
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
func (c column) top() uint64 { return c.counters + c.taken + c.earlier.count }

// number is the count below a column.
func (c column) number() string { return words.Number(c.counters) }

// tag is what stands above a column.
func (c column) tag() string {
	switch {
	case c.taken > 0:
		return "−" + words.Number(c.taken)
	case c.part:
		return "new"
	case c.fill == drawing.Nominated:
		return "▼"
	}
	return ""
}
