// Package piles has the theorems about games on a multiset of piles: Nim and misère
// Nim (Bouton 1901, Theorems 2 and 3 of docs/theory.md), and the versions in which the
// opponent takes decisions of a turn (Holshouser and Reiter, Theorem 6).
package piles
