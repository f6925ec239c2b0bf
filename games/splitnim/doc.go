// Package splitnim has the rules of Split-q-Nim (Gray and Locke, "A variant of Nim", Discrete
// Mathematics 341, 2018), for every integer q; q = 0 is Lasker's Nim. Theorems 23 to 26 in
// docs/theory/theory.md decide who wins.
//
// A move takes at least one counter from a pile, or adds q counters to a pile of n and splits it
// into two piles of at most n-1 counters each.
package splitnim
