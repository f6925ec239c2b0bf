// Package gamestest tests games and solvers by brute force.
//
// [Models] and [Lookup] give naive models, written from the rules in words. They share no code with
// the packages under test and know no theorem. An [Oracle] searches a model: who wins, by which
// decisions, and the Grundy value. For a game without a model, [FromOptions] uses the variant's own
// options, which still tests Play and the solver. Package games/gamestest/walk is a game of another
// shape for tests.
//
// The tests of this package are the conformance suite. Every variant of the catalog must pass it,
// whatever its board and moves are.
package gamestest
