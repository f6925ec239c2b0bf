// Package partizan has the results of Albert and Nowakowski 2001 on Partizan End-Nim, in which each
// player takes from one end of a row: winning moves, thresholds and phase diagrams. See
// docs/theory/theory.md, Theorem 18 to Proposition 21.
package partizan
