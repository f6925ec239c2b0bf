// Package endnim holds the rules of the games on a row of piles: End-Nim under normal,
// misère and loop play (Albert and Nowakowski 2001, Cairns and Ho 2011) and the partizan
// game (Albert and Nowakowski 2001). Who wins is in docs/theory/theory.md: Theorems 9 and 10,
// and Theorem 18 for the partizan game.
//
// A move takes at least one counter from the leftmost or the rightmost pile; an
// emptied pile disappears and uncovers its neighbour.
package endnim
