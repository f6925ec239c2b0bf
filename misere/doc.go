// Package misere finds misère quotients, and proves them. It knows no game by its rules.
//
// Impartial games are played side by side, and whoever makes the last move of all loses. Two sums
// of such games are alike if whatever is put beside both, the same player wins. The classes of
// sums that are alike make a commutative monoid, the misère quotient of the games, in which some
// classes are lost for whoever moves next: Plambeck and Siegel, "Misère quotients for impartial
// games", Journal of Combinatorial Theory A 115, 2008. So a finite quotient says who wins any sum,
// of however many games.
//
// [Find] guesses the quotient by playing small sums out; [Quotient.Verify] proves a guess for sums
// of any length.
package misere
