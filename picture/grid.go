package picture

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"nimatron/games"
)

// drawGrid draws a grid with the letters of its columns and the numbers of its rows. Cells that the
// decision may not touch stand in parentheses.
func drawGrid(g games.Grid) string {
	cell := func(row, column int) games.Vertex { return g.Cells[row*g.Columns+column] }
	rows := len(g.Cells) / g.Columns
	margin := len(strconv.Itoa(rows))
	// As many columns are shown as fit, each as wide as its widest cell.
	var widths []int
	total := margin
	for column := range g.Columns {
		width := len(g.ColumnName(column))
		for row := range rows {
			width = max(width, len(cellText(cell(row, column))))
		}
		if total += 1 + width; total > maxWidth && column > 0 {
			break
		}
		widths = append(widths, width)
	}
	lines := []string{strings.Repeat(" ", margin)}
	for column, width := range widths {
		lines[0] += fmt.Sprintf(" %*s", width, g.ColumnName(column))
	}
	walled := false
	length := utf8.RuneCountInString(lines[0])
	shown := 0
	for row := range rows {
		line := fmt.Sprintf("%*d", margin, row+1)
		for column, width := range widths {
			line += fmt.Sprintf(" %*s", width, cellText(cell(row, column)))
		}
		const remarks = 80 // room for the last two lines
		if length += 1 + len(line); length > maxCharacters-remarks {
			break
		}
		lines, shown = append(lines, line), row+1
		walled = walled || strings.Contains(line, "(")
	}
	if walled {
		lines = append(lines, "( ) = walled in")
	}
	if hidden := len(g.Cells) - shown*len(widths); hidden > 0 {
		lines = append(lines, "and "+strconv.Itoa(hidden)+" more cells")
	}
	return strings.Join(lines, "\n")
}

func cellText(v games.Vertex) string {
	if v.Counters > 0 && !v.Open {
		return "(" + counters(v) + ")"
	}
	return counters(v)
}
