// Package values is the arithmetic of short games under normal play: canonical forms, order,
// sums, stops, mean and temperature, atomic weights, and a notation for them. It knows no game by
// its rules.
//
// Games live in a Store, which keeps one copy of each canonical form, so that two games are equal
// if and only if they are the same Game. Work and memory are bounded: a Store that has reached a
// bound says so in Err, as a bufio.Writer does, and whatever it returns from then on is void.
//
// The theory and its words are those of J. H. Conway, "On Numbers and Games", of E. R. Berlekamp,
// J. H. Conway and R. K. Guy, "Winning Ways", and of A. N. Siegel, "Combinatorial Game Theory".
//
// It does not know loopy games, misère play, or reduced and ordinal forms.
package values
