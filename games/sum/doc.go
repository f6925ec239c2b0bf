// Package sum has the rules of sums: several boards of other games, of which a turn is a
// move on one.
//
// It knows no other game. The catalog hands in the games that can be parts ([Games]).
package sum
