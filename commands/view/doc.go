// Package view draws what the commands answer: the [Reply] and its [Card]s, the words for
// people, the moves as buttons and the pictures. It draws from values. What takes the store
// or the referee to find out, a command asks for and hands in.
package view
