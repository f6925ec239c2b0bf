// Package view draws the answers of commands: the [Reply] and its [Card]s, the words for people,
// the moves as buttons and the pictures. It draws from values. Commands look up what needs the
// store or the referee and pass it in.
package view
