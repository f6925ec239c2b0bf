// Package match is the domain: players, matches and their moves, challenges, results, levels of the
// bot, paces, ratings and rated pairs, with their rules.
//
// Package games has the rules of the games, package rating the arithmetic of ratings. This package
// knows no database: it names what it needs of one, such as [Matches], and the packages below storage
// implement that.
//
// Values have one spelling in the database and in files. A string type such as [State] or [Level] is
// its own spelling; a [Seat] is spelled by [Seat.Code], a side by [games.Side.String].
package match
