// Package values is the arithmetic of short games under normal play: canonical forms, order, sums,
// stops, mean and temperature, atomic weights, and a notation. It knows no rules of any game.
//
// A Store keeps one copy of each canonical form, so two games are equal if and only if they are the
// same Game. Work and memory are bounded. A Store that exceeds a bound sets Err, as bufio.Writer
// does, and its later results are void.
//
// Theory and terms follow J. H. Conway, "On Numbers and Games", E. R. Berlekamp, J. H. Conway and
// R. K. Guy, "Winning Ways", and A. N. Siegel, "Combinatorial Game Theory".
//
// Loopy games, misère play, and reduced and ordinal forms are not covered.
package values
