// Package nim holds the board of all games on numbered piles, and the variants of Nim and of its
// reverse versions, in which the opponent takes one or both decisions of a turn (Holshouser and Reiter, "Eight versions of
// n-pile Nim"). Theorems 2 to 6 in docs/theory.md say who wins.
//
// A turn belongs to one player, its owner, and has two decisions: which pile, and how many counters
// leave it. If the two belong to two people the turn is two half-moves: the pile is nominated, then
// the number dictated.
//
// Piles may be split in games/splitnim.
package nim
