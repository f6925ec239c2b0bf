package picture

import (
	"strings"
	"unicode/utf8"

	"nimatron/games"
)

// drawTree draws a tree as its branches, with one line for each vertex. ok is false for another
// graph, or one that is too large. The vertices must be in the order of a written tree, each before
// its subtree.
func drawTree(g games.Graph) (drawn string, ok bool) {
	parents, ok := parentsOf(g)
	if !ok || len(parents) > maxPlaces {
		return "", false
	}
	lastChild := make([]int, len(parents))
	for v, parent := range parents[1:] {
		lastChild[parent] = v + 1
	}
	below := make([]string, len(parents))
	var lines []string
	stars := false
	for v, vertex := range g.Vertices {
		branch := ""
		if v > 0 {
			parent := parents[v]
			branch, below[v] = below[parent]+"├─ ", below[parent]+"│  "
			if v == lastChild[parent] {
				branch, below[v] = below[parent]+"└─ ", below[parent]+"   "
			}
		}
		star := "  "
		if vertex.Open {
			star, stars = "* ", true
		}
		line := star + branch + shortName(vertex) + " " + counters(vertex)
		if utf8.RuneCountInString(line) > maxWidth {
			return "", false
		}
		lines = append(lines, line)
	}
	if !stars {
		for i, line := range lines {
			lines[i] = line[len("  "):]
		}
	} else {
		lines = append(lines, openMark)
	}
	drawn = strings.Join(lines, "\n")
	return drawn, utf8.RuneCountInString(drawn) <= maxCharacters
}

func parentsOf(g games.Graph) (parents []int, ok bool) {
	if len(g.Edges) != len(g.Vertices)-1 {
		return nil, false
	}
	parents = make([]int, len(g.Vertices))
	for v, vertex := range g.Vertices {
		if parents[v] = -1; vertex.Depot {
			return nil, false
		}
	}
	for _, e := range g.Edges {
		if e.Colour != games.Plain || e.From >= e.To || parents[e.To] >= 0 {
			return nil, false
		}
		parents[e.To] = e.From
	}
	for v := 1; v < len(parents); v++ {
		above := v - 1
		for above >= 0 && above != parents[v] {
			above = parents[above]
		}
		if above < 0 {
			return nil, false
		}
	}
	return parents, true
}
