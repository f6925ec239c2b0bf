// Package piles has the theorems about games on a multiset of piles: Nim and misère
// Nim (Bouton 1901), and the versions in which the opponent takes decisions of a
// turn (Holshouser and Reiter).
package piles
