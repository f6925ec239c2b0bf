package picture

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"nimatron/games"
	"nimatron/internal/words"
)

const (
	maxPlaces  = 28 // bound on the vertices: more would be too long for a phone
	graphWidth = 35 // the columns of a narrow phone, to which neighbours are cut if possible
	maxName    = 20
	openMark   = "* = open to the next move"
)

func drawGraph(g games.Graph) string {
	neighbours := neighbourNames(g)
	order := byInterest(g)
	for n := min(len(order), maxPlaces); ; n-- {
		shown := slices.Sorted(slices.Values(order[:n]))
		if drawn := listVertices(g, shown, neighbours); n == 1 || utf8.RuneCountInString(drawn) <= maxCharacters {
			return drawn
		}
	}
}

// byInterest returns the indexes of the vertices, the most interesting first: open ones, then others
// with counters, then the rest.
func byInterest(g games.Graph) []int {
	var open, occupied, rest []int
	for i, v := range g.Vertices {
		switch {
		case v.Open:
			open = append(open, i)
		case v.Counters > 0:
			occupied = append(occupied, i)
		default:
			rest = append(rest, i)
		}
	}
	return slices.Concat(open, occupied, rest)
}

// ways are the signs of edges, in the order of the list. Coloured ones are those of the notation.
var ways = []string{"–", "<", ">"}

func way(e games.Edge) string {
	switch e.Colour {
	case games.Blue:
		return "<"
	case games.Red:
		return ">"
	}
	return "–"
}

func neighbourNames(g games.Graph) [][]string {
	labels := make([][]string, len(g.Vertices))
	for _, sign := range ways {
		names := make([][]string, len(g.Vertices))
		for _, e := range g.Edges {
			if way(e) != sign {
				continue
			}
			names[e.From] = append(names[e.From], shortName(g.Vertices[e.To]))
			if e.From != e.To {
				names[e.To] = append(names[e.To], shortName(g.Vertices[e.From]))
			}
		}
		for i := range labels {
			if len(names[i]) > 0 {
				labels[i] = append(append(labels[i], sign), names[i]...)
			}
		}
	}
	return labels
}

func listVertices(g games.Graph, shown []int, neighbours [][]string) string {
	var names, numbers int
	stars := false
	for _, i := range shown {
		v := g.Vertices[i]
		names = max(names, utf8.RuneCountInString(shortName(v)))
		numbers = max(numbers, len(counters(v)))
		stars = stars || v.Open
	}
	var lines []string
	for _, i := range shown {
		v := g.Vertices[i]
		star := ""
		switch {
		case v.Open:
			star = "* "
		case stars:
			star = "  "
		}
		line := fmt.Sprintf("%s%-*s %*s ", star, names, shortName(v), numbers, counters(v))
		line += fitWords(neighbours[i], max(graphWidth-utf8.RuneCountInString(line), len("– +12345")))
		lines = append(lines, strings.TrimRight(line, " "))
	}
	if stars {
		lines = append(lines, openMark)
	}
	if slices.ContainsFunc(g.Edges, func(e games.Edge) bool { return e.Colour == games.Blue || e.Colour == games.Red }) {
		lines = append(lines, "< Left's roads, > Right's")
	}
	if hidden := len(g.Vertices) - len(shown); hidden > 0 {
		lines = append(lines, "and "+words.Count(hidden, "more place"))
	}
	return strings.Join(lines, "\n")
}

// fitWords returns the neighbours that fit into a width and the number of the others: "– b c +7".
func fitWords(names []string, width int) string {
	if line := strings.Join(names, " "); utf8.RuneCountInString(line) <= width {
		return line
	}
	line := ""
	for i, word := range names {
		left := 0
		for _, other := range names[i:] {
			if !isWay(other) {
				left++
			}
		}
		rest := "+" + strconv.Itoa(left)
		if utf8.RuneCountInString(line+word+" "+rest) > width && !isWay(word) {
			return line + rest
		}
		line += word + " "
	}
	return line
}

func isWay(word string) bool { return slices.Contains(ways, word) }

func counters(v games.Vertex) string {
	if v.Counters == 0 {
		return "."
	}
	return strconv.FormatUint(v.Counters, 10)
}

// shortName returns the name of a vertex, cut if it is long. The depot's name, a star, would look
// like the mark of an open one.
func shortName(v games.Vertex) string {
	if v.Depot {
		return "depot"
	}
	return words.Cut(v.Name, maxName)
}
