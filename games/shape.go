package games

import (
	"slices"
	"strings"

	"nimatron/internal/words"
)

// A Shape is a board as a drawing needs it. There is one for each method of [Canvas].
type Shape interface {
	// Draw calls the canvas's method for this shape.
	Draw(on Canvas)
}

// A Canvas draws every shape.
type Canvas interface {
	Row(Row)
	Graph(Graph)
	Grid(Grid)
	Sum(Sum)
}

// Row is piles side by side.
type Row struct {
	// Piles are the heights from left to right. With Ends each is at least 1; otherwise a 0 is an
	// emptied pile, which keeps its number. An empty board has none. The slice must not be changed.
	Piles []uint64
	// Ends means that only the two end piles are in play and are called L and R. Otherwise piles
	// are called by number, from 1.
	Ends bool
	// Open says whether the due decision may touch the [Left] and the [Right] end. It is used with
	// Ends.
	Open [2]bool
	// Sided means that only Left may use the left end, and only Right the right end.
	Sided bool
	// Nominated is the index of the nominated pile, or -1.
	Nominated int
	// Most bounds what the due decision takes, 0 if nothing does. A single pile is then drawn as a
	// row of matches.
	Most uint64
}

// Bounds reports whether a pile has more than Most.
func (r Row) Bounds() bool { return r.Most > 0 && len(r.Piles) > 0 && slices.Max(r.Piles) > r.Most }

// AtMost says how many may be taken, with a full stop.
func (r Row) AtMost() string { return "At most " + words.Number(r.Most) + " may be taken." }

func (r Row) Draw(on Canvas) { on.Row(r) }

// Graph is stacks joined by edges.
type Graph struct {
	// Vertices are in reading order. The slice must not be changed.
	Vertices []Vertex
	// The slice must not be changed.
	Edges []Edge
}

func (g Graph) Draw(on Canvas) { on.Graph(g) }

// Vertex is a place of a Graph.
type Vertex struct {
	// Name is the vertex in moves.
	Name string
	// Counters is 0 on an empty vertex.
	Counters uint64
	// Depot marks the depot, from which players come.
	Depot bool
	// Open says whether the due decision may touch the vertex.
	Open bool
}

// Edge joins two vertices of a Graph by their indexes.
type Edge struct {
	From, To int
	// Colour says who may use the edge.
	Colour Colour
}

// Colour says which sides may use an edge.
type Colour uint8

const (
	// Plain is for both sides, in games without colours.
	Plain Colour = iota
	// Green is for both sides.
	Green
	// Blue is Left's.
	Blue
	// Red is Right's.
	Red
)

// For reports whether side may use the colour.
func (c Colour) For(side Side) bool {
	return c != Blue && c != Red || (c == Blue) == (side == Left)
}

// Grid is stacks on a rectangle that players enter from outside.
type Grid struct {
	// Columns is the width, at least 1.
	Columns int
	// Cells are row by row from the top. The slice must not be changed.
	Cells []Vertex
}

// ColumnName returns the letters of a column, with which the names of its cells begin.
func (g Grid) ColumnName(column int) string {
	return strings.TrimRight(g.Cells[column].Name, "0123456789")
}

func (g Grid) Draw(on Canvas) { on.Grid(g) }

// Sum is several boards side by side.
type Sum struct {
	// Parts are called by number in moves, from 1. The slice must not be changed.
	Parts []Part
}

// Part is one board of a Sum.
type Part struct {
	// Name is the game's, such as "End-Nim".
	Name  string
	Shape Shape
}

func (s Sum) Draw(on Canvas) { on.Sum(s) }
