// Package theory is the contract between the solver and what is known about the
// families of games, by a theorem or by a search.
//
// There is a package beside this one for each kind of board: piles, rows, partizan
// (rows on which each player has one end), splits and depots. Each has records of the
// type [Family]: who wins, by which moves, the Grundy value, the reasons as data and in
// words, and the certificates. The solver finds them by the family of the variant, in one
// map.
//
// All that the families know has a number and a proof in docs/theory/theory.md. Comments cite
// it as "Theorem 6 of docs/theory/theory.md", or below a first one as "Theorem 6" alone, beside
// the paper that it is from:
//
//   - Bouton 1901: C. L. Bouton, "Nim, a game with a complete mathematical
//     theory", Annals of Mathematics 3.
//   - Albert and Nowakowski 2001: M. H. Albert, R. J. Nowakowski, "The game of
//     End-Nim", Electronic Journal of Combinatorics 8(2) R1.
//   - Cairns and Ho 2011: G. Cairns, N. B. Ho, "Some remarks on End-Nim",
//     International Journal of Combinatorics 2011, 824742.
//   - Gray and Locke 2018: "A variant of Nim", Discrete Mathematics 341.
//   - Holshouser and Reiter: A. Holshouser, H. Reiter, "Eight versions of n-pile
//     Nim".
package theory
