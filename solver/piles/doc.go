// Package piles has the theorems on multisets of piles: Nim and misère Nim (Bouton 1901, Theorems 2
// and 3 of docs/theory/theory.md), and the games in which the opponent takes decisions of a turn
// (Holshouser and Reiter, Theorem 6), Bounded Nim and Fibonacci Nim (Theorems 45 to 47).
package piles
