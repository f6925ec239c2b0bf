// Package match is the domain: players, matches and their moves, challenges, results,
// levels of the bot, paces, ratings and rated pairs, each once and with the rules that
// hold for it: who sits where, who won, what is over, what counts.
//
// Package games has the rules of the games, and package rating the arithmetic of ratings.
// Nothing here knows a database: [Store] says what the program needs of one, and package
// storage and those below it provide it.
//
// Values kept in a database or in files have one spelling: the value of a [State], a
// [ChallengeState], a [Termination], a [Level], a [Pace], a [FirstChoice] or a [SideChoice] is
// that spelling, a [Seat] has [Seat.Code], and a side is spelled by [games.Side.String].
package match
