// Package walk is a game for tests: one token walks a small graph, and whoever
// cannot move it loses. It is none of the games that people play here. Its board is
// no row, its moves are written "a>c" and nothing else knows them, so that a test
// which plays it shows what the rest of the program assumes of a game.
package walk
