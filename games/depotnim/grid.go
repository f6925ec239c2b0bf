package depotnim

import (
	"strconv"
	"strings"

	"nimatron/games"
)

const gridExample = "2 2 . / 1 3 1 / . 1 ."

const noStack = "."

func readGrid(rule Rule, text string) (*Board, []uint64, error) {
	var counters []uint64
	var names []string
	columns := 0
	for row, line := range strings.Split(text, "/") {
		cells := fields(line)
		if len(cells) == 0 {
			return nil, nil, games.NoPosition("", "row %d of the grid is empty: write at least 1 cell, an empty one as `.`", row+1)
		}
		if row == 0 {
			columns = len(cells)
		}
		if len(cells) != columns {
			return nil, nil, games.NoPosition("", "row %d has %s and row 1 has %d, but all rows have the same length: "+
				"write an empty cell as `.`", row+1, games.Words{Unit: "cell"}.Count(uint64(len(cells))), columns)
		}
		if len(counters)+len(cells) > MaxVertices {
			return nil, nil, tooMany()
		}
		for column, cell := range cells {
			name := Letters(column, 'A') + strconv.Itoa(row+1)
			n := uint64(0)
			if cell != noStack {
				var err error
				if n, err = readLabel(cell, "cell "+name); err != nil {
					return nil, nil, err
				}
				if n == 0 {
					return nil, nil, games.NoPosition("", "cell %s is 0: write an empty cell as `.` (the empty board alone is written `0`)", name)
				}
			}
			counters, names = append(counters, n), append(names, name)
		}
	}
	return gridBoard(rule, columns, names), append(counters, 0), nil
}

func gridBoard(rule Rule, columns int, names []string) *Board {
	n := len(names)
	var edges []games.Edge
	for v := range n {
		column := v % columns
		if column == 0 || column == columns-1 || v < columns || v >= n-columns {
			edges = append(edges, games.Edge{From: n, To: v})
		}
		if column > 0 {
			edges = append(edges, games.Edge{From: v - 1, To: v})
		}
		if v >= columns {
			edges = append(edges, games.Edge{From: v - columns, To: v})
		}
	}
	b := newBoard(rule, asGrid, n, edges)
	b.names, b.columns = names, columns
	return b
}

func (p *Position) gridText() string {
	var text []byte
	for v := range p.board.Home() {
		switch {
		case v == 0:
		case v%p.board.columns == 0:
			text = append(text, " / "...)
		default:
			text = append(text, ' ')
		}
		if n := p.counters[v]; n > 0 {
			text = strconv.AppendUint(text, n, 10)
		} else {
			text = append(text, noStack...)
		}
	}
	return string(text)
}
