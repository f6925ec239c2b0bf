// Package walk is a game for tests: one token walks a small graph, and the player who cannot move
// it loses. Its board is no row and its moves are written "a>c". A test that plays it shows what
// the rest of the program assumes about games.
package walk
