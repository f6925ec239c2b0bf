package games

import "math"

// LongestPlay returns how many decisions play from p can take at most, whoever plays;
// math.MaxUint64 stands for that and more. It is less after every decision.
func (v *Variant) LongestPlay(p Position) uint64 {
	if v.Longest != nil {
		return v.Longest(p)
	}
	var n counting
	p.Shape().Draw(&n)
	return uint64(n)
}

// counting is a drawing that only counts the counters of a board.
type counting uint64

func (n *counting) add(counters uint64) {
	if *n += counting(counters); uint64(*n) < counters {
		*n = math.MaxUint64
	}
}

// Row counts the counters of a row.
func (n *counting) Row(r Row) {
	for _, pile := range r.Piles {
		n.add(pile)
	}
}

// Graph counts the counters of a graph.
func (n *counting) Graph(g Graph) {
	for _, v := range g.Vertices {
		n.add(v.Counters)
	}
}

// Grid counts the counters of a grid.
func (n *counting) Grid(g Grid) {
	for _, cell := range g.Cells {
		n.add(cell.Counters)
	}
}

// Sum counts the counters of its parts.
func (n *counting) Sum(s Sum) {
	for _, part := range s.Parts {
		part.Shape.Draw(n)
	}
}
