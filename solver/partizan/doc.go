// Package partizan has what Albert and Nowakowski 2001 prove of Partizan End-Nim, in
// which each player takes from one end of a row: who wins by which moves, and the
// thresholds and phase diagrams of rows. It is section 4 of docs/theory.md, Theorem 18
// to Proposition 21.
package partizan
