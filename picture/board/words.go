package board

import (
	"fmt"
	"strconv"
	"strings"

	"nimatron/games"
	"nimatron/internal/words"
)

const mostNamed = 20

// Words describes the picture of a position.
func Words(shape games.Shape) string {
	var on describer
	shape.Draw(&on)
	return strings.Join(on.sentences, " ")
}

type describer struct{ sentences []string }

func (d *describer) add(format string, args ...any) {
	d.sentences = append(d.sentences, fmt.Sprintf(format, args...))
}

func (d *describer) Row(row games.Row) {
	if len(row.Piles) == 0 {
		d.add("The board is empty.")
		return
	}
	what := "piles"
	if row.Ends {
		what = "a row"
	}
	if len(row.Piles) == 1 && row.Most > 0 {
		what = "one pile"
	}
	d.add("A board with %s of %s.", what, listed(len(row.Piles), func(i int) string { return strconv.FormatUint(row.Piles[i], 10) }))
	switch {
	case row.Nominated >= 0:
		d.add("Pile %d, of %s, is named.", row.Nominated+1, games.Counters(row.Piles[row.Nominated]))
	case row.Open[games.Left] && row.Open[games.Right]:
		d.add("Both ends are open to the next move.")
	case row.Open[games.Left] && len(row.Piles) == 1 && !row.Sided:
		d.add("It is open to the next move.")
	case row.Open[games.Left]:
		d.add("The left end is open to the next move.")
	case row.Open[games.Right]:
		d.add("The right end is open to the next move.")
	}
	if row.Bounds() {
		d.add("%s", row.AtMost())
	}
}

func (d *describer) Graph(g games.Graph) {
	if len(g.Vertices) == 0 {
		d.add("The board is empty.")
		return
	}
	d.add("A board of stacks joined by lines: %s.", listed(len(g.Vertices), func(i int) string { return placeWords(g.Vertices[i]) }))
	d.open(g.Vertices)
	if len(g.Edges) > 0 {
		d.add("Connected pairs: %s.", listed(len(g.Edges), func(i int) string {
			e := g.Edges[i]
			colour := map[games.Colour]string{games.Blue: " (blue, Left's)", games.Red: " (red, Right's)", games.Green: " (green, for both)"}[e.Colour]
			return nameWords(g.Vertices[e.From]) + " and " + nameWords(g.Vertices[e.To]) + colour
		}))
	}
}

func (d *describer) Grid(g games.Grid) {
	if len(g.Cells) == 0 {
		d.add("The board is empty.")
		return
	}
	rows := len(g.Cells) / g.Columns
	d.add("A grid of %s of %s: %s.", words.Count(rows, "row"), words.Count(g.Columns, "cell"), listedBy("; ", rows, func(r int) string {
		return listed(g.Columns, func(c int) string {
			if n := g.Cells[r*g.Columns+c].Counters; n > 0 {
				return strconv.FormatUint(n, 10)
			}
			return "empty"
		})
	}))
	d.open(g.Cells)
}

func (d *describer) Sum(s games.Sum) {
	if len(s.Parts) == 0 {
		d.add("The board is empty.")
		return
	}
	d.add("A sum of %s.", words.Count(len(s.Parts), "board"))
	for i, part := range s.Parts {
		d.add("Part %d, %s: %s", i+1, part.Name, Words(part.Shape))
	}
}

func (d *describer) open(places []games.Vertex) {
	var names []string
	for _, v := range places {
		if v.Open {
			names = append(names, v.Name)
		}
	}
	if len(names) > 0 {
		d.add("Open to the next move: %s.", listed(len(names), func(i int) string { return names[i] }))
	}
}

func placeWords(v games.Vertex) string {
	if v.Depot {
		return nameWords(v)
	}
	return nameWords(v) + " " + strconv.FormatUint(v.Counters, 10)
}

func nameWords(v games.Vertex) string {
	if v.Depot {
		return "the depot"
	}
	return v.Name
}

func listed(n int, name func(i int) string) string { return listedBy(", ", n, name) }

func listedBy(separator string, n int, name func(i int) string) string {
	var names []string
	for i := range n {
		switch {
		case n <= mostNamed || i < mostNamed/2 || i >= n-mostNamed/2:
			names = append(names, name(i))
		case i == mostNamed/2:
			names = append(names, fmt.Sprintf("%d more", n-mostNamed))
		}
	}
	return strings.Join(names, separator)
}
