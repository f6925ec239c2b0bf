package picture

import (
	"slices"
	"strings"
	"unicode/utf8"

	"nimatron/games"
)

const (
	barWidth = 3
	heading  = 5
)

type column struct {
	width        int
	length       int
	number, name string
	nominated    bool
}

func fitColumns(row games.Row) []int {
	var shown []int
	for i := range outsideIn(row) {
		at, _ := slices.BinarySearch(shown, i)
		more := slices.Insert(slices.Clone(shown), at, i)
		// The width does not depend on the scale.
		if width(layColumns(row, more))+headingWidth(row) > maxWidth {
			break
		}
		shown = more
	}
	return shown
}

func layColumns(row games.Row, shown []int) []column {
	top := highest(row, shown)
	var columns []column
	for k, i := range shown {
		if k > 0 && i > shown[k-1]+1 {
			columns = append(columns, column{width: 1, number: "…"})
		}
		c := column{number: number(row, i), name: name(row, i), nominated: i == row.Nominated}
		c.width = max(barWidth, len(c.number), len(c.name))
		c.length = scale(row.Piles[i], top, barHeight(top))
		columns = append(columns, c)
	}
	return columns
}

func barHeight(top uint64) int { return int(min(top, exact)) }

func width(columns []column) int {
	w := len(columns) - 1
	for _, c := range columns {
		w += c.width
	}
	return w
}

// headingWidth returns the width of the words before the lines of numbers. Rows with ends need none,
// but heights and pile numbers could be confused.
func headingWidth(row games.Row) int {
	if row.Ends {
		return 0
	}
	return heading
}

// columns draws piles side by side, and below them their heights and their names in moves.
func (t *text) columns(row games.Row, shown []int) string {
	columns := layColumns(row, shown)
	var lines []string
	line := func(head string, cell func(column) string) {
		cells := make([]string, len(columns))
		for i, c := range columns {
			cells[i] = centre(cell(c), c.width)
		}
		text := strings.Repeat(" ", headingWidth(row))
		if !row.Ends {
			text = head + text[len(head):]
		}
		lines = append(lines, strings.TrimRight(text+strings.Join(cells, " "), " "))
	}
	for k := barHeight(highest(row, shown)) - 1; t.bars && k >= 0; k-- {
		line("", func(c column) string {
			return strings.Repeat(string(block(eighths, c.length, k)), min(barWidth, c.width))
		})
	}
	line("size", func(c column) string { return c.number })
	line("pile", func(c column) string { return c.name })
	if row.Nominated >= 0 {
		line("", func(c column) string {
			if c.nominated {
				return "▲"
			}
			return ""
		})
		lines[len(lines)-1] = explain(lines[len(lines)-1], "named")
	}
	if len(shown) < len(row.Piles) {
		lines = append(lines, leftOut(row, shown))
	}
	return strings.Join(lines, "\n")
}

// explain writes a word after the mark that ends a line, or before the mark if there is no room.
func explain(line, word string) string {
	n := utf8.RuneCountInString(line)
	if n+1+len(word) <= maxWidth {
		return line + " " + word
	}
	mark := strings.TrimLeft(line, " ")
	return strings.Repeat(" ", n-len(word)-2) + word + " " + mark
}
