// Package explain says why a verdict of the solver holds, in three forms: in words, as data
// and as a proof.
//
// In words a reason has a short form, of at most [MaxShort] characters, and a full one: the
// move, how to go on from it or how every move is answered, and why that works. Both are
// addressed to the player who decides now: "you" is this player, "your opponent" the other
// one. What is said of each family is in its record, beside its theorem; here is what they
// have in common.
//
// As data an analysis, a value and a table are JSON or CSV for scripts, and text for a
// terminal too. The proof is a certificate for a program to check.
package explain
