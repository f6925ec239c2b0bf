// Package games holds the contract that every game of the Nim family meets and
// the referee of one match.
//
// A [Variant] is one value: its rules in words, how a position is read, who wins
// when nobody can move. A [Position] is an immutable state between two
// decisions; it checks and applies a move by arithmetic and never by listing all
// moves, because a pile may hold [MaxPile] counters. A [Match] is the referee: it
// knows whose decision is next, refuses what the rules refuse, and names the
// winner, in one place for all games.
//
// The packages below this one each hold the rules of one kind of board and
// nothing else. What is known about who wins lives in the solver. This package
// imports the standard library only and knows nothing of chat, storage or
// players' names.
//
// To add a game, write its rules in a package below this one and name its
// variants in games/catalog: the referee, the bot (by search), the commands, the
// pictures and the conformance tests of games/gamestest follow by themselves.
package games
