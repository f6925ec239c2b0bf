// Package takeaway has the games in which the number that a move takes is bounded: Bounded Nim, also
// called the subtraction game, and Fibonacci Nim. Theorems 45 to 47 in docs/theory/theory.md decide who wins.
package takeaway
