package games

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
)

// Alike returns a text that all boards of a game have in common which differ by a symmetry of its rules alone: by the
// order of piles, the direction of a row, the names of stacks, a turned or mirrored yard. Whose turn it is
// does not count. The text may seldom be that of another board with as many stacks.
func Alike(p Position) string {
	a := alike{due: p.Turn().Decision}
	p.Shape().Draw(&a)
	return a.text
}

// alike is a Canvas.
type alike struct {
	due  Decision
	text string
}

func (a *alike) Row(r Row) {
	piles := slices.Clone(r.Piles)
	nominated := ""
	switch back := slices.Clone(piles); {
	case !r.Ends:
		if r.Nominated >= 0 {
			nominated = fmt.Sprint(piles[r.Nominated])
		}
		slices.Sort(piles)
		piles = slices.DeleteFunc(piles, func(n uint64) bool { return n == 0 })
	case !r.Sided:
		if slices.Reverse(back); slices.Compare(back, piles) < 0 {
			piles = back
		}
	}
	a.text = fmt.Sprint(piles, nominated, r.Most, a.due)
}

func (a *alike) Graph(g Graph) {
	looks := make([]uint64, len(g.Vertices))
	for i, v := range g.Vertices {
		looks[i] = hash(v.Counters, v.Depot)
	}
	for range g.Vertices {
		around := make([][]uint64, len(looks))
		for _, e := range g.Edges {
			around[e.From] = append(around[e.From], hash(looks[e.To], e.Colour))
			around[e.To] = append(around[e.To], hash(looks[e.From], e.Colour))
		}
		for i, near := range around {
			slices.Sort(near)
			looks[i] = hash(looks[i], near)
		}
	}
	slices.Sort(looks)
	a.text = fmt.Sprint(looks, a.due)
}

func (a *alike) Grid(g Grid) {
	graph := Graph{Vertices: append(slices.Clone(g.Cells), Vertex{Depot: true})}
	n := len(g.Cells)
	for i := range g.Cells {
		column := i % g.Columns
		if column == 0 || column == g.Columns-1 || i < g.Columns || i >= n-g.Columns {
			graph.Edges = append(graph.Edges, Edge{From: n, To: i})
		}
		if column > 0 {
			graph.Edges = append(graph.Edges, Edge{From: i - 1, To: i})
		}
		if i >= g.Columns {
			graph.Edges = append(graph.Edges, Edge{From: i - g.Columns, To: i})
		}
	}
	a.Graph(graph)
}

func (a *alike) Sum(s Sum) {
	var parts []string
	for _, part := range s.Parts {
		one := alike{due: a.due}
		part.Shape.Draw(&one)
		parts = append(parts, part.Name+" "+one.text)
	}
	slices.Sort(parts)
	a.text = strings.Join(parts, " + ")
}

func hash(of ...any) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, of...)
	return h.Sum64()
}
