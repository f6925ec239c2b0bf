// Package games holds the contract that every game of the Nim family meets and
// the referee of one match.
//
// A [Variant] is one value: its family, its rules in words, how a position is read,
// how a move is said, who wins when nobody can move. A [Position] is an immutable
// state between two decisions. It alone reads the text of a move, which gives a
// [Move]; from there on the move is a value, and whoever wants to know what it says
// looks at its fields. A position checks and applies a move by arithmetic and never
// by listing all moves, because a pile may hold [MaxPile] counters. What kind of
// decision is due is in its [Turn].
//
// A board has a [Shape]. There are as many shapes as a [Canvas] has methods, and
// every drawing is a Canvas, so that it knows them all or does not compile.
//
// A [Match] is the referee: it knows whose decision is next, refuses what the rules
// refuse, and names the winner, in one place for all games.
//
// The packages below this one each hold the rules of one kind of board and
// nothing else. What is known about who wins lives in the solver. This package
// imports the standard library only and knows nothing of chat, storage or
// players' names.
//
// To add a game, write its rules in a package below this one and name its
// variants in games/catalog, or its [Parametric] family if there is one for every
// number: the referee, the bot (by search), the commands, the pictures and the
// conformance tests of games/gamestest follow by themselves. A game whose moves are
// of no known kind makes them of the kind [Other]; a board of a new shape adds a
// method to Canvas.
package games
