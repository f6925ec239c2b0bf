// Package depots searches the games on trees, graphs and grids, for which no theory
// is known: who wins, by which moves, and the Grundy value.
//
// Under normal play the impartial games fall into components, of which only the
// values matter. A component is smaller than the board lets one think: two stacks
// that are both open do not affect each other, so only edges with a closed end
// count, and a stack without such an edge is a Nim pile. Equal components have one
// entry in the [Table], whatever board they come from. Misère play is normal play
// until stacks of 1 alone are left. Coloured positions are searched as a whole.
//
// docs/theory-boards.md has the theorems used and their proofs. Every verdict is
// proved, up to the collision of 128-bit hashes; what the limits do not suffice
// for is [ErrBudget] or the context's error, never a guess.
package depots
