// Package edit changes positions by hand: it adds, raises, lowers and removes piles and stacks. What
// comes of a change is a position that its game has read, so nothing is built that could not be typed.
package edit
