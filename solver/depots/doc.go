// Package depots searches the games on trees, graphs and grids, for which no complete theory is
// known: who wins, by which moves, and the Grundy value.
//
// Under normal play an impartial board is a sum of components, of which only the values matter. Two
// open stacks do not affect each other, so only edges with a closed end count. A stack without such
// an edge is a Nim pile. Equal components share an entry of the [Table], whatever board they come
// from. Misère play is normal play until only stacks of 1 are left. Coloured positions are searched
// as a whole.
//
// docs/theory/boards.md has the theorems and proofs. Every verdict is proved, up to a collision of
// 128-bit hashes. A search beyond its limits returns [theory.ErrBudget] or the context's error, never a
// guess.
package depots
