// Package lesson has the lessons of the games, from two piles to a partizan row: a rule in
// a few sentences, exercises in which the rule decides, and boards for tests.
//
// A lesson is data. Its boards are drawn at random and each is checked by the solver: the
// learner decides first, can win, and can go wrong. The same seed draws the same ones.
package lesson
