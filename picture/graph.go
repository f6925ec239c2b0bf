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
	// maxPlaces is how many vertices a drawing shows: more would be too long for a
	// phone.
	maxPlaces = 28
	// graphWidth is where a line of neighbours is cut, unless what stands before
	// them leaves too little room: a narrow phone shows so many columns.
	graphWidth = 35
	// maxName is how much of a vertex's name is shown, in characters.
	maxName = 20
)

// drawGraph draws a graph as a list of its vertices: a star where the decision may
// touch one, the name, the counters, and the neighbours.
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

// byInterest returns the indexes of the vertices in the order in which they are
// worth showing: those open to the decision, then those with counters, then the
// others.
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

// neighbourNames returns for each vertex the words that tell where its edges lead:
// the neighbours both ways after a dash, then those one way after an arrow.
func neighbourNames(g games.Graph) [][]string {
	both, oneWay := make([][]string, len(g.Vertices)), make([][]string, len(g.Vertices))
	add := func(list [][]string, from, to int) {
		list[from] = append(list[from], words.Cut(g.Vertices[to].Name, maxName))
	}
	for _, e := range g.Edges {
		if e.OneWay {
			add(oneWay, e.From, e.To)
			continue
		}
		add(both, e.From, e.To)
		if e.From != e.To {
			add(both, e.To, e.From)
		}
	}
	names := make([][]string, len(g.Vertices))
	for i := range names {
		if len(both[i]) > 0 {
			names[i] = append([]string{"–"}, both[i]...)
		}
		if len(oneWay[i]) > 0 {
			names[i] = append(append(names[i], "→"), oneWay[i]...)
		}
	}
	return names
}

// listVertices draws the vertices shown below each other.
func listVertices(g games.Graph, shown []int, neighbours [][]string) string {
	var names, numbers int // the widths of the two columns
	stars := false
	for _, i := range shown {
		v := g.Vertices[i]
		names = max(names, utf8.RuneCountInString(words.Cut(v.Name, maxName)))
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
		line := fmt.Sprintf("%s%-*s %*s ", star, names, words.Cut(v.Name, maxName), numbers, counters(v))
		line += fitWords(neighbours[i], max(graphWidth-utf8.RuneCountInString(line), len("→ +12345")))
		lines = append(lines, strings.TrimRight(line, " "))
	}
	if stars {
		lines = append(lines, "* = open to the next move")
	}
	if hidden := len(g.Vertices) - len(shown); hidden > 0 {
		lines = append(lines, "and "+words.Count(hidden, "more place"))
	}
	return strings.Join(lines, "\n")
}

// fitWords returns as many neighbours as fit into width columns and the number of
// the others, such as "→ b c +7".
func fitWords(names []string, width int) string {
	if line := strings.Join(names, " "); utf8.RuneCountInString(line) <= width {
		return line
	}
	line := ""
	for i, word := range names {
		left := 0
		for _, other := range names[i:] {
			if !isArrow(other) {
				left++
			}
		}
		rest := "+" + strconv.Itoa(left)
		if utf8.RuneCountInString(line+word+" "+rest) > width && !isArrow(word) {
			return line + rest
		}
		line += word + " "
	}
	return line
}

// isArrow reports whether a word of the neighbours says which way they are.
func isArrow(word string) bool { return word == "–" || word == "→" }

// counters writes how many counters stand at a vertex, a dot for none.
func counters(v games.Vertex) string {
	if v.Counters == 0 {
		return "."
	}
	return strconv.FormatUint(v.Counters, 10)
}
