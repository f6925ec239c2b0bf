// Package sum has the rules of sums: several boards of other games, with one move on one board a
// turn.
//
// It knows no other game. The catalog passes in the games that can be parts ([Games]).
package sum
