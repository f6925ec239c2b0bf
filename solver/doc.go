// Package solver answers who wins a position, by which moves and why.
//
// Where a theorem is known it decides, in time that grows with the number of
// piles and not with their size. Every other variant is searched, with a budget.
// Nothing is ever guessed: a verdict is proved, or the error says that it is not
// ([ErrBudget]).
//
// The theorems live in the packages below this one, by the boards that they are
// about, each in the record of its family, which is a value of solver/theory; the list in
// families.go is how they are found. To add one, write it and name it there. The search, which
// knows nothing but the rules, is in solver/search; it is what the tests of the
// theorems compare them with.
package solver
