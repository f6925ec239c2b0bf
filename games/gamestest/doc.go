// Package gamestest judges games and solvers by brute force.
//
// [Models] and [Lookup] give naive models of the games, written from the rules in words
// alone: they share no code with the packages that implement the rules, read and print
// positions by themselves, and know no theorem. An [Oracle] answers from a model by plain
// search who wins, by which decisions, and what the Grundy value is. For a game that has no
// model, [FromOptions] makes one of what the variant itself lists, which still judges its
// Play and its solver. The package games/gamestest/walk is a game of another shape for tests.
//
// The tests of this package are the conformance suite that every variant of the catalog has
// to pass. A new variant gets it without any work of its own, whatever the shape of its
// board and the form of its moves.
package gamestest
