// Package rows has the theorems on rows whose ends are open to both players: End-Nim, misère
// End-Nim and Loop End-Nim (Albert and Nowakowski 2001, Cairns and Ho 2011; Theorems 9 and 10 of
// docs/theory/theory.md). Tables give the Grundy values, for which there is no formula (Proposition 13).
package rows
