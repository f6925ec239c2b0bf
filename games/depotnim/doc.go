// Package depotnim holds the rules of the games on trees, graphs and grids that
// Albert and Nowakowski end "The game of End-Nim" [2001] with: Tree Nim, Depot
// Nim, Fork-lift Nim and the partizan Coloured Depot Nim.
//
// There is one model: stacks on the vertices of a graph, and a [Rule] that says
// which of them may be lowered. A tree and a grid are ways to write a graph; the
// outside of a grid is a depot like any other.
package depotnim
