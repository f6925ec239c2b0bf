// Package edit changes positions by hand: it adds, raises, lowers and removes piles and stacks.
// Every result is parsed by its game, so an edit builds only what could be typed.
package edit
