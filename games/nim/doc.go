// Package nim has the board of all games on numbered piles, and the variants of Nim and of its
// reverse versions, in which the opponent makes one or both decisions of a turn (Holshouser and
// Reiter, "Eight versions of n-pile Nim"). Theorems 2 to 6 in docs/theory/theory.md decide who wins.
//
// A turn belongs to one player, its owner, and has two decisions: which pile, and how many counters
// to take. If two people make them, the turn is two half-moves: the pile is nominated, then the
// number dictated.
//
// games/splitnim allows splits of piles.
package nim
