// Package explain makes words of the solver's reasons, which are data. Every reason has
// a short form, of at most [MaxShort] characters, and a full one: the move, how to go on
// from it or how every move is answered, and why that works. Both are addressed to the
// player who decides now: "you" is this player, "your opponent" the other one.
//
// Moves are written between backquotes in the short form, as commands show them.
// Letters that stand for numbers occur in full forms only, behind a sentence that says
// what they are.
package explain
