package depotnim

import (
	"strconv"
	"strings"

	"nimatron/games"
)

const (
	graphExample    = "a=2 b=3 c=1 d=2; *-a a-b b-c *-c b-d"
	colouredExample = "a=2 b=2 c=1; *<a a-b b-c *>c"
)

const maxName = 16

var signs = map[games.Colour]byte{games.Plain: '-', games.Green: '-', games.Blue: '<', games.Red: '>'}

func readGraph(rule Rule, text string) (*Board, []uint64, error) {
	example := graphExample
	if rule == Trucks {
		example = colouredExample
	}
	stacks, joins, ok := strings.Cut(text, ";")
	if !ok || strings.Contains(joins, ";") {
		return nil, nil, games.NoPosition(example, "%s is not a graph: write the stacks, one `;` and the edges", games.Quote(text))
	}
	read := stackReader{index: map[string]int{}}
	for _, word := range fields(stacks) {
		name, label, ok := strings.Cut(word, "=")
		switch {
		case name == home:
			return nil, nil, games.NoPosition("", "the depot `*` has no counters: leave %s out", games.Quote(word))
		case !ok || !isName(name):
			return nil, nil, games.NoPosition("", "%s is not a stack: write a name of at most %d letters and digits, "+
				"`=` and its counters, as in `a=3`", games.Quote(word), maxName)
		}
		if err := read.add(name, label); err != nil {
			return nil, nil, err
		}
	}
	if len(read.names) == 0 {
		return nil, nil, games.NoPosition(example, "%s has no stacks: write them before the `;`", games.Quote(text))
	}
	read.index[home] = len(read.names)
	edges, err := readEdges(rule, fields(joins), read.index)
	if err != nil {
		return nil, nil, err
	}
	b, counters := read.board(rule, asGraph, edges)
	return b, counters, nil
}

func isName(text string) bool {
	return text != "" && len(text) <= maxName && !strings.ContainsFunc(text, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
}

func readEdges(rule Rule, joins []string, index map[string]int) ([]games.Edge, error) {
	var edges []games.Edge
	seen := map[[2]int]bool{}
	for _, word := range joins {
		i := strings.IndexAny(word, "-<>")
		if i < 0 {
			return nil, games.NoPosition("", "%s is not an edge: join two stacks by a sign, as in `a-b`, "+
				"or a stack to the depot, as in `*-a`", games.Quote(word))
		}
		e := games.Edge{}
		switch sign := word[i]; {
		case sign != '-' && rule != Trucks:
			return nil, games.NoPosition("", "%s has a colour, but here both players use all edges: write `a-b`", games.Quote(word))
		case sign == '<':
			e.Colour = games.Blue
		case sign == '>':
			e.Colour = games.Red
		case rule == Trucks:
			e.Colour = games.Green
		}
		for _, end := range []struct {
			name   string
			vertex *int
		}{{word[:i], &e.From}, {word[i+1:], &e.To}} {
			v, ok := index[strings.ToLower(end.name)]
			if !ok {
				return nil, games.NoPosition("", "the edge %s names %s, which is not a stack: give it counters before the "+
					"`;`, as in `a=3`, or `a=0` if it is empty", games.Quote(word), games.Quote(end.name))
			}
			*end.vertex = v
		}
		if e.From == e.To {
			return nil, games.NoPosition("", "the edge %s joins a place to itself: an edge joins two, as in `a-b`", games.Quote(word))
		}
		pair := [2]int{min(e.From, e.To), max(e.From, e.To)}
		if seen[pair] {
			return nil, games.NoPosition("", "the edge %s appears twice: write it once", games.Quote(word))
		}
		seen[pair] = true
		edges = append(edges, e)
	}
	return edges, nil
}

func (p *Position) graphText() string {
	var text []byte
	for v, name := range p.board.names {
		if v > 0 {
			text = append(text, ' ')
		}
		text = append(append(text, name...), '=')
		text = strconv.AppendUint(text, p.counters[v], 10)
	}
	text = append(text, ';')
	name := func(v int) string {
		if v == p.board.Home() {
			return home
		}
		return p.board.names[v]
	}
	for _, e := range p.board.edges {
		text = append(append(text, ' '), name(e.From)...)
		text = append(append(text, signs[e.Colour]), name(e.To)...)
	}
	return string(text)
}
