package picture

import (
	"fmt"
	"slices"
	"strings"

	"nimatron/games"
)

const (
	maxLines  = 12
	barLength = 12
)

func fitList(row games.Row) []int {
	var shown []int
	for i := range outsideIn(row) {
		if len(shown) == maxLines {
			break
		}
		shown = append(shown, i)
	}
	slices.Sort(shown)
	return shown
}

func (t *text) list(row games.Row, shown []int) string {
	head := "pile "
	if row.Ends {
		head = ""
	}
	var names, numbers int
	for _, i := range shown {
		names = max(names, len(name(row, i)))
		numbers = max(numbers, len(number(row, i)))
	}
	top := highest(row, shown)
	var lines []string
	for k, i := range shown {
		if k > 0 && i > shown[k-1]+1 {
			lines = append(lines, "…")
		}
		var bar strings.Builder
		length := scale(row.Piles[i], top, barLength)
		for k := 0; t.bars && k < barLength; k++ {
			bar.WriteRune(block(eighthsAcross, length, k))
		}
		line := fmt.Sprintf("%s%*s  %*s  %s", head, names, name(row, i), numbers, number(row, i), bar.String())
		line = strings.TrimRight(line, " ")
		if i == row.Nominated {
			line += " named"
		}
		lines = append(lines, line)
	}
	if len(shown) < len(row.Piles) {
		lines = append(lines, leftOut(row, shown))
	}
	return strings.Join(lines, "\n")
}
