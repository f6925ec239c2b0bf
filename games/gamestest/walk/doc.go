// Package walk is a game for tests: a token walks on a small graph, and the player who cannot move
// it loses. Its board is not a row and its moves are written "a>c". A test that plays it reveals
// what the rest of the program assumes about games.
package walk
