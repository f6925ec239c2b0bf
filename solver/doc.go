// Package solver answers who wins a position, by which moves and why.
//
// A theorem, if there is one, decides in time that depends on the number of piles, not on their
// size. Other variants are searched with a budget. Nothing is guessed: a verdict is proved, or the
// error is [ErrBudget].
//
// The theorems are in the packages below this one, by kind of board. Each is in the theory.Family
// of its games, listed in families.go. The search by the rules alone is in solver/search; the
// theorems' tests compare with it.
package solver
