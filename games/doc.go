// Package games defines the contract of a game of the Nim family and referees one match.
//
// A [Variant] describes a game: its family, its rules in words, its notation, and who wins. A
// [Position] is an immutable state between two decisions, described by its [Turn]. Only the
// position reads the text of a move; the resulting [Move] is a value. A position checks a move by
// arithmetic and never lists all moves, because a pile may hold [MaxPile] counters.
//
// A board has a [Shape], and a drawing is a [Canvas] with a method for each shape. A drawing that
// lacks a shape does not compile.
//
// A [Match] is the referee: it knows who decides next, refuses illegal moves and names the winner.
//
// Each package below this one holds the rules of one kind of board. This package imports the
// standard library and internal/words only.
//
// To add a game, write its rules in a package below this one and list its variants in
// games/catalog, or its [Parametric] family. The referee, play by search, the commands, the
// pictures and the tests of games/gamestest follow. Moves of a new kind are of the kind [Other]; a
// new shape of board is a new method of Canvas.
package games
