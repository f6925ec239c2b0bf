// Package solver answers who wins a position, by which moves and why.
//
// Where a theorem is known it decides, in time that grows with the number of
// piles and not with their size; its family has a file of its own here (nim.go,
// reversenim.go, endnim.go with rowvalues.go and plane.go, partizan.go with
// phase.go, splitnim.go). Every other variant is searched, with a budget. Nothing is ever
// guessed: a verdict is proved, or the error says that it is not ([ErrBudget]).
//
// A theorem is found by the family of the variant. To add one, write its file
// and name it in the map theories; the search, which knows nothing but the rules,
// is what its tests compare it with.
//
// Sources:
//
//   - C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of
//     Mathematics 3, 1901.
//   - M. H. Albert, R. J. Nowakowski, "The game of End-Nim", Electronic Journal
//     of Combinatorics 8(2) R1, 2001.
//   - G. Cairns, N. B. Ho, "Some remarks on End-Nim", International Journal of
//     Combinatorics 2011, 824742.
//   - Gray, Locke, "A variant of Nim", Discrete Mathematics 341, 2018.
//   - Holshouser, Reiter, "Eight versions of n-pile Nim".
package solver
