// Package depotnim has the rules of the games on trees, graphs and grids that Albert and Nowakowski
// propose at the end of "The game of End-Nim" [2001]: Tree Nim, Depot Nim, Fork-lift Nim and the
// partizan Coloured Depot Nim.
//
// All share one model: stacks on the vertices of a graph, and a [Rule] for which of them may be
// lowered. Trees and grids are ways to write a graph; the outside of a grid is an ordinary depot.
package depotnim
