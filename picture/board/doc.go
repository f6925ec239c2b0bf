// Package board lays out the picture of a position as things on a table: piles of counters, trees,
// roads between boxes, yards of boxes. It highlights the places that may be touched, and shows what
// the last two moves took as outlines. It knows the shapes of boards and no game.
package board
