package depotnim

import (
	"iter"

	"nimatron/games"
)

// Rule says which stacks a player may lower.
type Rule uint8

const (
	// Leaves opens the vertices with at most one neighbour that is not empty.
	Leaves Rule = iota
	// Depots opens the vertices next to an empty one.
	Depots
	// Trucks opens the vertices that the player's truck reaches from the depot through empty
	// vertices, along edges of its own colour and green ones.
	Trucks
)

// MaxVertices bounds the vertices of a board, including empty ones but not the depot.
const MaxVertices = 400

const home = "*"

type notation uint8

const (
	asTree notation = iota
	asGraph
	asGrid
)

// A Board is the part of a position that play does not change: the vertices and the edges. Vertices
// are numbered from 0 in the order of notation. The number after the last is the depot, which a
// tree lacks.
type Board struct {
	rule    Rule
	written notation
	names   []string
	columns int
	edges   []games.Edge
	near    [][]games.Edge
}

func newBoard(rule Rule, written notation, n int, edges []games.Edge) *Board {
	b := &Board{rule: rule, written: written, edges: edges, near: make([][]games.Edge, n+1)}
	for _, e := range edges {
		b.near[e.From] = append(b.near[e.From], e)
		b.near[e.To] = append(b.near[e.To], games.Edge{From: e.To, To: e.From, Colour: e.Colour})
	}
	return b
}

// Rule says which stacks may be lowered.
func (b *Board) Rule() Rule { return b.rule }

// Home returns the number of the depot, which equals the number of vertices.
func (b *Board) Home() int { return len(b.near) - 1 }

// Edges joins the vertices and the depot. The slice must not be changed.
func (b *Board) Edges() []games.Edge { return b.edges }

// reaches yields the vertices that a truck on roads of some colours reaches from the depot: empty ones, which it passes, and full
// ones, at which it stops. With through it passes full ones too.
func (b *Board) reaches(may func(games.Colour) bool, counters []uint64, through bool) iter.Seq[int] {
	return func(yield func(int) bool) {
		seen := make([]bool, len(b.near))
		seen[b.Home()] = true
		for queue := []int{b.Home()}; len(queue) > 0; queue = queue[1:] {
			for _, e := range b.near[queue[0]] {
				if seen[e.To] || !may(e.Colour) {
					continue
				}
				seen[e.To] = true
				if !yield(e.To) {
					return
				}
				if through || counters[e.To] == 0 {
					queue = append(queue, e.To)
				}
			}
		}
	}
}

func roadsOf(side games.Side) func(games.Colour) bool {
	return func(c games.Colour) bool { return c.For(side) }
}

// Ever returns the vertices that a truck on roads of some colours reaches once all stacks are gone.
func (b *Board) Ever(may func(games.Colour) bool) []bool {
	reached := make([]bool, b.Home())
	for v := range b.reaches(may, nil, true) {
		reached[v] = true
	}
	return reached
}

func (b *Board) open(side games.Side, counters []uint64) []bool {
	open := make([]bool, b.Home())
	if b.rule == Trucks {
		for v := range b.reaches(roadsOf(side), counters, false) {
			open[v] = counters[v] > 0
		}
		return open
	}
	for v := range open {
		full := 0
		for _, e := range b.near[v] {
			if counters[e.To] > 0 {
				full++
			}
		}
		leaf := full <= 1
		open[v] = counters[v] > 0 && (b.rule == Leaves && leaf || b.rule == Depots && full < len(b.near[v]))
	}
	return open
}

func (b *Board) lost(counters []uint64) (vertex int, ok bool) {
	reached := make([]bool, len(b.near))
	switch b.rule {
	case Leaves:
		return 0, false
	case Trucks:
		for _, side := range []games.Side{games.Left, games.Right} {
			for v := range b.reaches(roadsOf(side), counters, true) {
				reached[v] = true
			}
		}
	case Depots:
		var queue []int
		for v := range reached {
			if reached[v] = counters[v] == 0; reached[v] {
				queue = append(queue, v)
			}
		}
		for ; len(queue) > 0; queue = queue[1:] {
			for _, e := range b.near[queue[0]] {
				if !reached[e.To] {
					reached[e.To] = true
					queue = append(queue, e.To)
				}
			}
		}
	}
	for v := range b.Home() {
		if counters[v] > 0 && !reached[v] {
			return v, true
		}
	}
	return 0, false
}
