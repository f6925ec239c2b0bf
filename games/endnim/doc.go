// Package endnim holds the rules of the games on a row of piles: End-Nim under
// normal, misère and loop play and the partizan
// game [Albert and Nowakowski 2001; Cairns and Ho 2011].
//
// A move takes at least one counter from the leftmost or the rightmost pile; an
// emptied pile disappears and uncovers its neighbour.
package endnim
