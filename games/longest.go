package games

import "math"

// LongestPlay bounds how many decisions play from p can take; math.MaxUint64 means that or more.
// Every decision lowers it.
func (v *Variant) LongestPlay(p Position) uint64 {
	if v.Longest != nil {
		return v.Longest(p)
	}
	var n counting
	p.Shape().Draw(&n)
	return uint64(n)
}

type counting uint64

func (n *counting) add(counters uint64) {
	if *n += counting(counters); uint64(*n) < counters {
		*n = math.MaxUint64
	}
}

func (n *counting) Row(r Row) {
	for _, pile := range r.Piles {
		n.add(pile)
	}
}

func (n *counting) Graph(g Graph) {
	for _, v := range g.Vertices {
		n.add(v.Counters)
	}
}

func (n *counting) Grid(g Grid) {
	for _, cell := range g.Cells {
		n.add(cell.Counters)
	}
}

func (n *counting) Sum(s Sum) {
	for _, part := range s.Parts {
		part.Shape.Draw(n)
	}
}
