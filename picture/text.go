// Package picture draws a position for people. [Text] draws with block characters for a fixed-width
// font. It knows the shapes of boards and no game; the program compiles only if it draws every shape.
package picture

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"nimatron/games"
)

const (
	maxWidth      = 56   // columns: a phone would wrap more
	maxCharacters = 1500 // so that a message has room for words too
)

// Text draws a position in at most 1,500 characters and 56 columns, without a newline at the end. Its
// numbers are exact; bars above ten counters are to scale. It counts what it leaves out.
func Text(shape games.Shape) string { return drawnBy(&text{bars: true}, shape) }

// Numbers is Text without bars and strokes, for people who hear it.
func Numbers(shape games.Shape) string { return drawnBy(&text{}, shape) }

func drawnBy(on *text, shape games.Shape) string {
	shape.Draw(on)
	if on.drawn == "" {
		return "(empty board)"
	}
	return on.drawn
}

type text struct {
	drawn string
	bars  bool
}

func (t *text) Row(row games.Row) {
	if len(row.Piles) == 0 {
		return
	}
	columns, list := fitColumns(row), fitList(row)
	if t.bars && row.Most > 0 && len(row.Piles) == 1 && row.Piles[0] <= mostMatches {
		n := row.Piles[0]
		all := strings.Repeat("|||||  ", int(n/5)) + strings.Repeat("|", int(n%5))
		t.drawn = strings.TrimSpace(all) + "\n" + strconv.FormatUint(n, 10)
	} else if len(list) > len(columns) {
		t.drawn = t.list(row, list)
	} else {
		t.drawn = t.columns(row, columns)
	}
	if row.Bounds() {
		t.drawn += "\n" + row.AtMost()
	}
}

// mostMatches are drawn for a single pile.
const mostMatches = 40

func (t *text) Graph(g games.Graph) {
	if len(g.Vertices) == 0 {
		return
	}
	if drawn, ok := drawTree(g); ok {
		t.drawn = drawn
	} else {
		t.drawn = drawGraph(g)
	}
}

func (t *text) Grid(g games.Grid) {
	if len(g.Cells) > 0 {
		t.drawn = drawGrid(g)
	}
}

// Sum draws the parts below each other, and only the names of parts that exceed their share of the
// room.
func (t *text) Sum(s games.Sum) {
	drawn := make([]string, len(s.Parts))
	order := make([]int, len(s.Parts)) // the shortest first: it leaves more to the others
	for i, part := range s.Parts {
		drawn[i], order[i] = fmt.Sprintf("Part %d · %s\n%s", i+1, part.Name, drawnBy(&text{bars: t.bars}, part.Shape)), i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(utf8.RuneCountInString(drawn[a]), utf8.RuneCountInString(drawn[b]))
	})
	room := maxCharacters
	for k, i := range order {
		if utf8.RuneCountInString(drawn[i])+len("\n\n") > room/(len(order)-k) {
			drawn[i] = fmt.Sprintf("Part %d · %s\n(too large to be drawn here)", i+1, s.Parts[i].Name)
		}
		room -= utf8.RuneCountInString(drawn[i]) + len("\n\n")
	}
	t.drawn = strings.Join(drawn, "\n\n")
}

func number(row games.Row, i int) string {
	n := strconv.FormatUint(row.Piles[i], 10)
	if i == row.Nominated {
		return "[" + n + "]"
	}
	return n
}

func name(row games.Row, i int) string {
	switch {
	case !row.Ends:
		return strconv.Itoa(i + 1)
	case i == 0:
		return "L"
	case i == len(row.Piles)-1:
		return "R"
	}
	return ""
}

// outsideIn yields the indexes of piles, the most interesting first: the nominated one, then from the ends
// inwards.
func outsideIn(row games.Row) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		if row.Nominated >= 0 && !yield(row.Nominated) {
			return
		}
		n := len(row.Piles)
		for k := range n {
			i := k / 2
			if k%2 == 1 {
				i = n - 1 - k/2
			}
			if i != row.Nominated && !yield(i) {
				return
			}
		}
	}
}

func leftOut(row games.Row, shown []int) string {
	n := len(row.Piles) - len(shown)
	if n == 1 {
		return "… = 1 more pile"
	}
	return "… = " + strconv.Itoa(n) + " more piles"
}

func centre(s string, width int) string {
	space := width - utf8.RuneCountInString(s)
	return strings.Repeat(" ", space/2) + s + strings.Repeat(" ", space-space/2)
}
