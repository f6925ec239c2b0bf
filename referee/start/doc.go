// Package start draws the first positions of matches.
//
// A game draws a board by its Variant.Generate; this package draws until one is worth
// playing. A start, which is a position with its first turn, is fair when
//
//   - play from it takes at least [FewestTurns] turns, of both players together, when
//     the winner hurries and the loser resists. This is the remoteness of the
//     position: the winner makes play as short as possible and the loser as long
//     as possible,
//   - and at most [MostDecisions] decisions,
//   - and the winner cannot win without a choice: whatever the loser does, one of the
//     first [ChoiceWithin] decisions is the winner's and has both options that win and
//     options that lose.
//
// Each of the three is proved, or the draw is thrown away. That a game is not over
// sooner is proved by playing out every line that short. That it is over in time follows
// from Variant.LongestPlay, which bounds all play, once both have made their first
// decisions. So nothing here is about one game, and a new one needs no word in this
// package: what its solver, or the search, settles within the budget can be a start.
//
// The random numbers decide all: the same ones give the same
// start, unless a search runs out of time.
package start
