package games

import "strings"

// A Shape is a board as a drawing needs it, without any word on how it is drawn.
// There are only the shapes that a [Canvas] has a method for, so that a drawing
// which does not know one of them does not compile.
type Shape interface {
	// Draw calls the method of the canvas that is for this shape.
	Draw(on Canvas)
}

// A Canvas draws every shape there is. To add a shape is to add its method here.
type Canvas interface {
	Row(Row)
	Graph(Graph)
	Grid(Grid)
	Sum(Sum)
}

// Row is the shape of piles side by side.
type Row struct {
	// Piles are the heights from left to right, each at least 1. They must not
	// be changed.
	Piles []uint64
	// Ends is true where only the two end piles are in play, so that they are
	// called L and R; otherwise the piles are called by their number from 1.
	Ends bool
	// Open says, where Ends is true, by [Left] and [Right] whether the decision that
	// is due may touch that end.
	Open [2]bool
	// Sided is true where the left end is Left's alone and the right end Right's.
	Sided bool
	// Nominated is the index of the pile that is nominated for the decision that
	// is due, or -1.
	Nominated int
}

// Draw draws a row.
func (r Row) Draw(on Canvas) { on.Row(r) }

// Graph is the shape of places that are joined to each other.
type Graph struct {
	// Vertices are the places in the order in which people read them. They must
	// not be changed.
	Vertices []Vertex
	// Edges join them. They must not be changed.
	Edges []Edge
}

// Draw draws a graph.
func (g Graph) Draw(on Canvas) { on.Graph(g) }

// Vertex is a place of a Graph.
type Vertex struct {
	// Name is what moves call it.
	Name string
	// Counters is how many counters stand there, 0 for an empty place.
	Counters uint64
	// Depot is true where there never were any: the place from which players come.
	Depot bool
	// Open is true where the decision that is due may touch it.
	Open bool
}

// Edge joins two vertices of a Graph by their indexes.
type Edge struct {
	From, To int
	// OneWay is true where the way leads from From to To only.
	OneWay bool
	// Colour says who may use the way, in games where that matters.
	Colour Colour
}

// Colour says which of the sides may use something.
type Colour uint8

const (
	// Plain is for games that know no colours: it is for both sides.
	Plain Colour = iota
	// Green is for both sides.
	Green
	// Blue is Left's.
	Blue
	// Red is Right's.
	Red
)

// For reports whether side may use what has the colour.
func (c Colour) For(side Side) bool {
	return c != Blue && c != Red || (c == Blue) == (side == Left)
}

// Grid is the shape of stacks on a rectangle, to which players come from outside.
type Grid struct {
	// Columns is the width, at least 1.
	Columns int
	// Cells are the places row by row from the top, as many as fill the rectangle.
	// They must not be changed.
	Cells []Vertex
}

// ColumnName returns the letters of a column, which the names of its cells begin with.
func (g Grid) ColumnName(column int) string {
	return strings.TrimRight(g.Cells[column].Name, "0123456789")
}

// Draw draws a grid.
func (g Grid) Draw(on Canvas) { on.Grid(g) }

// Sum is the shape of several boards beside each other.
type Sum struct {
	// Parts are the boards in their order: moves call them by their number from 1. They must
	// not be changed.
	Parts []Part
}

// Part is one board of a Sum.
type Part struct {
	// Name is that of its game, such as "End-Nim".
	Name string
	// Shape is the board.
	Shape Shape
}

// Draw draws a sum.
func (s Sum) Draw(on Canvas) { on.Sum(s) }
