package depotnim

import (
	"slices"
	"strconv"

	"nimatron/games"
)

// The methods below edit a position by hand. Variant.Parse of the resulting notation checks whether
// the edit is allowed.

const fresh = -1

// Labelled returns the board with n counters on a vertex.
func (p *Position) Labelled(vertex int, n uint64) *Position {
	other := *p
	other.counters = slices.Clone(p.counters)
	other.counters[vertex] = n
	return &other
}

// Raised returns a tree, a graph or a yard with its closed stacks higher than all open ones together.
// Coloured boards stay as they are.
func (p *Position) Raised() *Position {
	if p.board.rule == Trucks {
		return p
	}
	total, open := uint64(0), p.Open(p.mover)
	for v, n := range p.Counters() {
		if open[v] {
			total += n
		}
	}
	raised := *p
	raised.counters = slices.Clone(p.counters)
	for v, n := range p.Counters() {
		if n > 0 && !open[v] {
			raised.counters[v] = n + total
		}
	}
	return &raised
}

// Grown returns a tree or a graph with one more vertex of 1 counter, joined to the given vertex.
// For Board.Home the new vertex is joined to the depot, or is the root of an empty tree.
func (p *Position) Grown(vertex int) (grown *Position, name string) {
	for i := p.board.Home(); name == "" || slices.Contains(p.board.names, name); i++ {
		name = Letters(i, 'a')
	}
	home := p.board.Home()
	edge := games.Edge{From: vertex, To: home}
	if p.board.rule == Trucks {
		edge.Colour = games.Green
	}
	switch {
	case p.board.written == asTree && vertex == home:
		return p.rebuilt([]int{fresh}, name), name
	case p.board.written == asTree: // a tree is numbered in preorder
		edge.To = vertex + 1
		for above := p.above(vertex); edge.To < home && above[edge.To]; edge.To++ {
		}
	case vertex == home:
		edge.From++
	}
	return p.rebuilt(slices.Insert(p.all(), edge.To, fresh), name, edge), name
}

func (p *Position) above(vertex int) []bool {
	above := make([]bool, p.board.Home())
	above[vertex] = true
	for _, e := range p.board.edges { // parents come first
		above[e.To] = above[e.To] || above[e.From]
	}
	return above
}

// Without returns a tree or a graph without a vertex. In a tree its descendants are removed too.
func (p *Position) Without(vertex int) *Position {
	gone := make([]bool, p.board.Home())
	if gone[vertex] = true; p.board.written == asTree {
		gone = p.above(vertex)
	}
	return p.rebuilt(slices.DeleteFunc(p.all(), func(v int) bool { return gone[v] }), "")
}

// Yard returns a grid whose cells, row by row, are copied from these cells of p; -1 is an empty
// cell.
func (p *Position) Yard(columns int, cells []int) *Position {
	names := make([]string, len(cells))
	for i := range cells {
		names[i] = Letters(i%columns, 'A') + strconv.Itoa(i/columns+1)
	}
	return &Position{board: gridBoard(p.board.rule, columns, names), counters: p.labels(cells, 0), mover: p.mover}
}

func (p *Position) all() []int {
	list := make([]int, p.board.Home())
	for v := range list {
		list[v] = v
	}
	return list
}

func (p *Position) labels(vertices []int, ofFresh uint64) []uint64 {
	counters := make([]uint64, len(vertices)+1)
	for i, v := range vertices {
		if counters[i] = ofFresh; v != fresh {
			counters[i] = p.counters[v]
		}
	}
	return counters
}

// rebuilt returns a tree or a graph of these vertices, with the edges among them and more.
func (p *Position) rebuilt(vertices []int, name string, more ...games.Edge) *Position {
	names := make([]string, len(vertices))
	index := map[int]int{p.board.Home(): len(vertices)}
	for i, v := range vertices {
		if names[i] = name; v != fresh {
			names[i], index[v] = p.board.names[v], i
		}
	}
	var edges []games.Edge
	for _, e := range p.board.edges {
		from, kept := index[e.From]
		to, both := index[e.To]
		if kept && both {
			edges = append(edges, games.Edge{From: from, To: to, Colour: e.Colour})
		}
	}
	b := newBoard(p.board.rule, p.board.written, len(vertices), append(edges, more...))
	b.names = names
	return &Position{board: b, counters: p.labels(vertices, 1), mover: p.mover}
}
